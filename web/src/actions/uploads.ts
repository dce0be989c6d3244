import { create } from "zustand";
import { messageOf } from "@/api/error";
import { beginUpload, cancelUpload, completeUpload, readUpload, sendPart } from "@/api/files";
import { useSession } from "@/api/session";
import { storedUploads, storeUploads, uploadsKey } from "@/lib/keptUploads";
import { newId, useTroupe } from "@/sync/store";
import { isPassing } from "./tellFailure";

/** A file on its way to the node. */
export interface Upload {
  id: string;
  workspaceId: string;
  ticketId: string;
  name: string;
  size: number;
  /** The upload at the node; null until the node has made room. */
  fileId: string | null;
  sent: number;
  /** `cut` stays until the network is back or the person retries; `lost` needs the file again, because the page was reloaded. */
  state: "sending" | "cut" | "lost" | "refused";
  /** Why the node refused it. */
  reason: string | null;
}

interface State {
  uploads: readonly Upload[];
}

/** The uploads at the node that this tab has shown. */
const known = new Set<string>();

export const useUploads = create<State>(() => ({ uploads: kept() }));

const sources = new Map<string, Blob>();
const stops = new Map<string, AbortController>();
const waiting = new Map<string, (uploadId: string, fileId: string | null) => void>();
/** For uploads to a ticket whose command is not answered yet: whether the node has made the ticket. */
const unmade = new Map<string, Promise<boolean>>();
/** Pauses before another try, in seconds. After the last, the person decides. */
const pauses = [1, 3, 8];

type Kept = Pick<Upload, "workspaceId" | "ticketId" | "name" | "size"> & { fileId: string };

/** The uploads that this browser has stored, those of other tabs among them. */
function stored(): Kept[] {
  const all = storedUploads();
  if (!Array.isArray(all)) return [];
  return (all as (Partial<Upload> | null)[]).flatMap((it) =>
    typeof it?.fileId === "string" && typeof it.ticketId === "string" && typeof it.workspaceId === "string" && typeof it.name === "string" && typeof it.size === "number"
      ? [{ workspaceId: it.workspaceId, ticketId: it.ticketId, name: it.name, size: it.size, fileId: it.fileId }]
      : [],
  );
}

/** Uploads that a reload has cut off. The node keeps what has arrived for a day. */
function kept(): Upload[] {
  return stored().map((it) => {
    known.add(it.fileId);
    return { ...it, id: it.fileId, sent: 0, state: "lost", reason: null };
  });
}

/** Stores the open uploads of this tab. Those of other tabs stay as they are. */
function keep(): void {
  const open = useUploads.getState().uploads.flatMap(({ workspaceId, ticketId, name, size, fileId, state }) => {
    if (fileId === null) return [];
    known.add(fileId);
    return state === "refused" ? [] : [{ workspaceId, ticketId, name, size, fileId }];
  });
  storeUploads([...stored().filter(({ fileId }) => !known.has(fileId)), ...open]);
}

/** Another tab has sent or ended uploads that this one shows as lost. */
function forgetEnded(): void {
  const left = new Set(stored().map(({ fileId }) => fileId));
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter(({ state, fileId }) => state !== "lost" || fileId === null || left.has(fileId)) }));
}

// The next person on this page does not see the uploads of the person before.
useSession.subscribe(({ status }) => {
  if (status !== "signedOut") return;
  for (const stop of stops.values()) stop.abort();
  for (const parts of [sources, stops, waiting]) parts.clear();
  useUploads.setState({ uploads: [] });
  storeUploads([]);
});

// Uploads wait for the network.
useTroupe.subscribe(({ connection }, { connection: before }) => {
  if (connection !== "live" || before === "live") return;
  for (const { id, state } of useUploads.getState().uploads) if (state === "cut") retry(id);
});

function change(id: string, patch: Partial<Upload>): void {
  useUploads.setState(({ uploads }) => ({ uploads: uploads.map((it) => (it.id === id ? { ...it, ...patch } : it)) }));
}

function drop(id: string): void {
  sources.delete(id);
  stops.delete(id);
  unmade.delete(id);
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((it) => it.id !== id) }));
  keep();
}

interface Attaching {
  /** Called with the id of each file that has arrived, or with null for an upload that ended without a file. */
  ended?: (uploadId: string, fileId: string | null) => void;
  /** For a new ticket: whether the node has made the ticket. The files wait for the answer; false drops them. */
  made?: Promise<boolean>;
}

/** Begins to send files to a ticket. Returns the ids of the uploads. */
export function attach(workspaceId: string, ticketId: string, files: readonly File[], { ended, made }: Attaching = {}): string[] {
  return files.map((file) => {
    // The same file, chosen again after a reload, goes on where it was cut.
    const lost = useUploads.getState().uploads.find((it) => it.state === "lost" && it.ticketId === ticketId && it.name === file.name && it.size === file.size);
    const id = lost?.id ?? newId();
    sources.set(id, file);
    if (!lost) {
      const added: Upload = { id, workspaceId, ticketId, name: file.name, size: file.size, fileId: null, sent: 0, state: "sending", reason: null };
      useUploads.setState(({ uploads }) => ({ uploads: [...uploads, added] }));
    }
    if (ended) waiting.set(id, ended);
    if (made) unmade.set(id, made);
    void run(id);
    return id;
  });
}

function tellEnd(id: string, fileId: string | null): void {
  waiting.get(id)?.(id, fileId);
  waiting.delete(id);
}

/** Goes on with an upload that was cut. */
export const retry = (id: string): void => void run(id);

/** Ends an upload. */
export function cancel(id: string): void {
  const upload = useUploads.getState().uploads.find((it) => it.id === id);
  stops.get(id)?.abort();
  tellEnd(id, null);
  drop(id);
  // What is left is swept by the node a day later.
  if (upload?.fileId) cancelUpload(upload.workspaceId, upload.fileId).catch(() => undefined);
}

async function run(id: string): Promise<void> {
  const source = sources.get(id);
  if (!source) return change(id, { state: "lost" });
  const stop = new AbortController();
  stops.set(id, stop);
  change(id, { state: "sending", reason: null });
  const made = await unmade.get(id);
  if (stop.signal.aborted) return;
  if (made === false) {
    tellEnd(id, null);
    return drop(id);
  }
  for (let tries = 0; ; tries++) {
    try {
      await send(id, source, stop.signal);
      tellEnd(id, useUploads.getState().uploads.find((it) => it.id === id)?.fileId ?? null);
      return drop(id);
    } catch (thrown) {
      if (stop.signal.aborted) return;
      if (!isPassing(thrown)) {
        change(id, { state: "refused", reason: messageOf(thrown) });
        tellEnd(id, null);
        return keep();
      }
      const pause = useTroupe.getState().connection === "live" ? pauses[tries] : undefined;
      if (pause === undefined) return change(id, { state: "cut", reason: messageOf(thrown) });
      await new Promise((resolve) => setTimeout(resolve, pause * 1_000));
      if (stop.signal.aborted) return;
    }
  }
}

async function send(id: string, source: Blob, signal: AbortSignal): Promise<void> {
  const upload = useUploads.getState().uploads.find((it) => it.id === id);
  if (!upload) return;
  const { workspaceId, ticketId, name, size } = upload;
  const known = upload.fileId === null ? await beginUpload(workspaceId, { ticketId, name, size }) : await readUpload(workspaceId, upload.fileId, signal);
  if (signal.aborted) {
    void cancelUpload(workspaceId, known.fileId).catch(() => undefined);
    return;
  }
  change(id, { fileId: known.fileId });
  keep();
  const there = new Set(known.parts);
  const count = Math.ceil(size / known.partSize);
  const sizeOf = (part: number) => Math.min(known.partSize, size - part * known.partSize);
  let whole = known.parts.reduce((sum, part) => sum + sizeOf(part), 0);
  change(id, { sent: whole });
  for (let part = 0; part < count; part++) {
    if (there.has(part)) continue;
    const bytes = source.slice(part * known.partSize, part * known.partSize + sizeOf(part));
    await sendPart(workspaceId, known.fileId, part, bytes, { signal, onSent: (sent) => change(id, { sent: whole + Math.min(sent, sizeOf(part)) }) });
    whole += sizeOf(part);
    change(id, { sent: whole });
  }
  await completeUpload(workspaceId, known.fileId);
}

/** True while a file waits that the node does not know about yet. A reload would lose this file. */
const hasUnknown = () => useUploads.getState().uploads.some(({ fileId, state }) => fileId === null && state === "sending");

if (typeof window !== "undefined") {
  window.addEventListener("beforeunload", (event) => hasUnknown() && event.preventDefault());
  window.addEventListener("storage", ({ key }) => key === uploadsKey && forgetEnded());
}

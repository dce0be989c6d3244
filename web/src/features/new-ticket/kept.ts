import { create } from "zustand";
import type { Field } from "@/fields/field";
import type { Config } from "@/fields/options";
import { isChoice } from "@/fields/value";
import { draftFiles, type StoredFile } from "@/sync/storage/draftFiles";
import { untouched, type Chip, type Written } from "./chips";
import type { Draft } from "./draft";

/** A file that will be attached to the new task. */
export interface HeldFile {
  id: string;
  file: File;
}

/** Where this browser keeps a task that is not created yet, for one person in one workspace. */
const keyOf = (workspaceId: string, me: string) => `troupe.draft.task.${workspaceId}.${me}`;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === "string");

const isChip = (value: unknown): value is Chip =>
  isObject(value) && [value.field, value.value, value.text].every((each) => typeof each === "string") && Number.isInteger(value.at) && isTexts(value.replaced);

/** Reads a draft that another build, or a person, may have written; null if it is not a draft. */
export function readWritten(stored: string | null): Written | null {
  try {
    const written: unknown = JSON.parse(stored ?? "null");
    if (!isObject(written) || !isObject(written.draft)) return null;
    const { title, description, private: isPrivate, values } = written.draft;
    if (typeof title !== "string" || typeof description !== "string" || !isObject(values)) return null;
    const draft: Draft = { title, description, private: isPrivate === true, values: Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string[]] => isTexts(entry[1]))) };
    const { chips, left } = written;
    return { ...untouched(draft), chips: Array.isArray(chips) ? chips.filter(isChip) : [], left: isTexts(left) ? left : [] };
  } catch {
    return null;
  }
}

/** The draft without the values of fields and options that no longer exist. */
export function stillKnown(written: Written, fields: readonly Field[], config: Config): Written {
  const values = Object.entries(written.draft.values).flatMap(([id, chosen]) => {
    const value = fields.find((field) => field.id === id)?.value;
    if (!value) return [];
    return [[id, isChoice(value) && !value.options.search ? chosen.filter((one) => value.options.find(config, one) !== undefined) : chosen] as const];
  });
  return { ...written, draft: { ...written.draft, values: Object.fromEntries(values) } };
}

/** The files of the draft that this page holds. */
let held: { key: string; files: readonly HeldFile[] } | null = null;
/** The ids of held files that this browser has stored. */
let stored: ReadonlySet<string> = new Set();

/** The ids of held files that a reload would lose: they are too large, or the browser has no room. */
export const useUnstored = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

/** How many bytes of a draft the browser stores. Larger files are named after a reload. */
const mostBytes = 50 * 1024 * 1024;

/** The names of the files of a kept draft; null if there is no draft. */
function namesIn(key: string): readonly string[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (kept === null) return null;
    return isObject(kept) && isTexts(kept.files) ? kept.files : [];
  } catch {
    return null;
  }
}

/** The names of a kept draft's files that this page does not hold. Several files may have one name. */
function missingNames(key: string): readonly string[] {
  const here = held?.key === key ? held.files.map(({ file }) => file.name) : [];
  return (namesIn(key) ?? []).filter((name) => {
    const at = here.indexOf(name);
    if (at >= 0) here.splice(at, 1);
    return at < 0;
  });
}

/** The files of a kept draft: those that this page holds, and the names of those that are lost. */
export function keptFiles(workspaceId: string, me: string): { files: readonly HeldFile[]; lost: readonly string[] } {
  const key = keyOf(workspaceId, me);
  return { files: held?.key === key && namesIn(key) ? held.files : [], lost: missingNames(key) };
}

/** Storing and deleting run one after the other. */
let turn: Promise<void> = Promise.resolve();
let reading: { of: string; done: Promise<void> } | null = null;

/** Fetches the files of a kept draft from the storage of the browser; null if this page holds them. */
export function restoreFiles(workspaceId: string, me: string): Promise<void> | null {
  const key = keyOf(workspaceId, me);
  const missing = missingNames(key);
  if (missing.length === 0) return null;
  const of = JSON.stringify([key, missing]);
  if (reading?.of !== of) reading = { of, done: Promise.race([restore(workspaceId, me), new Promise<void>((resolve) => setTimeout(resolve, 3_000))]) };
  return reading.done;
}

async function restore(workspaceId: string, me: string): Promise<void> {
  const key = keyOf(workspaceId, me);
  await turn;
  // Copy the bytes: the stored file is deleted before the upload ends.
  const whole = async ({ id, name, lastModified, bytes }: StoredFile): Promise<HeldFile> => ({ id, file: new File([await bytes.arrayBuffer()], name, { type: bytes.type, lastModified }) });
  const found = await draftFiles.read(me, workspaceId).then((all) => Promise.all(all.map(whole))).catch(() => []);
  const before = held?.key === key ? held.files : [];
  const missing = missingNames(key);
  const back = found.filter(({ id, file }) => missing.includes(file.name) && !before.some((one) => one.id === id));
  if (back.length === 0) return;
  held = { key, files: [...before, ...back] };
  stored = new Set([...stored, ...back.map(({ id }) => id)]);
}

/** Stores as many of the held files as there is room for. Does nothing if they are stored, or have changed meanwhile. */
async function storeHeld(workspaceId: string, me: string): Promise<void> {
  const now = held;
  if (now?.key !== keyOf(workspaceId, me)) return;
  let bytes = 0;
  const small = now.files.filter(({ file }) => bytes + file.size <= mostBytes && (bytes += file.size) >= 0);
  const wanted = small.map(({ id, file }) => ({ id, name: file.name, lastModified: file.lastModified, bytes: file.slice(0, file.size, file.type) }));
  const refused = await draftFiles.replace(me, workspaceId, wanted).catch(() => new Set(wanted.map(({ id }) => id)));
  // The person may have logged out meanwhile.
  if (namesIn(now.key) === null) return draftFiles.forget(me, workspaceId).catch(() => undefined);
  if (held !== now && held?.files !== now.files) return;
  stored = new Set(small.flatMap(({ id }) => (refused.has(id) ? [] : [id])));
  useUnstored.setState({ ids: new Set(now.files.flatMap(({ id }) => (stored.has(id) ? [] : [id]))) });
}

const sameFiles = (some: readonly HeldFile[], others: readonly HeldFile[]) => some.length === others.length && some.every(({ id }, at) => others[at]?.id === id);

/** Resolves when what was kept is stored, or deleted. */
export const filesAreStored = (): Promise<void> => turn;

export function keptTask(workspaceId: string, me: string): Written | null {
  try {
    return readWritten(localStorage.getItem(keyOf(workspaceId, me)));
  } catch {
    return null;
  }
}

/** Keeps what is written, with its files and the names of lost files; null deletes it. */
export function keepTask(workspaceId: string, me: string, written: Written | null, files: readonly HeldFile[] = [], lost: readonly string[] = []): void {
  const key = keyOf(workspaceId, me);
  const before = held?.key === key ? held.files : [];
  const hadFiles = before.length > 0 || (namesIn(key)?.length ?? 0) > 0;
  held = written === null ? null : { key, files: sameFiles(before, files) ? before : files };
  const names = [...files.map(({ file }) => file.name), ...lost];
  try {
    if (written === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ ...written, ...(names.length > 0 && { files: names }) }));
  } catch {
    // Storage is denied: the draft lasts as long as the dialog.
  }
  if (written !== null && held?.files === before) return;
  if (written === null || files.length === 0) {
    stored = new Set();
    useUnstored.setState({ ids: stored });
    if (hadFiles) turn = turn.then(() => (held?.key === key && held.files.length > 0 ? undefined : draftFiles.forget(me, workspaceId).catch(() => undefined)));
  } else turn = turn.then(() => storeHeld(workspaceId, me));
}

/** Deletes the draft of a person who has lost access to the workspace. */
export const forgetTask = (workspaceId: string, me: string): void => keepTask(workspaceId, me, null);

if (typeof window !== "undefined") {
  // A reload would lose files that are not stored, or not yet.
  window.addEventListener("beforeunload", (event) => {
    if (held && namesIn(held.key) !== null && held.files.some(({ id }) => !stored.has(id))) event.preventDefault();
  });
}

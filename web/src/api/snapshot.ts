import { t } from "@lingui/core/macro";
import type { SnapshotEnd, SnapshotHead, SnapshotLine } from "@/wire/generated";
import { isByColumns, linesOf } from "./columns";
import { ApiError, malformed, unreachable } from "./error";
import { requestRaw } from "./session";

export interface SnapshotReader {
  head: SnapshotHead;
  /** The rows as lines as they come, gathered by network chunk; throws where the end line is missing. */
  batches: AsyncGenerator<SnapshotLine[], void, undefined>;
}

function orMalformed<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw malformed(200);
  }
}

/** Splits a byte stream into the JSON values of its lines, chunk by chunk. */
export async function* jsonLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown[], void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((thrown: unknown) => {
        // If this page aborted the request, the network did not fail.
        throw thrown instanceof DOMException ? thrown : unreachable();
      });
      rest += orMalformed(() => (done ? decoder.decode() : decoder.decode(value, { stream: true })));
      const lines = rest.split("\n");
      rest = done ? "" : (lines.pop() ?? "");
      const values = lines.filter((line) => line !== "").map((line) => orMalformed(() => JSON.parse(line) as unknown));
      if (values.length > 0) yield values;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function isEnd(line: unknown): line is SnapshotEnd {
  return typeof line === "object" && line !== null && "end" in line;
}

function cutShort(): ApiError {
  return new ApiError({ code: "malformed", status: 200, message: t`Part of the workspace couldn't be loaded. Retrying.` });
}

/** Nodes write rows by columns; those of the previous version write a line for each row. */
const rowLines = (line: unknown): SnapshotLine[] => (isByColumns(line) ? orMalformed(() => linesOf(line)) : [line as SnapshotLine]);

async function* entityLines(
  first: unknown[],
  chunks: AsyncGenerator<unknown[], void, undefined>,
): AsyncGenerator<SnapshotLine[], void, undefined> {
  let count = 0;
  for (let lines: unknown[] | null = first; lines !== null; ) {
    const end = lines.findIndex(isEnd);
    const batch = (end < 0 ? lines : lines.slice(0, end)).flatMap(rowLines);
    count += batch.length;
    if (batch.length > 0) yield batch;
    if (end >= 0) {
      if ((lines[end] as SnapshotEnd).count !== count) throw cutShort();
      await chunks.return();
      return;
    }
    const next: IteratorResult<unknown[], void> = await chunks.next();
    lines = next.done ? null : next.value;
  }
  throw cutShort();
}

/** Opens a snapshot on the answer of the node, once its first line is here. */
export async function readSnapshot(body: ReadableStream<Uint8Array>): Promise<SnapshotReader> {
  const chunks = jsonLines(body);
  const first = await chunks.next();
  if (first.done) throw cutShort();
  const [head, ...lines] = first.value;
  if (typeof head !== "object" || head === null || !("cursors" in head)) throw malformed(200);
  return { head: head as SnapshotHead, batches: entityLines(lines, chunks) };
}

/** The media types of the two forms; nodes of the previous version do not know the first one. */
export const snapshotForms = ["application/vnd.troupe.columns", "application/x-ndjson"].join();

/** The workspace as its person may see it, whole or the rows of one scope, streamed. */
export async function loadSnapshot(workspaceId: string, signal?: AbortSignal, scope?: string): Promise<SnapshotReader> {
  const part = scope === undefined ? "" : `?scope=${encodeURIComponent(scope)}`;
  const response = await requestRaw(`/api/workspaces/${workspaceId}/snapshot${part}`, { accept: snapshotForms, ...(signal && { signal }) });
  if (response.body === null) throw malformed(response.status);
  return readSnapshot(response.body);
}

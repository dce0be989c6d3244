/** The largest PDF that is shown. It is held in memory whole. */
export const MOST_BYTES = 64 * 1024 * 1024;

interface Reading {
  /** From 0 to 1. */
  onProgress(part: number): void;
  signal: AbortSignal;
}

/** The bytes at an address. */
export async function bytesAt(address: string, size: number, { onProgress, signal }: Reading): Promise<Uint8Array> {
  const answer = await fetch(address, { signal });
  if (!answer.ok || !answer.body) throw new Error(`The file answered ${answer.status}`);
  const bytes = new Uint8Array(size);
  const reader = answer.body.getReader();
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (read + value.length > size) throw new Error("The file is longer than its row says");
    bytes.set(value, read);
    read += value.length;
    onProgress(read / size);
  }
  if (read < size) throw new Error("The file ended early");
  return bytes;
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSnapshot } from "./snapshot";

const head = { protocol: 1, cursors: {}, workspace: { id: "w" } };
const line = (id: number) => ({ entity: "ticket", data: { id, title: "Grüße, 世界 🎭" } });

/** The text as bytes, cut at the given places. */
function stream(text: string, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return new ReadableStream({
    start(controller) {
      for (let at = 1; at < places.length; at += 1) controller.enqueue(bytes.slice(places[at - 1], places[at]));
      controller.close();
    },
  });
}

const written = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

async function whole(text: string, cuts: readonly number[] = []): Promise<unknown[]> {
  const { batches } = await readSnapshot(stream(text, cuts));
  const lines: unknown[] = [];
  for await (const batch of batches) lines.push(...batch);
  return lines;
}

describe("a snapshot", () => {
  it("reads the same wherever its bytes are cut", async () => {
    const cuts = fc.array(fc.nat({ max: 2_000 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 12 }), cuts, async (count, where) => {
        const lines = Array.from({ length: count }, (_, id) => line(id));
        const text = written(head, ...lines, { end: true, count });
        expect(await whole(text, where)).toEqual(lines);
      }),
    );
  });

  it("sn1_reads lines and columns, and counts the rows of both", async () => {
    const columns = { entity: "ticket", rows: 2, columns: { id: { sums: [5, 1] }, title: { same: "Grüße" } } };
    const rows = [5, 6].map((id) => ({ entity: "ticket", data: { id, title: "Grüße" } }));
    expect(await whole(written(head, line(1), columns, line(2), { end: true, count: 4 }), [40, 90])).toEqual([line(1), ...rows, line(2)]);
    await expect(whole(written(head, columns, { end: true, count: 1 }))).rejects.toMatchObject({ code: "malformed" });
  });

  it("sn1_is malformed where a column does not fit its rows", async () => {
    const columns = { entity: "ticket", rows: 2, columns: { id: ["a"] } };
    await expect(whole(written(head, columns, { end: true, count: 2 }))).rejects.toMatchObject({ code: "malformed" });
  });

  it("tells its head before the rest has come", async () => {
    const { head: read } = await readSnapshot(stream(written(head), []));
    expect(read).toEqual(head);
  });

  it("is not finished without its last line, whatever is missing", async () => {
    const text = written(head, line(1), line(2), { end: true, count: 2 });
    for (let length = 1; length < text.length - 1; length += 7)
      await expect(whole(text.slice(0, length)), `cut at ${length}`).rejects.toMatchObject({
        code: "malformed",
      });
  });

  it("is not finished where the last line counts otherwise", async () => {
    await expect(whole(written(head, line(1), { end: true, count: 2 }))).rejects.toMatchObject({ code: "malformed" });
    await expect(whole("")).rejects.toMatchObject({ code: "malformed" });
  });
});

import { describe, expect, it } from "vitest";
import { bytesOfId, decodeFrame, encodeFrame, idOfBytes, joinBytes } from "./frames";

const ticket = "01890000-0000-7000-8000-00000000000a";
const other = "01890000-0000-7000-8000-00000000000b";
const of = (kind: number, ...body: number[]) => joinBytes(Uint8Array.of(kind, 0), bytesOfId(ticket), Uint8Array.from(body));
const ascii = (text: string) => [...new TextEncoder().encode(text)];

describe("the frames of a page", () => {
  it("begin with their kind, the description, and the ticket", () => {
    expect([...encodeFrame(ticket, { is: "leave" })]).toEqual([4, 0, ...bytesOfId(ticket)]);
    expect(idOfBytes(bytesOfId(ticket))).toBe(ticket);
  });

  it("carry an epoch and a state vector, a number and an update, or a state", () => {
    const body = (frame: Parameters<typeof encodeFrame>[1]) => [...encodeFrame(ticket, frame)].slice(18);
    expect(body({ is: "join", epoch: null, stateVector: Uint8Array.of(0) })).toEqual([...Array.from({ length: 16 }, () => 0), 0]);
    expect(body({ is: "join", epoch: bytesOfId(other), stateVector: Uint8Array.of(1, 2, 3) })).toEqual([...bytesOfId(other), 1, 2, 3]);
    expect(body({ is: "update", number: 0x01020304, update: Uint8Array.of(9) })).toEqual([1, 2, 3, 4, 9]);
    expect(body({ is: "awareness", state: Uint8Array.of(7) })).toEqual([7]);
  });
});

describe("the frames of a node", () => {
  it.each<[string, Uint8Array, unknown]>([
    ["joined", of(0x81, ...bytesOfId(other), 3, 0, 0, 0, 2, 8, 9, 1), { is: "joined", epoch: bytesOfId(other), mayEdit: true, otherEpoch: true, stateVector: Uint8Array.of(8, 9), update: Uint8Array.of(1) }],
    ["updated", of(0x82, 5), { is: "updated", update: Uint8Array.of(5) }],
    ["acked", of(0x83, 0, 0, 1, 0), { is: "acked", number: 256 }],
    ["refused", of(0x84, 0, 0, 0, 2, 0, 0, 3, 232, ...ascii("rate_limited")), { is: "refused", number: 2, waitMs: 1000, code: "rate_limited" }],
    ["seen", of(0x85, ...bytesOfId(other), ...bytesOfId(ticket), 4), { is: "seen", connection: other, userId: ticket, state: Uint8Array.of(4) }],
    ["left", of(0x86, 0, 0, 0, 0, ...ascii("gone")), { is: "left", waitMs: 0, code: "gone" }],
    ["rights", of(0x87, 0), { is: "rights", mayEdit: false }],
  ])("%s is read", (_, bytes, frame) => {
    expect(decodeFrame(bytes)).toEqual({ ticketId: ticket, frame });
  });

  it("tx3 of another kind, of another text, or cut short are ignored", () => {
    const another = of(0x82, 5);
    another[1] = 1;
    for (const bytes of [of(0x99, 1, 2), another, of(0x81, 1), of(0x83, 1), of(0x84, 1), of(0x85), of(0x86), of(0x87), new Uint8Array(3), of(0x81, ...bytesOfId(other), 0, 255, 255, 255, 255)])
      expect(decodeFrame(bytes)).toBeNull();
  });
});

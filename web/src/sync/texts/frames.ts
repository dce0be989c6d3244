/** The version of the frames of texts that this page knows (TX1). */
export const textsVersion = 1;

/** The largest update that a node takes (the limits of docs/TEXTS.md). */
export const maxUpdateBytes = 65_536;
/** The longest description as Markdown, in bytes. */
export const maxDescriptionBytes = 100_000;
export const maxAwarenessBytes = 2_048;

/** A frame to the node. `field` 0 is the description; there are no others yet. */
export type TextFrame =
  | { is: "join"; epoch: Uint8Array | null; stateVector: Uint8Array }
  | { is: "update"; number: number; update: Uint8Array }
  | { is: "awareness"; state: Uint8Array }
  | { is: "leave" };

/** A frame of the node. */
export type TextAnswer =
  | { is: "joined"; epoch: Uint8Array; mayEdit: boolean; otherEpoch: boolean; stateVector: Uint8Array; update: Uint8Array }
  | { is: "updated"; update: Uint8Array }
  | { is: "acked"; number: number }
  | { is: "refused"; number: number; waitMs: number; code: string }
  | { is: "seen"; connection: string; userId: string; state: Uint8Array }
  | { is: "left"; waitMs: number; code: string }
  | { is: "rights"; mayEdit: boolean };

const headBytes = 18;
const kinds = { join: 1, update: 2, awareness: 3, leave: 4 } as const;
const description = 0;

/** The epoch of a page that has no copy. */
export const noEpoch = new Uint8Array(16);

export function bytesOfId(id: string): Uint8Array {
  const hex = id.replaceAll("-", "");
  return Uint8Array.from({ length: 16 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}

export function idOfBytes(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at]);

const number32 = (value: number) => Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function bodyOf(frame: TextFrame): Uint8Array {
  switch (frame.is) {
    case "join":
      return joinBytes(frame.epoch ?? noEpoch, frame.stateVector);
    case "update":
      return joinBytes(number32(frame.number), frame.update);
    case "awareness":
      return frame.state;
    case "leave":
      return new Uint8Array();
  }
}

export const encodeFrame = (ticketId: string, frame: TextFrame): Uint8Array =>
  joinBytes(Uint8Array.of(kinds[frame.is], description), bytesOfId(ticketId), bodyOf(frame));

/** Reads a frame of the node; null for a kind that this page does not know, or a body that is too short (TX3). */
export function decodeFrame(bytes: Uint8Array): { ticketId: string; frame: TextAnswer } | null {
  if (bytes.length < headBytes || bytes[1] !== description) return null;
  const frame = answerOf(bytes[0] ?? 0, bytes.subarray(headBytes));
  return frame && { ticketId: idOfBytes(bytes.subarray(2, headBytes)), frame };
}

function answerOf(kind: number, body: Uint8Array): TextAnswer | null {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const has = (length: number) => body.length >= length;
  const codeAt = (from: number) => new TextDecoder().decode(body.subarray(from));
  switch (kind) {
    case 0x81: {
      if (!has(21)) return null;
      const flags = view.getUint8(16);
      const end = 21 + view.getUint32(17);
      if (!has(end)) return null;
      const epoch = body.slice(0, 16);
      return { is: "joined", epoch, mayEdit: (flags & 1) !== 0, otherEpoch: (flags & 2) !== 0, stateVector: body.slice(21, end), update: body.slice(end) };
    }
    case 0x82:
      return { is: "updated", update: body.slice() };
    case 0x83:
      return has(4) ? { is: "acked", number: view.getUint32(0) } : null;
    case 0x84:
      return has(8) ? { is: "refused", number: view.getUint32(0), waitMs: view.getUint32(4), code: codeAt(8) } : null;
    case 0x85:
      return has(32) ? { is: "seen", connection: idOfBytes(body.subarray(0, 16)), userId: idOfBytes(body.subarray(16, 32)), state: body.slice(32) } : null;
    case 0x86:
      return has(4) ? { is: "left", waitMs: view.getUint32(0), code: codeAt(4) } : null;
    case 0x87:
      return has(1) ? { is: "rights", mayEdit: (view.getUint8(0) & 1) !== 0 } : null;
    default:
      return null;
  }
}

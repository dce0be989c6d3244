import * as Y from "yjs";
import { bytesOfId, idOfBytes, joinBytes } from "../texts/frames";
import { rootOf } from "../texts/tree";

const headBytes = 18;
const number32 = (value: number) => Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);

interface Kept {
  epoch: Uint8Array;
  doc: Y.Doc;
}

interface Joined {
  /** False after a refusal: later updates of this join are refused. */
  whole: boolean;
}

/** A connection to the fake node. Frames wait in both directions until a test carries them. */
export class TextSocket {
  readonly id: string;
  readonly toNode: Uint8Array[] = [];
  readonly toPage: Uint8Array[] = [];
  readonly joined = new Map<string, Joined>();
  mayEdit = true;
  open = true;
  readonly #node: FakeTextNode;
  readonly #receive: (bytes: Uint8Array) => void;

  constructor(node: FakeTextNode, id: string, receive: (bytes: Uint8Array) => void) {
    this.#node = node;
    this.id = id;
    this.#receive = receive;
  }

  /** Carries one frame to the node, or to the page. Returns false if there is none. */
  up(): boolean {
    const frame = this.toNode.shift();
    if (frame) this.#node.receive(this, frame);
    return frame !== undefined;
  }

  down(): boolean {
    const frame = this.toPage.shift();
    if (frame) this.#receive(frame);
    return frame !== undefined;
  }

  /** Frames under way in both directions are lost. */
  cut(): void {
    this.open = false;
    this.toNode.length = 0;
    this.toPage.length = 0;
    this.#node.leave(this);
  }
}

/** A node that stores documents at once, in one object (docs/TEXTS.md). */
export class FakeTextNode {
  readonly docs = new Map<string, Kept>();
  readonly sockets = new Set<TextSocket>();
  /** A script's own refusals of updates. */
  refuse: (socket: TextSocket, update: Uint8Array) => { code: string; waitMs: number } | null = () => null;
  readonly received: { kind: number; bytes: number }[] = [];
  #sockets = 0;

  connect(receive: (bytes: Uint8Array) => void): TextSocket {
    this.#sockets += 1;
    const socket = new TextSocket(this, `00000000-0000-4000-8000-${String(this.#sockets).padStart(12, "0")}`, receive);
    this.sockets.add(socket);
    return socket;
  }

  /** Makes a document with one paragraph for each line. */
  make(ticketId: string, lines: readonly string[], epoch = 1): Y.Doc {
    const doc = new Y.Doc();
    const paragraphs = lines.map((line) => {
      const paragraph = new Y.XmlElement("paragraph");
      paragraph.insert(0, [new Y.XmlText(line)]);
      return paragraph;
    });
    rootOf(doc).insert(0, paragraphs);
    this.docs.set(ticketId, { epoch: new Uint8Array(16).fill(epoch), doc });
    return doc;
  }

  leave(socket: TextSocket): void {
    this.sockets.delete(socket);
    for (const ticketId of socket.joined.keys()) this.#seen(socket, ticketId, new Uint8Array());
  }

  /** Sends a frame to one socket. */
  tell(socket: TextSocket, kind: number, ticketId: string, body: Uint8Array): void {
    if (socket.open) socket.toPage.push(joinBytes(Uint8Array.of(kind, 0), bytesOfId(ticketId), body));
  }

  setRights(socket: TextSocket, ticketId: string, mayEdit: boolean): void {
    socket.mayEdit = mayEdit;
    this.tell(socket, 0x87, ticketId, Uint8Array.of(mayEdit ? 1 : 0));
  }

  left(socket: TextSocket, ticketId: string, code: string, waitMs = 0): void {
    socket.joined.delete(ticketId);
    this.tell(socket, 0x86, ticketId, joinBytes(number32(waitMs), new TextEncoder().encode(code)));
  }

  receive(socket: TextSocket, bytes: Uint8Array): void {
    const kind = bytes[0] ?? 0;
    const ticketId = idOfBytes(bytes.subarray(2, headBytes));
    const body = bytes.slice(headBytes);
    this.received.push({ kind, bytes: body.length });
    const kept = this.docs.get(ticketId);
    if (!kept) return this.#refuseWith(socket, ticketId, 0, "not_found", 0);
    if (kind === 1) return this.#join(socket, ticketId, kept, body);
    if (kind === 2) return this.#update(socket, ticketId, kept, body);
    if (kind === 3) return this.#seen(socket, ticketId, body);
    if (kind === 4) {
      socket.joined.delete(ticketId);
      this.#seen(socket, ticketId, new Uint8Array());
    }
  }

  #join(socket: TextSocket, ticketId: string, { epoch, doc }: Kept, body: Uint8Array): void {
    const theirs = body.slice(0, 16);
    const same = theirs.every((byte, at) => byte === epoch[at]);
    const none = theirs.every((byte) => byte === 0);
    const update = Y.encodeStateAsUpdate(doc, same ? body.slice(16) : undefined);
    const vector = Y.encodeStateVector(doc);
    const flags = (socket.mayEdit ? 1 : 0) | (!same && !none ? 2 : 0);
    socket.joined.set(ticketId, { whole: true });
    this.tell(socket, 0x81, ticketId, joinBytes(epoch, Uint8Array.of(flags), number32(vector.length), vector, update));
  }

  #update(socket: TextSocket, ticketId: string, { doc }: Kept, body: Uint8Array): void {
    const number = new DataView(body.buffer, body.byteOffset).getUint32(0);
    const update = body.slice(4);
    const joined = socket.joined.get(ticketId);
    if (!joined?.whole) return this.#refuseWith(socket, ticketId, number, "conflict", 0);
    const refusal = !socket.mayEdit ? { code: "forbidden", waitMs: 0 } : update.length > 65_536 ? { code: "payload_too_large", waitMs: 0 } : this.refuse(socket, update);
    if (refusal) {
      joined.whole = false;
      return this.#refuseWith(socket, ticketId, number, refusal.code, refusal.waitMs);
    }
    Y.applyUpdate(doc, update);
    if (doc.store.pendingStructs !== null) throw new Error("An update refers to text that the node has never had.");
    this.tell(socket, 0x83, ticketId, number32(number));
    for (const other of this.sockets) if (other !== socket && other.joined.has(ticketId)) this.tell(other, 0x82, ticketId, update);
  }

  #seen(socket: TextSocket, ticketId: string, state: Uint8Array): void {
    for (const other of this.sockets)
      if (other !== socket && other.joined.has(ticketId)) this.tell(other, 0x85, ticketId, joinBytes(bytesOfId(socket.id), bytesOfId(socket.id), state));
  }

  #refuseWith(socket: TextSocket, ticketId: string, number: number, code: string, waitMs: number): void {
    this.tell(socket, 0x84, ticketId, joinBytes(number32(number), number32(waitMs), new TextEncoder().encode(code)));
  }
}


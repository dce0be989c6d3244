import { createDecoder, readVarString, readVarUint } from "lib0/decoding";
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate, modifyAwarenessUpdate, removeAwarenessStates } from "y-protocols/awareness";
import type * as Y from "yjs";
import type { Platform } from "../platform/platform";
import { maxAwarenessBytes } from "./frames";

/** The node passes on 20 a second. */
const pauseMs = 120;

/** Where another person's caret is. Names and colours come from the member row of the user (TX13). */
interface CaretState {
  cursor?: unknown;
  user?: { id: string };
}

/** The carets of the people who write in one document. */
export class Carets {
  readonly awareness: Awareness;
  /** The clients of each connection. */
  readonly #clients = new Map<string, number[]>();
  readonly #platform: Pick<Platform, "after">;
  readonly #send: (state: Uint8Array) => void;
  #pause: (() => void) | null = null;
  #due = false;
  #told = false;
  #stopped = false;

  constructor(doc: Y.Doc, platform: Pick<Platform, "after">, send: (state: Uint8Array) => void) {
    this.awareness = new Awareness(doc);
    this.#platform = platform;
    this.#send = send;
    this.awareness.on("update", (_: unknown, origin: unknown) => origin === "local" && this.#plan());
  }

  /** A new join does not know the own caret, and names the others again. */
  joined(): void {
    this.#told = false;
    this.#plan();
  }

  disconnected(): void {
    for (const connection of this.#clients.keys()) this.#leave(connection);
  }

  seen(connection: string, userId: string, state: Uint8Array): void {
    if (state.length === 0) return this.#leave(connection);
    try {
      const clients = clientsOf(state);
      if (clients.includes(this.awareness.clientID)) return;
      this.#clients.set(connection, clients);
      const named = modifyAwarenessUpdate(state, (given: CaretState | null) => given && { cursor: given.cursor ?? null, user: { id: userId } });
      applyAwarenessUpdate(this.awareness, named, this);
    } catch {
      // Another page sent something else: there is no caret to show.
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#pause?.();
    if (this.#told) this.#send(new Uint8Array());
    this.awareness.destroy();
  }

  #leave(connection: string): void {
    removeAwarenessStates(this.awareness, this.#clients.get(connection) ?? [], this);
    this.#clients.delete(connection);
  }

  #plan(): void {
    this.#due = true;
    if (this.#pause || this.#stopped) return;
    this.#tell();
    this.#pause = this.#platform.after(pauseMs, () => {
      this.#pause = null;
      if (this.#due) this.#plan();
    });
  }

  #tell(): void {
    this.#due = false;
    const writes = Boolean((this.awareness.getLocalState() as CaretState | null)?.cursor);
    if (!writes && !this.#told) return;
    const state = writes ? encodeAwarenessUpdate(this.awareness, [this.awareness.clientID]) : new Uint8Array();
    if (state.length > maxAwarenessBytes) return;
    this.#told = writes;
    this.#send(state);
  }
}

/** The clients that an awareness update names. */
function clientsOf(update: Uint8Array): number[] {
  const decoder = createDecoder(update);
  return Array.from({ length: Math.min(readVarUint(decoder), 8) }, () => {
    const client = readVarUint(decoder);
    readVarUint(decoder);
    readVarString(decoder);
    return client;
  });
}

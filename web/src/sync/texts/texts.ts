import type { TextsLink } from "../engine";
import type { Platform } from "../platform/platform";
import { decodeFrame, encodeFrame, textsVersion } from "./frames";
import { Text, type TextState } from "./text";
import type { TextStorage } from "./textStorage";
import type { TreeNode } from "./tree";

export interface TextsParts {
  platform: Pick<Platform, "after" | "now">;
  storage: TextStorage;
  newId(): string;
  sendBytes(bytes: Uint8Array): boolean;
  described(ticketId: string): readonly TreeNode[] | null;
}

interface Held {
  text: Text;
  users: number;
  listeners: Set<() => void>;
}

/** The texts of the open workspace that this page has joined. A text stays until nothing of it waits for the node. */
export class Texts implements TextsLink {
  #version: number | null = null;
  readonly #held = new Map<string, Held>();
  readonly #parts: TextsParts;

  constructor(parts: TextsParts) {
    this.#parts = parts;
  }

  /** Opens a text until it is released. `changed` is called after each change of its state. */
  open(ticketId: string, changed: () => void): { text: Text; release: () => void } {
    const held = this.#hold(ticketId);
    held.users += 1;
    held.listeners.add(changed);
    return {
      text: held.text,
      release: () => {
        if (!held.listeners.delete(changed)) return;
        held.users -= 1;
        this.#endIfIdle(ticketId, held);
      },
    };
  }

  /** Sends what an earlier visit has left. */
  async sendStored(): Promise<void> {
    for (const ticketId of await this.#parts.storage.unsent()) {
      const held = this.#hold(ticketId);
      await held.text.ready;
      this.#endIfIdle(ticketId, held);
    }
  }

  /** True if closing the page would lose changes. */
  get hasUnstored(): boolean {
    return [...this.#held.values()].some(({ text: { state } }) => state.unsent && !state.durable);
  }

  connected(version: number | null): void {
    this.#version = version;
    for (const { text } of this.#held.values()) text.connected(this.#speaks());
  }

  received(bytes: Uint8Array): void {
    const read = decodeFrame(bytes);
    if (read) this.#held.get(read.ticketId)?.text.receive(read.frame);
  }

  lost(rows: ReadonlySet<string>): void {
    for (const id of rows) this.#held.get(id)?.text.lose();
  }

  /** The description of a ticket has become known. */
  described(ticketId: string): void {
    this.#held.get(ticketId)?.text.described();
  }

  async closed(): Promise<void> {
    const all = [...this.#held.values()];
    this.#held.clear();
    await Promise.all(all.map(({ text }) => text.stop()));
  }

  #speaks(): boolean | null {
    return this.#version === null ? null : this.#version >= textsVersion;
  }

  #hold(ticketId: string): Held {
    const known = this.#held.get(ticketId);
    if (known) return known;
    const listeners = new Set<() => void>();
    const { platform, storage, newId } = this.#parts;
    const text = new Text({
      ticketId,
      platform,
      storage,
      newId,
      send: (frame) => this.#parts.sendBytes(encodeFrame(ticketId, frame)),
      described: () => this.#parts.described(ticketId),
      changed: (state) => this.#changed(ticketId, state),
    });
    const held = { text, users: 0, listeners };
    this.#held.set(ticketId, held);
    text.connected(this.#speaks());
    return held;
  }

  #changed(ticketId: string, _state: TextState): void {
    const held = this.#held.get(ticketId);
    if (!held) return;
    for (const listener of held.listeners) listener();
    this.#endIfIdle(ticketId, held);
  }

  #endIfIdle(ticketId: string, held: Held): void {
    const { state } = held.text;
    if (held.users > 0 || state.unsent || !held.text.isLoaded || this.#held.get(ticketId) !== held) return;
    this.#held.delete(ticketId);
    void held.text.stop();
  }
}

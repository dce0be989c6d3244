import * as Y from "yjs";
import { maxUpdateBytes } from "./frames";
import { piecesOf } from "./pieces";
import type { StoredUpdate } from "./textStorage";

/** What may be on its way without an answer; the node refuses 64 updates or 256 KiB. */
const maxUnanswered = { updates: 32, bytes: 196_608 };

interface Waiting extends StoredUpdate {
  /** The number of the last frame that carries a part of it; null if it was not sent in this join. */
  number: number | null;
}

/** The own updates without an acknowledgement, in order, and their numbers in the present join (TX5 to TX8). */
export class Outgoing {
  #waiting: Waiting[] = [];
  #sent: { number: number; bytes: number }[] = [];
  #number = 0;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  get all(): readonly StoredUpdate[] {
    return this.#waiting;
  }

  /** True if an update is to be split, so that the node might take a part of it only. */
  get hasLarge(): boolean {
    return this.#waiting.some(({ update }) => update.length > maxUpdateBytes);
  }

  add(update: StoredUpdate): void {
    this.#waiting.push({ ...update, number: null });
  }

  clear(): void {
    this.#waiting = [];
    this.begin();
  }

  /** A new join: numbers begin at 1, and everything that has no answer is sent again. */
  begin(): void {
    this.#sent = [];
    this.#number = 0;
    for (const update of this.#waiting) update.number = null;
  }

  /** The frames to send now, each with its number. */
  take(doc: Y.Doc): { number: number; update: Uint8Array }[] {
    const unsent = this.#waiting.filter(({ number }) => number === null);
    const frames: { number: number; update: Uint8Array }[] = [];
    let group: Waiting[] = [];
    const close = () => {
      if (group.length === 0) return;
      const merged = group.length === 1 ? group[0]?.update : Y.mergeUpdates(group.map(({ update }) => update));
      for (const piece of piecesOf(doc, merged ?? new Uint8Array(), maxUpdateBytes)) {
        this.#number += 1;
        frames.push({ number: this.#number, update: piece });
        this.#sent.push({ number: this.#number, bytes: piece.length });
      }
      for (const update of group) update.number = this.#number;
      group = [];
    };
    let size = 0;
    for (const update of unsent) {
      if (group.length > 0 && size + update.update.length > maxUpdateBytes / 2) close();
      if (group.length === 0) size = 0;
      if (this.#isFull()) break;
      group.push(update);
      size += update.update.length;
    }
    close();
    return frames;
  }

  /** Returns the updates that are stored now. */
  acked(number: number): StoredUpdate[] {
    this.#sent = this.#sent.filter((frame) => frame.number > number);
    const isStored = (update: Waiting) => update.number !== null && update.number <= number;
    const stored = this.#waiting.filter(isStored);
    this.#waiting = this.#waiting.filter((update) => !isStored(update));
    return stored;
  }

  #isFull(): boolean {
    return this.#sent.length >= maxUnanswered.updates || this.#sent.reduce((sum, { bytes }) => sum + bytes, 0) >= maxUnanswered.bytes;
  }
}

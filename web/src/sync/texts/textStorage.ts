/** A copy of a text: everything that the node has stored as far as this page knows, without the own tail. */
export interface StoredCopy {
  ticketId: string;
  /** Names the copy that updates belong to: the epoch in hex, or a name of its own for a copy made from Markdown here. */
  copy: string;
  /** Null for a copy made from Markdown. */
  epoch: Uint8Array | null;
  state: Uint8Array;
  /** When it was stored, in milliseconds. */
  at: number;
}

/** An own update that the node has not acknowledged. */
export interface StoredUpdate {
  key: string;
  copy: string;
  update: Uint8Array;
}

/** An own text that could not be saved. It is kept until the person dismisses it. */
export interface LostText {
  id: string;
  words: string;
  /** Why: a code of the node, or `changed` if the place of the text has changed. */
  code: string;
}

export interface StoredText {
  copy: StoredCopy | null;
  tail: StoredUpdate[];
  lost: LostText[];
}

/** What this machine keeps of texts. Each call is one step; calls are carried out in order. */
export interface TextStorage {
  read(ticketId: string): Promise<StoredText>;
  /** Stores an own update, with the copy that it continues if that copy was not stored before. */
  append(ticketId: string, update: StoredUpdate, copy: StoredCopy | null): Promise<void>;
  /** Stores a copy, and deletes the updates that it contains. */
  settle(copy: StoredCopy, acked: readonly string[]): Promise<void>;
  addLost(ticketId: string, lost: LostText): Promise<void>;
  dropLost(ticketId: string, id: string): Promise<void>;
  /** Deletes copy and tail. The lost texts stay, unless the person may no longer see the ticket. */
  drop(ticketId: string, withLost: boolean): Promise<void>;
  /** The tickets with updates that were not acknowledged. */
  unsent(): Promise<string[]>;
  /** The stored copies, with their times. */
  copies(): Promise<{ ticketId: string; at: number }[]>;
}

export const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

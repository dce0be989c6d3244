import * as Y from "yjs";
import type { Platform } from "../platform/platform";
import { Carets } from "./carets";
import { maxDescriptionBytes, sameBytes, type TextAnswer, type TextFrame } from "./frames";
import { bring, differences, write } from "./merge";
import { Outgoing } from "./outgoing";
import { hexOf, type LostText, type StoredCopy, type TextStorage } from "./textStorage";
import { elementsOf, rootOf, treeOf, wordsOf, type TreeNode } from "./tree";

/**
 * `away`: no connection. `unspoken`: the node does not know texts. `waiting`: the page joins again after a pause.
 * `refused`: the node does not let this page join. `gone`: the ticket cannot be seen.
 */
export type TextLink = "away" | "unspoken" | "joining" | "joined" | "waiting" | "refused" | "gone";

/** What people see of a text. A new object with each change. */
export interface TextState {
  /** Null until a copy is here. It is another document after each change of `generation`. */
  doc: Y.Doc | null;
  carets: Carets["awareness"] | null;
  generation: number;
  link: TextLink;
  /** What the node last said; true before its first answer. */
  mayEdit: boolean;
  /** True if own changes wait for the node. */
  unsent: boolean;
  /** False if this machine does not store the own changes. */
  durable: boolean;
  lost: readonly LostText[];
}

/** An update that the node has made for this page, and the state of the document to which it belongs. */
export interface NodesUpdate {
  epoch: Uint8Array;
  stateVector: Uint8Array;
  update: Uint8Array;
}

export interface TextParts {
  ticketId: string;
  platform: Pick<Platform, "after" | "now">;
  storage: TextStorage;
  newId(): string;
  /** False if there is no connection. */
  send(frame: TextFrame): boolean;
  /** The blocks of the description's Markdown, for a page without a copy and without a connection; null if it is not known. */
  described(): readonly TreeNode[] | null;
  changed(state: TextState): void;
}

const flushMs = 50;
const settleMs = 1_000;
/** The shortest pause before another join. */
const rejoinMs = 500;

/** The document of one ticket on this page: joins, sends, keeps what was not acknowledged. */
export class Text {
  state: TextState = { doc: null, carets: null, generation: 0, link: "away", mayEdit: true, unsent: false, durable: true, lost: [] };
  readonly ready: Promise<void>;
  readonly #parts: TextParts;
  readonly #outgoing = new Outgoing();
  /** The origin of changes that are not the person's own. */
  readonly #remote = Symbol("remote");
  #carets: Carets | null = null;
  #copy = "";
  #epoch: Uint8Array | null = null;
  /** Updates that together are the document without the own tail. */
  #confirmed: Uint8Array[] = [];
  #copyStored = false;
  #acked: string[] = [];
  #speaks: boolean | null = null;
  #loaded = false;
  #strayed = false;
  #stopped = false;
  readonly #timers = new Map<"flush" | "settle" | "rejoin", () => void>();

  constructor(parts: TextParts) {
    this.#parts = parts;
    this.ready = this.#load();
  }

  /** True once what this machine has stored is here. */
  get isLoaded(): boolean {
    return this.#loaded;
  }

  /** The node speaks texts or not; null while there is no connection. */
  connected(speaks: boolean | null): void {
    this.#speaks = speaks;
    this.#cancel("rejoin");
    this.#outgoing.begin();
    if (speaks === null) this.#carets?.disconnected();
    if (this.state.link === "gone") return;
    if (speaks === null) this.#show({ link: "away" });
    else if (!speaks) this.#show({ link: "unspoken" });
    else this.#join();
    this.#standIn();
  }

  receive(frame: TextAnswer): void {
    if (this.#stopped || this.state.link === "gone") return;
    switch (frame.is) {
      case "joined":
        return this.#joined(frame);
      case "updated":
        if (this.state.link === "joined") this.#take(frame.update);
        return;
      case "acked":
        return this.#ackedUpTo(frame.number);
      case "refused":
        return this.#refused(frame);
      case "seen":
        return this.#carets?.seen(frame.connection, frame.userId, frame.state);
      case "left":
        return this.#left(frame);
      case "rights":
        return this.#setRights(frame.mayEdit);
    }
  }

  /** The person may no longer see the ticket. */
  lose(): void {
    this.#parts.storage.drop(this.#parts.ticketId, true).catch(() => undefined);
    this.#replaceDoc(null);
    this.#outgoing.clear();
    this.#show({ link: "gone", lost: [] });
  }

  dismissLost(id: string): void {
    this.#show({ lost: this.state.lost.filter((lost) => lost.id !== id) });
    this.#parts.storage.dropLost(this.#parts.ticketId, id).catch(() => undefined);
  }

  /**
   * Makes an update of the node a change of the person (TX30). Returns a function that takes the change back, and leaves
   * what others have written since. Null if the copy lacks something that the update builds on, or cannot be changed now.
   */
  adopt({ epoch, stateVector, update }: NodesUpdate): (() => void) | null {
    const { doc, link, mayEdit } = this.state;
    if (!doc || link !== "joined" || !mayEdit || this.#epoch === null || !sameBytes(epoch, this.#epoch) || !covers(doc, stateVector)) return null;
    const origin = Symbol("adopted");
    const undoing = new Y.UndoManager(rootOf(doc), { trackedOrigins: new Set([origin]) });
    Y.applyUpdate(doc, update, origin);
    return () => {
      if (doc === this.state.doc && this.state.mayEdit) undoing.undo();
      undoing.destroy();
    };
  }

  /** The description has become known, for a page without a copy. */
  described(): void {
    this.#standIn();
  }

  /** Ends the text on this page. What was not acknowledged stays on the disk. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#flush();
    this.#stopped = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    this.#carets?.stop();
    if (this.state.link === "joined") this.#parts.send({ is: "leave" });
    await this.#settle();
    this.state.doc?.destroy();
  }

  async #load(): Promise<void> {
    const { storage, ticketId } = this.#parts;
    const stored = await storage.read(ticketId).catch(() => null);
    this.#loaded = true;
    if (this.#stopped) return;
    if (stored?.copy && this.state.link !== "gone") {
      const { copy, epoch, state } = stored.copy;
      const doc = new Y.Doc();
      try {
        Y.applyUpdate(doc, state);
        const tail = stored.tail.filter((update) => update.copy === copy);
        for (const { update } of tail) Y.applyUpdate(doc, update);
        for (const update of tail) this.#outgoing.add(update);
        this.#use(doc, { copy, epoch, confirmed: [state] });
        this.#copyStored = true;
      } catch {
        doc.destroy();
      }
    }
    for (const { copy, update } of stored?.tail ?? []) if (copy !== this.#copy) this.#lose(writtenIn(update), "changed");
    this.#show({ lost: [...(stored?.lost ?? []), ...this.state.lost] });
    if (this.#speaks === true) this.#join();
    this.#standIn();
  }

  /** Without a node and without a copy, the page writes into a document that it makes from the Markdown. */
  #standIn(): void {
    if (!this.#loaded || this.state.doc || this.state.link !== "away" || this.#stopped) return;
    const blocks = this.#parts.described();
    if (blocks === null) return;
    const doc = new Y.Doc();
    rootOf(doc).insert(0, elementsOf(blocks).filter((element) => element instanceof Y.XmlElement));
    this.#use(doc, { copy: `markdown-${this.#parts.newId()}`, epoch: null, confirmed: [Y.encodeStateAsUpdate(doc)] });
  }

  #join(): void {
    if (!this.#loaded || this.#stopped) return;
    this.#outgoing.begin();
    const { doc } = this.state;
    const has = doc !== null && this.#epoch !== null;
    const stateVector = has ? Y.encodeStateVector(doc) : new Uint8Array(1);
    if (this.#parts.send({ is: "join", epoch: has ? this.#epoch : null, stateVector })) this.#show({ link: "joining" });
  }

  #joined({ epoch, mayEdit, otherEpoch, stateVector, update }: Extract<TextAnswer, { is: "joined" }>): void {
    this.#outgoing.begin();
    const { doc } = this.state;
    this.#show({ link: "joined", mayEdit });
    if (doc && this.#epoch && sameBytes(epoch, this.#epoch) && !otherEpoch) {
      this.#take(update);
      this.#sendUnkept(doc, stateVector);
    } else this.#exchange(epoch, update);
    if (!mayEdit && !this.#outgoing.isEmpty) return this.#giveUp("forbidden");
    this.#carets?.joined();
    this.#planSettle();
    this.#flush();
  }

  /** Sends what the node lacks although no update waits: another tab may have stored and sent it, and the node lost it. */
  #sendUnkept(doc: Y.Doc, stateVector: Uint8Array): void {
    const known = Y.decodeStateVector(stateVector);
    const own = Y.decodeStateVector(Y.encodeStateVector(doc));
    if (!this.#outgoing.isEmpty || [...own].every(([client, clock]) => clock <= (known.get(client) ?? 0))) return;
    this.#keep(Y.encodeStateAsUpdate(doc, stateVector));
  }

  /** The node's document has another history (TX16): own changes without an acknowledgement are made again on the new one. */
  #exchange(epoch: Uint8Array, update: Uint8Array): void {
    const { doc: before } = this.state;
    const unsent = before !== null && !this.#outgoing.isEmpty;
    const base = unsent ? treesOf(this.#confirmed) : [];
    const mine = before && unsent ? treeOf(before) : [];
    const stale = this.#outgoing.all.map(({ key }) => key);
    this.#outgoing.clear();
    const doc = new Y.Doc();
    Y.applyUpdate(doc, update, this.#remote);
    this.#use(doc, { copy: hexOf(epoch), epoch, confirmed: [update] });
    this.#acked.push(...stale);
    if (!unsent) return;
    const { changes, lost } = bring(base, mine, treeOf(doc));
    if (this.state.mayEdit) write(doc, changes, this);
    else lost.push(...changes.flatMap(({ blocks }) => blocks));
    this.#lose(wordsOf(lost), this.state.mayEdit ? "changed" : "forbidden");
    // The updates of the former copy go once the new ones are on the disk.
    void this.#settle();
  }

  #take(update: Uint8Array): void {
    const { doc } = this.state;
    if (!doc) return;
    Y.applyUpdate(doc, update, this.#remote);
    this.#confirm([update]);
  }

  #ackedUpTo(number: number): void {
    const stored = this.#outgoing.acked(number);
    this.#acked.push(...stored.map(({ key }) => key));
    this.#confirm(stored.map(({ update }) => update));
    this.#show({});
    this.#flush();
  }

  #confirm(updates: readonly Uint8Array[]): void {
    this.#confirmed.push(...updates);
    if (this.#confirmed.length > 200) this.#confirmed = [Y.mergeUpdates(this.#confirmed)];
    this.#planSettle();
  }

  #refused({ number, waitMs, code }: Extract<TextAnswer, { is: "refused" }>): void {
    // The first refusal of a join decides. Those after it only say that they build on it.
    if (this.state.link !== (number > 0 ? "joined" : "joining")) return;
    if (waitMs > 0) return this.#rejoin(waitMs);
    if (number > 0) return this.#giveUp(code);
    if (code === "not_found") return this.lose();
    this.#show({ link: "refused" });
  }

  #left({ waitMs, code }: Extract<TextAnswer, { is: "left" }>): void {
    if (code === "not_found") return this.lose();
    this.#carets?.disconnected();
    this.#rejoin(waitMs);
  }

  #rejoin(waitMs: number): void {
    this.#show({ link: "waiting" });
    this.#plan("rejoin", Math.max(waitMs, rejoinMs), () => this.#join());
  }

  #setRights(mayEdit: boolean): void {
    const gained = mayEdit && !this.state.mayEdit;
    this.#show({ mayEdit });
    if (!mayEdit && !this.#outgoing.isEmpty) return this.#giveUp("forbidden");
    // While the person could not edit, the editor may have mended the document on this page only.
    if (gained && this.#strayed) {
      this.#replaceDoc(null);
      this.#epoch = null;
      this.#join();
    }
  }

  /** The node will never take the own changes: their text is offered, and the page joins without a copy (TX7). */
  #giveUp(code: string): void {
    const { doc } = this.state;
    if (doc) this.#lose(wordsOf(differences(treesOf(this.#confirmed), treeOf(doc)).flatMap(({ blocks }) => blocks)), code);
    this.#parts.storage.drop(this.#parts.ticketId, false).catch(() => undefined);
    this.#outgoing.clear();
    this.#replaceDoc(null);
    this.#epoch = null;
    this.#join();
  }

  #lose(words: string, code: string): void {
    if (words.trim() === "") return;
    const lost: LostText = { id: this.#parts.newId(), words, code };
    this.#parts.storage.addLost(this.#parts.ticketId, lost).catch(() => undefined);
    this.#show({ lost: [...this.state.lost, lost] });
  }

  #use(doc: Y.Doc, { copy, epoch, confirmed }: { copy: string; epoch: Uint8Array | null; confirmed: Uint8Array[] }): void {
    this.#copy = copy;
    this.#epoch = epoch;
    this.#confirmed = confirmed;
    this.#copyStored = false;
    this.#replaceDoc(doc);
  }

  #replaceDoc(doc: Y.Doc | null): void {
    this.#carets?.stop();
    this.#carets = doc && new Carets(doc, this.#parts.platform, (state) => this.state.link === "joined" && this.#parts.send({ is: "awareness", state }));
    this.#strayed = false;
    const before = this.state.doc;
    doc?.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin === this.#remote || doc !== this.state.doc) return;
      if (this.state.mayEdit) this.#keep(update);
      else this.#strayed = true;
    });
    this.#show({ doc, carets: this.#carets?.awareness ?? null, generation: this.state.generation + 1 });
    // The editor of the former document is still mounted, and lets go of it after the next paint.
    if (before) this.#parts.platform.after(settleMs, () => before.destroy());
  }

  /** An own change: stored at once, sent soon. */
  #keep(update: Uint8Array): void {
    const stored = { key: this.#parts.newId(), copy: this.#copy, update };
    this.#outgoing.add(stored);
    const copy = this.#copyStored ? null : this.#copyNow();
    this.#copyStored = true;
    this.#parts.storage.append(this.#parts.ticketId, stored, copy).catch(() => {
      this.#copyStored = false;
      this.#show({ durable: false });
    });
    if (!this.state.unsent) this.#show({});
    if (!this.#timers.has("flush")) this.#plan("flush", flushMs, () => this.#flush());
  }

  #flush(): void {
    const { doc, link, mayEdit } = this.state;
    if (!doc || link !== "joined" || !mayEdit || this.#stopped) return;
    // The node would take the first parts of it, and refuse the last.
    if (this.#outgoing.hasLarge && bytesOf(treeOf(doc)) > Math.max(maxDescriptionBytes, bytesOf(treesOf(this.#confirmed)))) return this.#giveUp("too_many");
    for (const { number, update } of this.#outgoing.take(doc)) this.#parts.send({ is: "update", number, update });
  }

  #copyNow(): StoredCopy {
    this.#confirmed = [Y.mergeUpdates(this.#confirmed)];
    const [state = new Uint8Array()] = this.#confirmed;
    return { ticketId: this.#parts.ticketId, copy: this.#copy, epoch: this.#epoch, state, at: this.#parts.platform.now() };
  }

  #planSettle(): void {
    if (!this.#timers.has("settle") && !this.#stopped) this.#plan("settle", settleMs, () => void this.#settle());
  }

  /** Stores what is confirmed, and deletes the acknowledged updates that it contains. */
  async #settle(): Promise<void> {
    if (!this.state.doc || this.#epoch === null || this.state.link === "gone") return;
    const acked = this.#acked;
    this.#acked = [];
    const copy = this.#copyNow();
    this.#copyStored = true;
    await this.#parts.storage.settle(copy, acked).catch(() => {
      this.#acked.push(...acked);
      this.#copyStored = false;
    });
  }

  #plan(timer: "flush" | "settle" | "rejoin", ms: number, work: () => void): void {
    this.#cancel(timer);
    this.#timers.set(
      timer,
      this.#parts.platform.after(ms, () => {
        this.#timers.delete(timer);
        work();
      }),
    );
  }

  #cancel(timer: "flush" | "settle" | "rejoin"): void {
    this.#timers.get(timer)?.();
    this.#timers.delete(timer);
  }

  #show(change: Partial<TextState>): void {
    this.state = { ...this.state, ...change, unsent: !this.#outgoing.isEmpty };
    this.#parts.changed(this.state);
  }
}

/** True if a copy has everything up to a state. */
function covers(doc: Y.Doc, stateVector: Uint8Array): boolean {
  const own = Y.decodeStateVector(Y.encodeStateVector(doc));
  return [...Y.decodeStateVector(stateVector)].every(([client, clock]) => (own.get(client) ?? 0) >= clock);
}

/** The bytes of the words, which are fewer than those of the Markdown. */
const bytesOf = (blocks: readonly TreeNode[]): number => new TextEncoder().encode(wordsOf(blocks)).length;

/** The blocks of the document that these updates make. */
function treesOf(updates: readonly Uint8Array[]): TreeNode[] {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  const tree = treeOf(doc);
  doc.destroy();
  return tree;
}

/** The text that an update inserts, for an update whose document is not here. */
function writtenIn(update: Uint8Array): string {
  try {
    const { structs } = Y.decodeUpdate(update);
    return structs.map((struct) => (struct instanceof Y.Item && struct.content instanceof Y.ContentString ? struct.content.str : "")).join("");
  } catch {
    return "";
  }
}

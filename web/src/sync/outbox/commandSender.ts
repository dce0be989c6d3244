import { t } from "@lingui/core/macro";
import type { CommandFrame } from "@/wire/frames";
import type { Command, Refusal, ScopeCursor, SocketLimits } from "@/wire/generated";
import { touchesOf } from "../kinds/kinds";
import type { Clock, Ids } from "../platform/ids";
import type { Platform } from "../platform/platform";
import * as outbox from "./outbox";
import type { Entry, Outbox } from "./outbox";
import type { Storage } from "../storage/storage";
import type { Tabs } from "../platform/tabs";
import type { Answer, DamagedEdit } from "../types";

/** The limit of unanswered commands on the connection. Further commands would only wait at the node. */
const maxUnanswered = 64;
/** The shortest pause before waiting commands are tried again. Also the pause while the rate limit has no tokens left. */
const pumpAgainMs = 20;
const defaultFrameBytes = 256 * 1024;
/** How long an acked command stays in the outbox while the page does not follow its scope yet. */
const keepUnfollowedMs = 5000;
/**
 * The clock of the page may run faster than that of the node. So the page uses only these shares of the node's rate and
 * burst, and of the burst right after connecting.
 */
const rateShare = 0.9;
const burstShare = 0.8;
const initialBurstShare = 0.5;
const defaultLimits: SocketLimits = { frameBytes: defaultFrameBytes, commandsPerSecond: 100, commandBurst: 500 };

export interface CommandSenderHooks {
  send(frame: CommandFrame): boolean;
  /** The outbox has changed and must be shown. */
  changed(): void;
}

/**
 * Owns the outbox: stores each command before sending it, sends commands in order at a limited rate, and applies the
 * answers. `adopt` calls `changed` when it ends, and so does storing added commands. After other methods that change the
 * outbox, the engine shows it.
 */
export class CommandSender {
  #outbox: Outbox = [];
  /** The entries that were added in this turn of the event loop and are not stored yet. */
  #unstored: Entry[] = [];
  /** Resolves when the latest added entries are stored. */
  #storing: Promise<void> = Promise.resolve();
  #limits = defaultLimits;
  /** The tokens of the rate limit (BP2). They refill over time. */
  #tokens = 0;
  #refilledAt = 0;
  #isConnected = false;
  #cancelTimer: (() => void) | null = null;
  /**
   * By command id: the time of an ack in a scope that the page does not follow yet, such as the scope of a restricted
   * list that the page has just created.
   */
  readonly #ackedBeforeFollow = new Map<string, number>();
  readonly #answers = new Map<string, (answer: Answer) => void>();
  readonly #storage: Storage;
  readonly #tabs: Tabs;
  readonly #platform: Platform;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #hooks: CommandSenderHooks;
  /** False if edits are kept in memory only. */
  durable: boolean;
  /** Stored edits that cannot be read, and so cannot be sent. */
  damaged: DamagedEdit[] = [];
  /** True if the edits of an earlier visit could not be read. */
  unreadable: boolean;

  constructor(parts: { storage: Storage; tabs: Tabs; platform: Platform; clock: Clock; ids: Ids; hooks: CommandSenderHooks }) {
    this.#storage = parts.storage;
    this.#tabs = parts.tabs;
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#ids = parts.ids;
    this.#hooks = parts.hooks;
    this.durable = parts.storage.durable;
    this.unreadable = parts.storage.unreadable;
  }

  get outbox(): Outbox {
    return this.#outbox;
  }

  /** Takes over the stored edits of tabs that have ended. */
  async adopt(): Promise<void> {
    try {
      const { entries, damaged } = await this.#tabs.exclusively((isDead) => this.#storage.adopt(this.#tabs.id, isDead));
      this.damaged = damaged;
      this.#outbox = outbox.adopted(this.#outbox, entries);
    } catch (error) {
      console.warn("The edits of an earlier visit could not be read.", error);
      this.unreadable = true;
    }
    this.#hooks.changed();
    this.pump();
  }

  /** True if closing the page would lose edits. */
  get hasUnstoredEdits(): boolean {
    const waiting = this.#outbox.filter(({ state }) => state.is === "waiting" || state.is === "sent");
    return waiting.some(({ stored }) => !this.durable || !stored);
  }

  /**
   * Adds a command to the outbox. The caller renders the outbox. The promise resolves with the node's answer, or with a
   * refusal if the edit is discarded before that. If the workspace is closed before that, the promise never resolves.
   */
  add(command: Command): { entry: Entry; answer: Promise<Answer> } {
    const entry: Entry = {
      id: this.#ids.next(),
      command,
      at: this.#clock.iso(),
      since: this.#platform.now(),
      state: { is: "waiting" },
      stored: false,
    };
    const answer = new Promise<Answer>((resolve) => this.#answers.set(entry.id, resolve));
    const bytes = new TextEncoder().encode(JSON.stringify({ type: "command", id: entry.id, command })).length;
    if (bytes > this.#limits.frameBytes) {
      // For such a frame, the node closes the connection (CM6), and would do so again at every retry.
      const error: Refusal = { code: "payload_too_large", message: t`This edit is too large to send.` };
      const refused: Entry = { ...entry, state: { is: "refused", error } };
      this.#outbox = outbox.added(this.#outbox, refused);
      this.#answer(entry.id, { ok: false, error });
      return { entry: refused, answer };
    }
    this.#outbox = outbox.added(this.#outbox, entry);
    // All commands of one turn of the event loop are stored together.
    if (this.#unstored.push(entry) === 1) this.#storing = Promise.resolve().then(() => this.#storeAdded());
    return { entry, answer };
  }

  /** The connection is open: starts to send. `disconnected` has put unanswered commands back into the queue. */
  connected(limits: SocketLimits): void {
    this.#limits = { ...defaultLimits, ...limits };
    this.#tokens = this.#limits.commandBurst * initialBurstShare;
    this.#refilledAt = this.#platform.now();
    this.#isConnected = true;
    this.pump();
  }

  /** A snapshot, perhaps of another epoch, has replaced the replica. This puts acked commands back into the queue if a new epoch may have lost them. */
  rejoined(cursors: Readonly<Record<string, ScopeCursor>>): void {
    this.#outbox = outbox.requeuedAfterEpochChange(this.#outbox, cursors);
  }

  disconnected(): void {
    this.#isConnected = false;
    this.#cancelTimer?.();
    this.#outbox = outbox.requeued(this.#outbox);
  }

  acked(id: string, scope: string, seq: number, epoch: string): void {
    const state = this.#outbox.find((entry) => entry.id === id)?.state;
    if (!state || state.is === "acked") return;
    this.#outbox = outbox.changedState(this.#outbox, id, { is: "acked", scope, seq, epoch });
    // An empty epoch: the page does not follow the scope yet.
    if (epoch === "") this.#ackedBeforeFollow.set(id, this.#platform.now());
    this.#answer(id, { ok: true, scope, seq });
  }

  refused(id: string, error: Refusal): void {
    this.#outbox = outbox.refuse(this.#outbox, id, error, this.#platform.now());
    const entry = this.#outbox.find((other) => other.id === id);
    // After a temporary refusal, the entry waits in the queue again and has no answer yet.
    if (entry?.state.is !== "refused") return;
    void this.#store([entry]);
    this.#answer(id, { ok: false, error });
  }

  /** True if an answer is overdue. The connection is then probably dead. */
  isOverdue(): boolean {
    return outbox.isOverdue(this.#outbox, this.#platform.now());
  }

  /**
   * Drops the edits whose events are in the replica. The storage keeps them, marked as answered, until it has stored a
   * replica that includes their events.
   */
  settle(cursors: Readonly<Record<string, ScopeCursor>>): void {
    const now = this.#platform.now();
    // An acked command of a scope that the page does not follow is kept for a while. Then it is settled, although its event
    // was not seen.
    for (const [id, at] of this.#ackedBeforeFollow) if (now - at > keepUnfollowedMs) this.#ackedBeforeFollow.delete(id);
    const ids = outbox.settled(this.#outbox, cursors, new Set(this.#ackedBeforeFollow.keys()));
    if (ids.size === 0) return;
    const settled = this.#outbox.filter((entry) => ids.has(entry.id));
    this.#outbox = outbox.without(this.#outbox, ids);
    const markedAnswered = settled.map((entry) => ({ ...entry, stored: true, owner: this.#tabs.id }));
    // If the entries cannot be marked, they are removed. Otherwise the next visit would send them again.
    this.#storage.put(markedAnswered).catch(() => this.#removeStored(ids));
  }

  /** Removes a refused edit that the person has seen, and returns its command. Null if the edit is not refused. */
  dismiss(id: string): Command | null {
    const entry = this.#outbox.find((other) => other.id === id);
    if (entry?.state.is !== "refused") return null;
    this.#drop(new Set([id]));
    return entry.command;
  }

  /** Drops an unsent edit, or a damaged one. */
  discard(id: string): void {
    this.damaged = this.damaged.filter((edit) => edit.id !== id);
    this.#drop(new Set([id]));
  }

  /** Drops the edits of rows that the person may no longer see. */
  discardEditsOf(rows: ReadonlySet<string>): void {
    const lost = this.#outbox.filter(({ command }) => touchesOf(command).some(({ id }) => rows.has(id)));
    this.#drop(new Set(lost.map(({ id }) => id)));
  }

  /** Sends the commands that may be sent now, and schedules the rest. */
  pump(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (!this.#isConnected) return;
    const now = this.#platform.now();
    this.#refill(now);
    const unanswered = this.#outbox.filter((entry) => entry.state.is === "sent").length;
    const room = Math.min(maxUnanswered - unanswered, Math.floor(this.#tokens));
    const next = outbox.toSend(this.#outbox, room, now);
    for (const { id, command } of next) {
      // If the connection is lost, the rest is sent after the next `connected`.
      if (!this.#hooks.send({ type: "command", id, command })) return;
      this.#tokens -= 1;
      this.#outbox = outbox.changedState(this.#outbox, id, { is: "sent", at: now });
    }
    const waiting = this.#outbox.find((entry) => entry.state.is === "waiting" && entry.stored);
    // At the limit of unanswered commands, no timer is needed: `pump` runs again after the next answer.
    if (!waiting || unanswered + next.length >= maxUnanswered) return;
    const notBefore = waiting.state.is === "waiting" ? (waiting.state.notBefore ?? 0) : 0;
    this.#cancelTimer = this.#platform.after(Math.max(pumpAgainMs, notBefore - now), () => this.pump());
  }

  /** Sends nothing more, and waits until all added commands are stored. */
  async stop(): Promise<void> {
    this.disconnected();
    this.#answers.clear();
    await this.#storing;
  }

  async #storeAdded(): Promise<void> {
    // Entries that were discarded in the same turn are left out.
    const idsInOutbox = new Set(this.#outbox.map(({ id }) => id));
    const entries = this.#unstored.filter(({ id }) => idsInOutbox.has(id));
    this.#unstored = [];
    await this.#store(entries.map((entry) => ({ ...entry, stored: true })));
    // Also after a failed write: the commands must be sent all the same, and `durable` is false then.
    this.#set(outbox.markStored(this.#outbox, new Set(entries.map(({ id }) => id))));
    this.pump();
  }

  #refill(now: number): void {
    const { commandsPerSecond, commandBurst } = this.#limits;
    const earned = ((now - this.#refilledAt) / 1000) * commandsPerSecond * rateShare;
    this.#tokens = Math.min(commandBurst * burstShare, this.#tokens + earned);
    this.#refilledAt = now;
  }

  #set(next: Outbox): void {
    if (next === this.#outbox) return;
    this.#outbox = next;
    this.#hooks.changed();
  }

  /** Removes edits, and tells those who wait for them that they were discarded. */
  #drop(ids: Set<string>): void {
    if (ids.size === 0) return;
    this.#outbox = outbox.without(this.#outbox, ids);
    this.#removeStored(ids);
    // If the edit was sent, the node's answer may still arrive. It is ignored.
    for (const id of ids) this.#answer(id, { ok: false, error: { code: "unavailable", message: t`The edit was discarded.` } });
  }

  #removeStored(ids: ReadonlySet<string>): void {
    this.#storage.remove([...ids]).catch((error: unknown) => {
      // The next visit may send an answered edit again, which is harmless because of its id. It may also show a discarded
      // edit again.
      console.warn("An edit could not be removed from the storage.", error);
    });
  }

  async #store(entries: Entry[]): Promise<void> {
    try {
      await this.#storage.put(entries.map((entry) => ({ ...entry, owner: this.#tabs.id })));
    } catch (error) {
      console.warn("This browser's storage is full or broken: edits are kept in memory only.", error);
      this.durable = false;
    }
  }

  #answer(id: string, answer: Answer): void {
    this.#answers.get(id)?.(answer);
    this.#answers.delete(id);
  }
}

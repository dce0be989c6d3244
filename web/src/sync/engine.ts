import type { Command, NodeFrame, PresenceMember } from "@/wire/generated";
import { keepsAll } from "./allowed";
import { ReplicaCache } from "./storage/replicaCache";
import { CommandSender } from "./outbox/commandSender";
import type { ConnectionState } from "./connection/connectionState";
import { applyToDetails, type Details } from "./details/details";
import { DetailLoader } from "./details/detailLoader";
import type { ActivityLimit, NodeApi } from "./connection/nodeApi";
import { fetchRules, haveRules, inverseOf, stepNameOf } from "./kinds/kinds";
import * as undoHistory from "./outbox/undoHistory";
import type { History, Step } from "./outbox/undoHistory";
import { Clock, Ids } from "./platform/ids";
import { isBlocked, SocketConnection } from "./connection/socketConnection";
import type { Platform } from "./platform/platform";
import { refusalsOf, pendingOf, unsentOf, isUnsettled, unsettled, type Outbox } from "./outbox/outbox";
import { PresenceSender } from "./connection/presenceSender";
import { Append, rebase, type Author, type Rebased } from "./view/rebase";
import { applyBatch, type Replica, type Run } from "./replica/replica";
import type { Storage } from "./storage/storage";
import { Stream } from "./stream/stream";
import { Draft, same, viewOf, type ViewTables } from "./tables/tables";
import type { Tabs } from "./platform/tabs";
import type { Answer, DispatchOptions, PresenceReport, SyncState, UndoResult } from "./types";

export interface EngineParts {
  workspaceId: string;
  userId: string;
  platform: Platform;
  nodeApi: NodeApi;
  storage: Storage;
  tabs: Tabs;
  /** Called with every new state, at most once for each animation frame and once for each own edit. */
  publish(state: Partial<SyncState>): void;
  /** Called with the rows that the person may no longer see. */
  lost(rows: ReadonlySet<string>): void;
}

/** The texts that several people write. They are a chunk of their own, which attaches itself when it has loaded. */
export interface TextsLink {
  /** True if closing the page would lose changes. */
  readonly hasUnstored: boolean;
  /** The version of texts that the node speaks (TX1), 0 for none; null if the connection has ended. */
  connected(version: number | null): void;
  received(bytes: Uint8Array): void;
  lost(rows: ReadonlySet<string>): void;
  /** The workspace closes. Resolves once everything is on the disk. */
  closed(): Promise<void>;
}

/** How long the start waits for taking over the edits of ended tabs. */
const adoptTimeoutMs = 1000;
/** How long frames wait for the snapshot of a gained scope. */
const holdTimeoutMs = 1000;

/** One open workspace: the replica, the outbox, and the connection to the node. No React. */
export class Engine {
  readonly clock: Clock;
  readonly ids: Ids;
  #details: Details = {};
  #rebased: Rebased | null = null;
  #ready = false;
  #inbox: NodeFrame[] = [];
  #cancelFlush: (() => void) | null = null;
  #history: History = undoHistory.emptyHistory;
  #presence: PresenceMember[] = [];
  #nodeIsolated = false;
  #offlineSince: number | null;
  #everLive = false;
  /** Since when frames are held until a gained scope is fetched; null if they are not held. */
  #holdingSince: number | null = null;
  #outboxShown: Outbox | null = null;
  #texts: TextsLink | null = null;
  #textsVersion: number | null = null;
  /** The commands of calls of `dispatchAll` that wait for their rules to load. */
  readonly #waiting = new Set<readonly Command[]>();
  #stopped = false;
  readonly #parts: EngineParts;
  readonly #author: Author;
  readonly #connection: SocketConnection;
  readonly #stream: Stream;
  readonly #sender: CommandSender;
  readonly #cache: ReplicaCache;
  readonly #presenceSender: PresenceSender;
  readonly #loader: DetailLoader;

  constructor(parts: EngineParts) {
    const { platform, nodeApi, storage, tabs, workspaceId } = parts;
    this.#parts = parts;
    this.#author = { me: parts.userId, workspaceId };
    this.#offlineSince = platform.now();
    this.clock = new Clock(() => platform.now());
    this.ids = new Ids(this.clock);
    this.#stream = new Stream(workspaceId, nodeApi, platform, {
      gap: () => this.#connection.handle({ on: "gap" }),
      outdated: () => this.#connection.handle({ on: "outdated" }),
      joined: (buffered, gone) => this.#joined(buffered, gone),
      gained: (buffered) => this.#gained(buffered),
    });
    this.#connection = new SocketConnection(platform, nodeApi, this.clock, {
      workspaceId,
      cursors: () => this.#stream.replica.cursors,
      received: (frame) => this.#receive(frame),
      receivedBytes: (bytes) => this.#texts?.received(bytes),
      moved: (state, before) => this.#connectionChanged(state, before),
    });
    this.#sender = new CommandSender({
      storage,
      tabs,
      platform,
      clock: this.clock,
      ids: this.ids,
      hooks: { send: (frame) => this.#connection.send(frame), changed: () => this.#show() },
    });
    this.#cache = new ReplicaCache(storage, platform);
    this.#presenceSender = new PresenceSender(platform, (update) => this.#connection.send({ type: "presence", ...update }));
    this.#loader = new DetailLoader(platform, nodeApi, workspaceId, {
      get: () => this.#details,
      set: (details) => this.#setDetails(details),
      watch: (ticketId, on) => void this.#connection.send({ type: on ? "watch" : "unwatch", ticketId }),
    });
  }

  /**
   * Shows the stored state, takes over the edits of ended tabs, and connects to the node. `copy` is the stored state, if
   * it is being read already.
   */
  async start(copy?: Promise<Replica | null>): Promise<void> {
    const { storage, workspaceId, tabs } = this.#parts;
    const loading = this.#cache.load(copy ?? storage.loadReplica(workspaceId));
    await tabs.join();
    // Edits of an earlier visit should be shown at once, but a stuck tab must not delay the start.
    const timeout = new Promise<void>((resolve) => void this.#parts.platform.after(adoptTimeoutMs, resolve));
    const adopting = Promise.race([this.#sender.adopt(), timeout]);
    const cached = await loading;
    if (this.#stopped) return;
    if (cached) {
      this.#stream.replica = cached;
      this.#ready = true;
    }
    await adopting;
    if (this.#stopped) return;
    if (cached) this.#sender.settle(cached.cursors);
    this.#parts.tabs.onDeath(() => void this.#sender.adopt());
    this.#parts.tabs.onElected(() => this.#cache.becomeWriter());
    this.#show();
    this.#connection.handle({ on: "start" });
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#cancelFlush?.();
    await this.#texts?.closed();
    this.#texts = null;
    this.#disconnected();
    this.#connection.handle({ on: "stop" });
    this.#presenceSender.stop();
    this.#loader.stop();
    // Commands that still wait for their rules are stored, so that the next visit sends them.
    for (const call of this.#waiting) for (const command of call) this.#sender.add(command);
    await this.#sender.stop();
    await this.#cache.flush();
    this.#cache.stop();
    this.#parts.tabs.leave();
    this.#parts.storage.close();
  }

  /** The page may be about to close: saves the replica. */
  save(): void {
    void this.#cache.flush();
  }

  wake(): void {
    this.#connection.handle({ on: "wake" });
  }

  networkLost(): void {
    this.#connection.handle({ on: "offline" });
  }

  setAway(away: boolean): void {
    this.#presenceSender.setAway(away);
  }

  setPresence(report: PresenceReport): void {
    this.#presenceSender.set(report);
  }

  /** If the rules of a command are still being loaded, the command and all later commands wait for the rules. */
  async dispatchAll(commands: Command[], options: DispatchOptions = {}): Promise<Answer[]> {
    if (this.#waiting.size > 0 || !haveRules(commands)) {
      const call = [...commands];
      this.#waiting.add(call);
      await fetchRules();
      // The engine was stopped, and `stop` has stored the commands.
      if (this.#stopped) return [];
      this.#waiting.delete(call);
    }
    return this.#dispatch(commands, options);
  }

  #dispatch(commands: Command[], options: DispatchOptions): Promise<Answer[]> {
    const { step, answers } = this.#perform(commands, options.label, options.inverse);
    if (options.undo !== false) {
      // An edit whose rules failed to load cannot be undone. Undo must not undo an earlier edit instead, so the history ends.
      if (!haveRules(commands)) this.#history = undoHistory.emptyHistory;
      else if (step) this.#history = undoHistory.withStep(this.#history, step);
    }
    this.#show();
    return answers;
  }

  /** The rows after these commands, as far as this page can tell. Nothing is stored or sent. */
  preview(commands: readonly Command[]): ViewTables {
    const append = new Append(this.#rebase(), this.#author);
    const shared = { at: this.clock.iso(), since: 0, state: { is: "waiting" }, stored: false } as const;
    for (const command of commands) append.predict({ ...shared, id: this.ids.next(), command });
    return viewOf(append.finish().tables, this.#author.workspaceId);
  }

  undo(): Promise<UndoResult> {
    return this.#takeBack("undo");
  }

  redo(): Promise<UndoResult> {
    return this.#takeBack("redo");
  }

  dismissRefusal(id: string): Command | null {
    const command = this.#sender.dismiss(id);
    this.#show();
    return command;
  }

  discardEdit(id: string): void {
    this.#sender.discard(id);
    this.#show();
  }

  /** True if closing the page would lose edits. */
  get hasUnstoredEdits(): boolean {
    return this.#waiting.size > 0 || this.#sender.hasUnstoredEdits || this.#texts?.hasUnstored === true;
  }

  get texts(): TextsLink | null {
    return this.#texts;
  }

  attachTexts(texts: TextsLink): void {
    this.#texts = texts;
    texts.connected(this.#textsVersion);
  }

  sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean {
    return this.#connection.sendBytes(bytes);
  }

  loadDetails(ticketId: string): Promise<void> {
    return this.#loader.load(ticketId);
  }

  changeDetails(change: (details: Details) => Details): void {
    this.#setDetails(change(this.#details));
  }

  loadOlderActivities(ticketId: string, limit?: ActivityLimit): Promise<void> {
    return this.#loader.loadOlder(ticketId, limit);
  }

  watchTicket(ticketId: string): () => void {
    return this.#loader.watch(ticketId);
  }

  /** Puts commands into the outbox one after the other. Each is judged on the state that the one before left. */
  #perform(commands: Command[], label?: string, back?: readonly Command[]): { step: Step | null; answers: Promise<Answer[]> } {
    const inverses: Command[][] = [];
    const commandIds: string[] = [];
    const answers: Promise<Answer>[] = [];
    const append = new Append(this.#rebase(), this.#author);
    for (const command of commands) {
      inverses.push(inverseOf(append.state, command) ?? []);
      const { entry, answer } = this.#sender.add(command);
      if (isUnsettled(entry)) append.predict(entry);
      commandIds.push(entry.id);
      answers.push(answer);
    }
    const [first] = commands;
    const inverse = back ? [...back] : inverses.toReversed().flat();
    const guarded = undoHistory.guardedValues(commands, append.rows);
    this.#rebased = append.finish();
    const step =
      first && inverse.length > 0 ? { label: label ?? stepNameOf(first), inverse, guarded, commandIds } : null;
    return { step, answers: Promise.all(answers) };
  }

  async #takeBack(from: "undo" | "redo"): Promise<UndoResult> {
    const step = this.#history[from].at(-1);
    if (!step) return { ok: false, reason: "nothing" };
    if (undoHistory.changedSince(step, new Draft(this.#rebase().tables))) {
      this.#history = undoHistory.withStepTakenBack(this.#history, from, null);
      this.#show();
      return { ok: false, reason: "changedSince", label: step.label };
    }
    const { step: back, answers } = this.#perform(step.inverse, step.label);
    this.#history = undoHistory.withStepTakenBack(this.#history, from, back);
    this.#show();
    const refused = (await answers).find((answer) => !answer.ok);
    if (refused && !refused.ok) return { ok: false, reason: "refused", label: step.label, error: refused.error };
    return { ok: true, label: step.label };
  }

  #receive(frame: NodeFrame): void {
    // Before the next animation frame: frames of texts may follow at once.
    if (frame.type === "welcome") this.#setTextsVersion(frame.texts ?? 0);
    this.#inbox.push(frame);
    this.#cancelFlush ??= this.#parts.platform.nextFrame(() => this.#flush());
  }

  #setTextsVersion(version: number | null): void {
    this.#textsVersion = version;
    this.#texts?.connected(version);
  }

  /** Applies all frames since the last animation frame, and shows one new state. */
  #flush(): void {
    this.#cancelFlush = null;
    const frames = this.#fetchGainedScopes(this.#inbox);
    this.#inbox = [];
    if (this.#isHolding()) return void (this.#inbox = frames);
    try {
      this.#read(frames);
    } catch (error) {
      console.warn("A frame of the node could not be read by this version: the workspace is fetched again.", error);
      this.#stream.discardCursors();
      this.#connection.handle({ on: "gap" });
    }
    if (this.#stream.isLive) this.#sender.settle(this.#stream.replica.cursors);
    this.#sender.pump();
    this.#show();
  }

  /**
   * Starts to fetch gained scopes, and returns the other frames. If there is also a `welcome` or `unfollow` frame, the
   * order matters, and all frames are returned.
   */
  #fetchGainedScopes(frames: readonly NodeFrame[]): NodeFrame[] {
    const inOrder = !this.#stream.isLive || frames.some(({ type }) => type === "unfollow" || type === "welcome");
    return frames.filter((frame) => inOrder || frame.type !== "follow" || !this.#stream.follow(frame));
  }

  /**
   * True while frames are held until the snapshot of a gained scope has arrived, at most for a second. A ticket may be
   * moving into that scope. Without the hold, the ticket would disappear from the screen for a moment.
   */
  #isHolding(): boolean {
    const { platform } = this.#parts;
    if (!this.#stream.isFetchingGained) this.#holdingSince = null;
    else if (this.#holdingSince === null) {
      this.#holdingSince = platform.now();
      platform.after(holdTimeoutMs, () => this.#flush());
    }
    return this.#holdingSince !== null && platform.now() - this.#holdingSince < holdTimeoutMs;
  }

  #read(frames: readonly NodeFrame[]): void {
    const runs: Run[] = [];
    this.#stream.beginBatch();
    for (const frame of frames) {
      if (!this.#take(frame, runs)) break;
    }
    if (runs.length > 0) this.#apply(runs);
  }

  #apply(runs: readonly Run[]): void {
    this.#stream.replica = applyBatch(this.#stream.replica, runs);
    this.#details = applyToDetails(this.#details, runs);
    this.#cache.offer(this.#stream.replica);
    // The event of an own command proves that the command is stored, even before its ack arrives.
    for (const { scope, events } of runs) {
      for (const { commandId, seq } of events) this.#sender.acked(commandId, scope, seq, this.#stream.epochOf(scope));
    }
  }

  /** Handles a frame. Returns false if the connection must resume: later frames are then ignored. */
  #take(frame: NodeFrame, runs: Run[]): boolean {
    switch (frame.type) {
      case "welcome":
        this.#setCapabilities(() => this.#stream.welcome(frame));
        this.#sender.connected(frame.limits);
        this.#presenceSender.connected();
        this.#loader.connected();
        return true;
      case "events":
        return this.#takeEvents(frame, runs);
      case "follow":
        return this.#stream.follow(frame);
      case "unfollow":
        this.#apply(runs.splice(0));
        return this.#loseScope(frame.scope);
      case "capabilities":
        this.#setCapabilities(() => this.#stream.allow(frame.capabilities));
        this.#cache.offer(this.#stream.replica);
        return true;
      case "heads":
        this.#nodeIsolated = frame.alone === true;
        return this.#stream.checkHeads(frame.heads) && this.#checkAnswers();
      case "ack":
        this.#sender.acked(frame.id, frame.scope, frame.seq, this.#stream.epochOf(frame.scope));
        return true;
      case "refused":
        this.#history = undoHistory.withoutCommand(this.#history, frame.id);
        this.#sender.refused(frame.id, frame.error);
        return true;
      case "presence":
        if (!same(frame.members, this.#presence)) this.#presence = frame.members;
        return true;
      case "error":
        console.warn("The node did not understand a frame.", frame.error);
        return true;
      default:
        return true;
    }
  }

  /** Clears the undo history if the person has lost a capability, because the node could refuse the commands of the history. */
  #setCapabilities(take: () => void): void {
    const before = this.#stream.replica.capabilities;
    take();
    if (!keepsAll(before, this.#stream.replica.capabilities)) this.#history = undoHistory.emptyHistory;
  }

  #takeEvents(frame: Extract<NodeFrame, { type: "events" }>, runs: Run[]): boolean {
    const run = this.#stream.read(frame);
    if (run === "gap") return false;
    if (run) runs.push(run);
    return true;
  }

  /** If an answer is overdue, reconnects so that the commands are sent again, and returns false. */
  #checkAnswers(): boolean {
    if (!this.#sender.isOverdue()) return true;
    this.#connection.handle({ on: "gap" });
    return false;
  }

  #joined(buffered: NodeFrame[], gone: ReadonlySet<string>): void {
    const { replica } = this.#stream;
    this.#ready = true;
    this.#dropRows(gone);
    this.#inbox = [...buffered, ...this.#inbox];
    this.#cache.offer(replica);
    this.#sender.rejoined(replica.cursors);
    this.#loader.renew();
    this.#cancelFlush?.();
    this.#flush();
  }

  #gained(buffered: NodeFrame[]): void {
    this.#inbox = [...buffered, ...this.#inbox];
    this.#cache.offer(this.#stream.replica);
    this.#cancelFlush?.();
    this.#flush();
  }

  /**
   * FO1: Drops the rows of a lost scope, with their details, edits and drafts. Returns false if the connection must
   * resume instead.
   */
  #loseScope(scope: string): boolean {
    const gone = this.#stream.unfollow(scope);
    if (!gone) return false;
    this.#dropRows(gone);
    this.#cache.offer(this.#stream.replica);
    return true;
  }

  /** Drops the details, edits and drafts of rows that the person may no longer see. */
  #dropRows(gone: ReadonlySet<string>): void {
    if (gone.size === 0) return;
    this.#details = Object.fromEntries(Object.entries(this.#details).filter(([ticketId]) => !gone.has(ticketId)));
    this.#sender.discardEditsOf(gone);
    this.#texts?.lost(gone);
    this.#parts.lost(gone);
  }

  #connectionChanged(state: ConnectionState, before: ConnectionState): void {
    if (before.at === "live") this.#disconnected();
    if (state.at === "ended" && (state.reason === "accessLost" || state.reason === "notFound")) {
      // The person may no longer see any row. Unsent edits are kept.
      this.#stream.clear();
      this.#details = {};
      this.#ready = false;
      void this.#cache.drop();
    }
    if (!this.#stopped) this.#show();
  }

  #disconnected(): void {
    this.#stream.disconnected();
    this.#presence = [];
    this.#nodeIsolated = false;
    this.#inbox = [];
    this.#sender.disconnected();
    this.#setTextsVersion(null);
  }

  #setDetails(details: Details): void {
    this.#details = details;
    this.#show();
  }

  #rebase(): Rebased {
    const base = { tables: this.#stream.replica.tables, details: this.#details };
    this.#rebased = rebase(base, unsettled(this.#sender.outbox), this.#author, this.#rebased);
    return this.#rebased;
  }

  #show(): void {
    if (this.#stopped) return;
    const { tables, details } = this.#rebase();
    const outbox = this.#sender.outbox;
    const state: Partial<SyncState> = {
      ...this.#connectionState(),
      ...viewOf(tables, this.#parts.workspaceId),
      ready: this.#ready,
      durable: this.#sender.durable,
      damaged: this.#sender.damaged,
      unreadable: this.#sender.unreadable,
      schema: this.#stream.replica.schema,
      me: this.#parts.userId,
      capabilities: this.#stream.replica.capabilities,
      details,
      presence: this.#presence,
      nodeIsolated: this.#nodeIsolated,
      canUndo: this.#history.undo.at(-1)?.label ?? null,
      canRedo: this.#history.redo.at(-1)?.label ?? null,
    };
    if (outbox !== this.#outboxShown) {
      this.#outboxShown = outbox;
      state.unsent = unsentOf(outbox);
      state.waiting = state.unsent.length;
      state.pending = pendingOf(outbox);
      state.refusals = refusalsOf(outbox);
    }
    this.#parts.publish(state);
  }

  #connectionState(): Pick<SyncState, "connection" | "endedReason" | "offlineSince" | "nextTryAt" | "blocked"> {
    const state = this.#connection.state;
    const blocked = isBlocked(state);
    if (state.at === "ended") {
      this.#offlineSince ??= this.#parts.platform.now();
      const offlineSince = this.#offlineSince;
      return { connection: "ended", endedReason: state.reason, offlineSince, nextTryAt: null, blocked };
    }
    if (this.#stream.isLive) {
      this.#offlineSince = null;
      this.#everLive = true;
      return { connection: "live", endedReason: null, offlineSince: null, nextTryAt: null, blocked };
    }
    this.#offlineSince ??= this.#parts.platform.now();
    // After the first live connection, every interruption is shown as offline, not as connecting.
    const trying = state.at !== "waiting" && state.at !== "idle" && (state.at === "live" || state.attempt === 0);
    return {
      connection: trying && !(this.#everLive && state.at !== "live") ? "connecting" : "offline",
      endedReason: null,
      offlineSince: this.#offlineSince,
      nextTryAt: state.at === "waiting" ? state.until : null,
      blocked,
    };
  }
}

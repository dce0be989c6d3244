import type { Command, NodeFrame, PresenceMember, Refusal } from "@/wire/generated";
import { Cache } from "./cache";
import { Courier } from "./courier";
import type { Link } from "./connection";
import { applyToDetails, type Details } from "./details";
import { DetailLoader } from "./detailLoader";
import type { Door } from "./door";
import { labelOf } from "./stepNames";
import * as past from "./history";
import type { History, Step } from "./history";
import { Clock, Ids } from "./ids";
import { inverseOf } from "./inverse";
import { isBlocked, Line } from "./line";
import type { Machine } from "./machine";
import { refusalsOf, pendingOf, unsentOf, unsettled, type Outbox } from "./outbox";
import { overwrittenIn } from "./overwritten";
import { PresenceSender } from "./presence";
import { rebase, type Rebased } from "./rebase";
import { applyBatch, type Run } from "./replica";
import type { Storage } from "./storage";
import { Stream } from "./stream";
import { same, viewOf } from "./tables";
import type { Tabs } from "./tabs";
import type { Answer, DispatchOptions, PresenceReport, SyncState, UndoResult } from "./types";

export interface EngineParts {
  workspaceId: string;
  userId: string;
  machine: Machine;
  door: Door;
  storage: Storage;
  tabs: Tabs;
  /** Told of every new state, at most once a frame and once an own edit. */
  publish(state: Partial<SyncState>): void;
}

const adoptMs = 1000;

/** One workspace, open: the replica, the outbox and the line between them and the node. No React. */
export class Engine {
  readonly clock: Clock;
  readonly ids: Ids;
  #details: Details = {};
  #rebased: Rebased | null = null;
  #ready = false;
  #inbox: NodeFrame[] = [];
  #callOffFlush: (() => void) | null = null;
  #history: History = past.emptyHistory;
  #overwritten: SyncState["overwritten"] = {};
  #presence: PresenceMember[] = [];
  #alone = false;
  #offlineSince: number | null;
  #everLive = false;
  #outboxShown: Outbox | null = null;
  #stopped = false;
  readonly #parts: EngineParts;
  readonly #line: Line;
  readonly #stream: Stream;
  readonly #courier: Courier;
  readonly #cache: Cache;
  readonly #presenceSender: PresenceSender;
  readonly #loader: DetailLoader;

  constructor(parts: EngineParts) {
    const { machine, door, storage, tabs, workspaceId } = parts;
    this.#parts = parts;
    this.#offlineSince = machine.now();
    this.clock = new Clock(() => machine.now());
    this.ids = new Ids(this.clock);
    this.#stream = new Stream(workspaceId, door, machine, {
      gap: () => this.#line.tell({ on: "gap" }),
      outdated: () => this.#line.tell({ on: "outdated" }),
      landed: (buffered) => this.#landed(buffered),
    });
    this.#line = new Line(machine, door, this.clock, {
      workspaceId,
      cursors: () => this.#stream.replica.cursors,
      received: (frame) => this.#receive(frame),
      moved: (link, before) => this.#moved(link, before),
    });
    this.#courier = new Courier({
      storage,
      tabs,
      machine,
      clock: this.clock,
      ids: this.ids,
      hooks: { send: (frame) => this.#line.send(frame), changed: () => this.#show() },
    });
    this.#cache = new Cache(storage, machine);
    this.#presenceSender = new PresenceSender(machine, (update) => this.#line.send({ type: "presence", ...update }));
    this.#loader = new DetailLoader(machine, door, workspaceId, {
      get: () => this.#details,
      set: (details) => this.#setDetails(details),
      watch: (ticketId, on) => void this.#line.send({ type: on ? "watch" : "unwatch", ticketId }),
    });
  }

  /** Shows what is stored, takes over what earlier tabs left, and calls the node. */
  async start(): Promise<void> {
    await this.#parts.tabs.join();
    const cached = await this.#cache.load(this.#parts.workspaceId);
    if (this.#stopped) return;
    if (cached) {
      this.#stream.replica = cached;
      this.#ready = true;
    }
    // What an earlier visit left is to be there at the first sight, but a stuck tab may not hold us up.
    const patience = new Promise<void>((resolve) => void this.#parts.machine.after(adoptMs, resolve));
    await Promise.race([this.#courier.adopt(), patience]);
    if (this.#stopped) return;
    if (cached) this.#courier.settle(cached.cursors);
    this.#parts.tabs.onDeath(() => void this.#courier.adopt());
    this.#parts.tabs.onKeeper(() => this.#cache.becomeKeeper());
    this.#show();
    this.#line.tell({ on: "start" });
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#callOffFlush?.();
    this.#leaveLine();
    this.#line.tell({ on: "stop" });
    this.#presenceSender.stop();
    this.#loader.stop();
    this.#courier.stop();
    await this.#cache.flush();
    this.#cache.stop();
    this.#parts.tabs.leave();
    this.#parts.storage.close();
  }

  /** The page may be about to go: keep what is here. */
  save(): void {
    void this.#cache.flush();
  }

  wake(): void {
    this.#line.tell({ on: "wake" });
  }

  doubt(): void {
    this.#line.tell({ on: "doubt" });
  }

  setAway(away: boolean): void {
    this.#presenceSender.setAway(away);
  }

  setPresence(report: PresenceReport): void {
    this.#presenceSender.set(report);
  }

  dispatchAll(commands: Command[], options: DispatchOptions = {}): Promise<Answer[]> {
    const { step, answers } = this.#perform(commands, options.label);
    if (step && options.undo !== false) this.#history = past.did(this.#history, step);
    this.#show();
    return answers;
  }

  undo(): Promise<UndoResult> {
    return this.#takeBack("undo");
  }

  redo(): Promise<UndoResult> {
    return this.#takeBack("redo");
  }

  dismissRefusal(id: string): Command | null {
    const command = this.#courier.dismiss(id);
    this.#show();
    return command;
  }

  discardEdit(id: string): void {
    this.#courier.discard(id);
    this.#show();
  }

  /** Whether edits would be gone with the page. */
  get loose(): boolean {
    return this.#courier.loose;
  }

  forgetOverwritten(ticketId: string): void {
    const { [ticketId]: gone, ...rest } = this.#overwritten;
    if (!gone) return;
    this.#overwritten = rest;
    this.#show();
  }

  loadDetails(ticketId: string): Promise<void> {
    return this.#loader.load(ticketId);
  }

  loadOlderActivities(ticketId: string): Promise<void> {
    return this.#loader.loadOlder(ticketId);
  }

  watchTicket(ticketId: string): () => void {
    return this.#loader.watch(ticketId);
  }

  /** Puts the commands into the outbox one after the other, each judged on the state the one before left. */
  #perform(commands: Command[], label?: string): { step: Step | null; answers: Promise<Answer[]> } {
    const inverse: Command[] = [];
    const commandIds: string[] = [];
    const answers: Promise<Answer>[] = [];
    for (const command of commands) {
      const { tables, details } = this.#rebase();
      const back = inverseOf({ tables, details, me: this.#parts.userId }, command);
      if (back) inverse.unshift(...back);
      const { entry, answer } = this.#courier.add(command);
      commandIds.push(entry.id);
      answers.push(answer);
    }
    const [first] = commands;
    const left = past.leftBy(commands, this.#rebase().tables);
    const step =
      first && inverse.length > 0 ? { label: label ?? labelOf(first), inverse, left, commandIds } : null;
    return { step, answers: Promise.all(answers) };
  }

  async #takeBack(from: "undo" | "redo"): Promise<UndoResult> {
    const step = this.#history[from].at(-1);
    if (!step) return { ok: false, reason: "nothing" };
    if (past.changedSince(step, this.#rebase().tables)) {
      this.#history = past.tookBack(this.#history, from, null);
      this.#show();
      return { ok: false, reason: "changedSince", label: step.label };
    }
    const { step: back, answers } = this.#perform(step.inverse, step.label);
    this.#history = past.tookBack(this.#history, from, back);
    this.#show();
    const refused = (await answers).find((answer) => !answer.ok);
    if (refused && !refused.ok) return { ok: false, reason: "refused", label: step.label, error: refused.error };
    return { ok: true, label: step.label };
  }

  #receive(frame: NodeFrame): void {
    this.#inbox.push(frame);
    this.#callOffFlush ??= this.#parts.machine.nextFrame(() => this.#flush());
  }

  /** Everything that came since the last animation frame becomes one new state. */
  #flush(): void {
    this.#callOffFlush = null;
    const frames = this.#inbox;
    this.#inbox = [];
    try {
      this.#read(frames);
    } catch (error) {
      console.warn("What the node sent cannot be read by this version: the workspace is fetched anew.", error);
      this.#stream.doubt();
      this.#line.tell({ on: "gap" });
    }
    if (this.#stream.isLive) this.#courier.settle(this.#stream.replica.cursors);
    this.#courier.pump();
    this.#show();
  }

  #read(frames: readonly NodeFrame[]): void {
    const runs: Run[] = [];
    this.#stream.begin();
    for (const frame of frames) {
      if (!this.#take(frame, runs)) break;
    }
    if (runs.length > 0) this.#apply(runs);
  }

  #apply(runs: readonly Run[]): void {
    const lost = overwrittenIn(runs, this.#courier.outbox);
    if (Object.keys(lost).length > 0) this.#overwritten = { ...this.#overwritten, ...lost };
    this.#stream.replica = applyBatch(this.#stream.replica, runs);
    this.#details = applyToDetails(this.#details, runs);
    this.#cache.offer(this.#stream.replica);
    // An own event is as good as its ack, should that be late.
    for (const { scope, events } of runs) {
      for (const { commandId, seq } of events) this.#courier.acked(commandId, scope, seq, this.#stream.epochOf(scope));
    }
  }

  /** False when the stream has a hole: what follows is of no use until we have resumed. */
  #take(frame: NodeFrame, runs: Run[]): boolean {
    switch (frame.type) {
      case "welcome":
        this.#stream.welcome(frame.scopes);
        this.#courier.connected(frame.limits);
        this.#presenceSender.connected();
        this.#loader.connected();
        return true;
      case "events":
        return this.#takeEvents(frame, runs);
      case "heads":
        this.#alone = frame.alone === true;
        return this.#stream.checkHeads(frame.heads) && this.#checkAnswers();
      case "ack":
        this.#courier.acked(frame.id, frame.scope, frame.seq, this.#stream.epochOf(frame.scope));
        return true;
      case "refused":
        this.#history = past.withoutCommand(this.#history, frame.id);
        this.#refused(frame.id, frame.error);
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

  #takeEvents(frame: Extract<NodeFrame, { type: "events" }>, runs: Run[]): boolean {
    const run = this.#stream.read(frame);
    if (run === "gap") return false;
    if (run) runs.push(run);
    return true;
  }

  #refused(id: string, error: Refusal): void {
    this.#courier.refused(id, error);
    const entry = this.#courier.outbox.find((other) => other.id === id);
    // What was refused has replaced nothing.
    if (entry?.state.is === "refused" && entry.command.kind === "ticket.update") this.forgetOverwritten(entry.command.ticketId);
  }

  #checkAnswers(): boolean {
    if (!this.#courier.isOverdue()) return true;
    this.#line.tell({ on: "gap" });
    return false;
  }

  #landed(buffered: NodeFrame[]): void {
    const { replica } = this.#stream;
    this.#ready = true;
    this.#inbox = [...buffered, ...this.#inbox];
    this.#cache.offer(replica);
    this.#courier.rejoined(replica.cursors);
    this.#loader.renew();
    this.#callOffFlush?.();
    this.#flush();
  }

  #moved(link: Link, before: Link): void {
    if (before.at === "live") this.#leaveLine();
    if (link.at === "ended" && (link.reason === "accessLost" || link.reason === "notFound")) {
      // What somebody may no longer see is not kept; their unsent edits are.
      this.#stream.empty();
      this.#details = {};
      this.#ready = false;
      void this.#cache.drop();
    }
    if (!this.#stopped) this.#show();
  }

  #leaveLine(): void {
    this.#stream.leave();
    this.#presence = [];
    this.#alone = false;
    this.#inbox = [];
    this.#courier.disconnected();
  }

  #setDetails(details: Details): void {
    this.#details = details;
    this.#show();
  }

  #rebase(): Rebased {
    const who = { me: this.#parts.userId, workspaceId: this.#parts.workspaceId };
    const pending = unsettled(this.#courier.outbox);
    this.#rebased = rebase(this.#stream.replica.tables, this.#details, pending, who, this.#rebased);
    return this.#rebased;
  }

  #show(): void {
    if (this.#stopped) return;
    const { tables, details } = this.#rebase();
    const outbox = this.#courier.outbox;
    const state: Partial<SyncState> = {
      ...this.#connection(),
      ...viewOf(tables, this.#parts.workspaceId),
      ready: this.#ready,
      durable: this.#courier.durable,
      damaged: this.#courier.damaged,
      unreadable: this.#courier.unreadable,
      me: this.#parts.userId,
      details,
      overwritten: this.#overwritten,
      presence: this.#presence,
      alone: this.#alone,
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

  #connection(): Pick<SyncState, "connection" | "endedReason" | "offlineSince" | "nextTryAt" | "blocked"> {
    const link = this.#line.link;
    const blocked = isBlocked(link);
    if (link.at === "ended") {
      this.#offlineSince ??= this.#parts.machine.now();
      const offlineSince = this.#offlineSince;
      return { connection: "ended", endedReason: link.reason, offlineSince, nextTryAt: null, blocked };
    }
    if (this.#stream.isLive) {
      this.#offlineSince = null;
      this.#everLive = true;
      return { connection: "live", endedReason: null, offlineSince: null, nextTryAt: null, blocked };
    }
    this.#offlineSince ??= this.#parts.machine.now();
    const trying = link.at !== "waiting" && link.at !== "idle" && (link.at === "live" || link.attempt === 0);
    return {
      connection: trying && !(this.#everLive && link.at !== "live") ? "connecting" : "offline",
      endedReason: null,
      offlineSince: this.#offlineSince,
      nextTryAt: link.at === "waiting" ? link.until : null,
      blocked,
    };
  }
}

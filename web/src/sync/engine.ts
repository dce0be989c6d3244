import type { Command, NodeFrame, PresenceMember, WelcomeScope } from "@/wire/generated";
import { Cache } from "./cache";
import { Courier } from "./courier";
import type { Link } from "./connection";
import { applyToDetails, type Details } from "./details";
import { DetailLoader } from "./detailLoader";
import type { Door } from "./door";
import * as past from "./history";
import type { History, Step } from "./history";
import { Clock, Ids } from "./ids";
import { inverseOf } from "./inverse";
import { Line } from "./line";
import type { Machine } from "./machine";
import { refusalsOf, pendingOf, unsettled, waitingCount, type Outbox } from "./outbox";
import { PresenceSender } from "./presence";
import { rebase, type Rebased } from "./rebase";
import { applyBatch, emptyReplica, fitOf, type EventsFrame, type Replica, type Run } from "./replica";
import { isBehind, planOf, replicaFrom } from "./seam";
import type { Storage } from "./storage";
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

/** Where the data stands with the line. */
type Phase =
  | { is: "away" }
  /** The replica is not joined to the stream yet: frames wait for the snapshot (RS4). */
  | { is: "seam"; scopes: WelcomeScope[]; buffer: EventsFrame[]; abort: AbortController }
  | { is: "live"; floor: Readonly<Record<string, number>> };

const snapshotTries = 4;
const snapshotPauseMs = 1000;

/** One workspace, open: the replica, the outbox and the line between them and the node. No React. */
export class Engine {
  readonly clock: Clock;
  readonly ids: Ids;
  #replica: Replica;
  #details: Details = {};
  #rebased: Rebased | null = null;
  #ready = false;
  #phase: Phase = { is: "away" };
  #inbox: NodeFrame[] = [];
  #callOffFlush: (() => void) | null = null;
  #history: History = past.emptyHistory;
  #presence: PresenceMember[] = [];
  #ahead: Record<string, number> = {};
  #offlineSince: number | null;
  #everLive = false;
  #outboxShown: Outbox | null = null;
  #stopped = false;
  readonly #parts: EngineParts;
  readonly #line: Line;
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
    this.#replica = emptyReplica(workspaceId);
    this.#line = new Line(machine, door, this.clock, {
      workspaceId,
      cursors: () => this.#replica.cursors,
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
      this.#replica = cached;
      this.#ready = true;
    }
    await this.#courier.adopt();
    if (this.#stopped) return;
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
      first && inverse.length > 0 ? { label: label ?? past.labelOf(first), inverse, left, commandIds } : null;
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
    const runs: Run[] = [];
    const reached: Record<string, number> = {};
    for (const frame of frames) {
      if (!this.#take(frame, runs, reached)) break;
    }
    if (runs.length > 0) {
      this.#replica = applyBatch(this.#replica, runs);
      // An own event is as good as its ack, should that be late.
      for (const { scope, events } of runs) {
        for (const { commandId, seq } of events) this.#courier.acked(commandId, scope, seq, this.#epochOf(scope));
      }
      this.#details = applyToDetails(this.#details, runs);
      this.#cache.offer(this.#replica);
    }
    if (this.#phase.is === "live") this.#courier.settle(this.#replica.cursors);
    this.#courier.pump();
    this.#show();
  }

  /** False when the stream has a hole: what follows is of no use until we have resumed. */
  #take(frame: NodeFrame, runs: Run[], reached: Record<string, number>): boolean {
    switch (frame.type) {
      case "welcome":
        this.#welcome(frame.scopes);
        this.#courier.connected(frame.limits);
        this.#presenceSender.connected();
        this.#loader.connected();
        return true;
      case "events":
        return this.#takeEvents(frame, runs, reached);
      case "heads":
        return this.#checkHeads(frame.heads, reached) && this.#checkAnswers();
      case "ack":
        this.#courier.acked(frame.id, frame.scope, frame.seq, this.#epochOf(frame.scope));
        return true;
      case "refused":
        this.#history = past.withoutCommand(this.#history, frame.id);
        this.#courier.refused(frame.id, frame.error);
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

  #takeEvents(frame: EventsFrame, runs: Run[], reached: Record<string, number>): boolean {
    if (this.#phase.is === "seam") {
      this.#phase.buffer.push(frame);
      return true;
    }
    if (this.#phase.is === "away") return true;
    const known = this.#replica.cursors[frame.scope];
    const cursor = reached[frame.scope] ?? known?.seq;
    // A scope that we do not know yet was gained (EV3): resuming brings it as a snapshot.
    const fit = cursor === undefined ? { fit: "gap" as const } : fitOf(frame, cursor, this.#phase.floor[frame.scope] ?? 0);
    if (fit.fit === "gap") {
      this.#line.tell({ on: "gap" });
      return false;
    }
    if (fit.fit === "next") {
      runs.push({ scope: frame.scope, events: fit.events });
      reached[frame.scope] = frame.to;
    }
    return true;
  }

  /** Heads tell of events that never came: one heartbeat of grace for those under way. */
  #checkHeads(heads: Record<string, number>, reached: Record<string, number>): boolean {
    if (this.#phase.is !== "live") return true;
    for (const [scope, head] of Object.entries(heads)) {
      const cursor = reached[scope] ?? this.#replica.cursors[scope]?.seq ?? 0;
      const before = this.#ahead[scope];
      if (before !== undefined && cursor < before) {
        this.#ahead = {};
        this.#line.tell({ on: "gap" });
        return false;
      }
      if (cursor < head) this.#ahead[scope] = head;
      else delete this.#ahead[scope];
    }
    return true;
  }

  #checkAnswers(): boolean {
    if (!this.#courier.isOverdue()) return true;
    this.#line.tell({ on: "gap" });
    return false;
  }

  #welcome(scopes: WelcomeScope[]): void {
    this.#ahead = {};
    if (planOf(scopes, this.#replica.cursors) === "delta") {
      this.#phase = { is: "live", floor: {} };
      return;
    }
    const abort = new AbortController();
    this.#phase = { is: "seam", scopes, buffer: [], abort };
    void this.#cross(this.#phase);
  }

  /** Fetches the snapshot and joins it to what the socket brought meanwhile. */
  async #cross(seam: Extract<Phase, { is: "seam" }>): Promise<void> {
    const { workspaceId, door, machine } = this.#parts;
    for (let attempt = 0; attempt < snapshotTries; attempt += 1) {
      try {
        const answer = await door.snapshot(workspaceId, seam.abort.signal);
        const replica = isBehind(answer.head, seam.scopes)
          ? null
          : await replicaFrom(answer, workspaceId, seam.scopes);
        if (this.#phase !== seam) return;
        if (replica) return this.#land(replica, seam);
      } catch (error) {
        if (this.#phase !== seam) return;
        console.warn("The workspace could not be fetched; trying again.", error);
      }
      await new Promise<void>((resolve) => void machine.after(snapshotPauseMs * 2 ** attempt, resolve));
      if (this.#phase !== seam) return;
    }
    this.#line.tell({ on: "gap" });
  }

  #land(replica: Replica, seam: Extract<Phase, { is: "seam" }>): void {
    const floor = Object.fromEntries(Object.entries(replica.cursors).map(([scope, { seq }]) => [scope, seq]));
    this.#replica = replica;
    this.#ready = true;
    this.#phase = { is: "live", floor };
    this.#offlineSince = null;
    this.#everLive = true;
    this.#inbox = [...seam.buffer, ...this.#inbox];
    this.#cache.offer(replica);
    this.#courier.rejoined(replica.cursors);
    this.#loader.renew();
    this.#callOffFlush?.();
    this.#flush();
  }

  #epochOf(scope: string): string {
    const named = this.#phase.is === "seam" ? this.#phase.scopes.find((it) => it.scope === scope)?.epoch : undefined;
    return named ?? this.#replica.cursors[scope]?.epoch ?? "";
  }

  #moved(link: Link, before: Link): void {
    if (before.at === "live") this.#leaveLine();
    if (link.at === "ended" && (link.reason === "accessLost" || link.reason === "notFound")) {
      // What somebody may no longer see is not kept; their unsent edits are.
      this.#replica = emptyReplica(this.#parts.workspaceId);
      this.#details = {};
      this.#ready = false;
      void this.#cache.drop();
    }
    if (!this.#stopped) this.#show();
  }

  #leaveLine(): void {
    if (this.#phase.is === "seam") this.#phase.abort.abort();
    this.#phase = { is: "away" };
    this.#presence = [];
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
    this.#rebased = rebase(this.#replica.tables, this.#details, pending, who, this.#rebased);
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
      me: this.#parts.userId,
      details,
      presence: this.#presence,
      canUndo: this.#history.undo.at(-1)?.label ?? null,
      canRedo: this.#history.redo.at(-1)?.label ?? null,
    };
    if (outbox !== this.#outboxShown) {
      this.#outboxShown = outbox;
      state.waiting = waitingCount(outbox);
      state.pending = pendingOf(outbox);
      state.refusals = refusalsOf(outbox);
    }
    this.#parts.publish(state);
  }

  #connection(): Pick<SyncState, "connection" | "endedReason" | "offlineSince" | "nextTryAt"> {
    const link = this.#line.link;
    if (link.at === "ended") {
      this.#offlineSince ??= this.#parts.machine.now();
      const offlineSince = this.#offlineSince;
      return { connection: "ended", endedReason: link.reason, offlineSince, nextTryAt: null };
    }
    if (this.#phase.is === "live") {
      this.#offlineSince = null;
      this.#everLive = true;
      return { connection: "live", endedReason: null, offlineSince: null, nextTryAt: null };
    }
    this.#offlineSince ??= this.#parts.machine.now();
    const trying = link.at !== "waiting" && link.at !== "idle" && (link.at === "live" || link.attempt === 0);
    return {
      connection: trying && !(this.#everLive && link.at !== "live") ? "connecting" : "offline",
      endedReason: null,
      offlineSince: this.#offlineSince,
      nextTryAt: link.at === "waiting" ? link.until : null,
    };
  }
}

import type { Capabilities, Change, NodeFrame, ScopeCursor, WelcomeScope } from "@/wire/generated";
import { Outdated, type NodeApi } from "../connection/nodeApi";
import type { Platform } from "../platform/platform";
import { emptyReplica, fitOf, goneWithLists, withoutScope, withScope, type EventsFrame, type Replica, type Run } from "../replica/replica";
import { fedBy, lacksRows, schema } from "./schema";
import { isBehind, resumePlanOf, replicaFrom, rowsOfScope } from "./snapshotJoin";

/** The state of the replica on the connection. */
type Phase =
  | { is: "away" }
  /** Not joined to the stream yet: frames wait for the snapshot (RS4). */
  | { is: "joining"; node: number; scopes: WelcomeScope[]; buffer: EventsFrame[]; abort: AbortController }
  /** `floor`: the seqs of the snapshot that it started from. Frames below it are in the snapshot. */
  | { is: "live"; floor: Record<string, number> };

type Welcome = Extract<NodeFrame, { type: "welcome" }>;
type Follow = Extract<NodeFrame, { type: "follow" }>;

/** A scope that was gained, until its snapshot is here (FO1). */
interface Gaining {
  frame: Follow;
  buffer: EventsFrame[];
  abort: AbortController;
}

type Joining = Extract<Phase, { is: "joining" }>;

const snapshotTries = 4;
const snapshotPauseMs = 1000;

export interface StreamHooks {
  /** An event is missing or does not fit. */
  gap(): void;
  /** This page is too old for the node. */
  outdated(): void;
  /**
   * A snapshot has replaced the replica. The frames that came meanwhile must be read first. `gone` are the rows of
   * restricted lists that the person has lost meanwhile.
   */
  joined(buffered: NodeFrame[], gone: ReadonlySet<string>): void;
  /** The rows of a gained scope are here. The frames that came meanwhile must be read first. */
  gained(buffered: NodeFrame[]): void;
}

/** Nodes of the version before do not send capabilities. They let in only members, who may do at least this. */
const everyMember: Capabilities = { may: ["read", "work", "leave"], members: [] };

/** Keeps the confirmed state in step with the node's streams: cursors, snapshots and gaps. */
export class Stream {
  replica: Replica;
  #phase: Phase = { is: "away" };
  /** Heads that were ahead of the replica at the last heartbeat. */
  #ahead: Record<string, number> = {};
  #gaining = new Map<string, Gaining>();
  /** The seqs that the frames read so far reach; these frames are not applied yet. */
  #reached: Record<string, number> = {};
  readonly #workspaceId: string;
  readonly #nodeApi: NodeApi;
  readonly #platform: Platform;
  readonly #hooks: StreamHooks;

  constructor(workspaceId: string, nodeApi: NodeApi, platform: Platform, hooks: StreamHooks) {
    this.#workspaceId = workspaceId;
    this.#nodeApi = nodeApi;
    this.#platform = platform;
    this.#hooks = hooks;
    this.replica = emptyReplica(workspaceId);
  }

  get isLive(): boolean {
    return this.#phase.is === "live";
  }

  /** True while the snapshot of a gained scope is being fetched. */
  get isGaining(): boolean {
    return this.#gaining.size > 0;
  }

  /** The epoch of a scope; empty for a scope that the page does not follow. */
  epochOf(scope: string): string {
    const named =
      this.#phase.is === "joining" ? this.#phase.scopes.find((it) => it.scope === scope)?.epoch : this.#gaining.get(scope)?.frame.epoch;
    return named ?? this.replica.cursors[scope]?.epoch ?? "";
  }

  /** The connection is gone: a snapshot that is being fetched is useless. */
  leave(): void {
    if (this.#phase.is === "joining") this.#phase.abort.abort();
    for (const { abort } of this.#gaining.values()) abort.abort();
    this.#gaining.clear();
    this.#phase = { is: "away" };
  }

  /** Drops the rows that the person may no longer see. */
  empty(): void {
    this.leave();
    this.replica = emptyReplica(this.#workspaceId);
  }

  /** The cursors are useless: begin again from a snapshot. The shown state stays until then. */
  discardCursors(): void {
    this.leave();
    this.replica = { ...this.replica, cursors: {} };
  }

  welcome({ scopes, schema: node = 0, capabilities = everyMember }: Pick<Welcome, "scopes" | "schema" | "capabilities">): void {
    this.#ahead = {};
    this.allow(capabilities);
    const known = { copy: this.replica.schema, page: schema, node };
    if (resumePlanOf(scopes, this.replica.cursors) === "delta" && !lacksRows(known)) {
      this.#phase = { is: "live", floor: {} };
      this.replica = this.#fedBy(node, this.replica);
      return;
    }
    const joining: Joining = { is: "joining", node, scopes, buffer: [], abort: new AbortController() };
    this.#phase = joining;
    void this.#join(joining);
  }

  /** CP1: These are the person's capabilities from now on. */
  allow(capabilities: Capabilities): void {
    this.replica = { ...this.replica, capabilities };
  }

  /** FO1: Fetches the rows of a gained scope, while its events wait. Returns false if the stream has to begin again. */
  follow(frame: Follow): boolean {
    if (this.#phase.is !== "live") return this.#beginAgain();
    const gaining: Gaining = { frame, buffer: [], abort: new AbortController() };
    this.#gaining.get(frame.scope)?.abort.abort();
    this.#gaining.set(frame.scope, gaining);
    void this.#gain(gaining);
    return true;
  }

  /** FO1: Drops the rows of a lost scope, and returns their ids; null if the stream has to begin again. */
  unfollow(scope: string): ReadonlySet<string> | null {
    if (this.#phase.is !== "live") return this.#beginAgain() || null;
    this.#gaining.get(scope)?.abort.abort();
    this.#gaining.delete(scope);
    const { replica, gone } = withoutScope(this.replica, scope);
    this.replica = replica;
    return gone;
  }

  /** Resumes: the snapshot that is being fetched may or may not hold a scope that was gained or lost meanwhile. */
  #beginAgain(): false {
    if (this.#phase.is === "joining") this.#hooks.gap();
    return false;
  }

  /** Begins to read the frames of one animation frame. */
  begin(): void {
    this.#reached = {};
  }

  /** The run that a frame adds, null if all of it is known, or `gap` if all later frames are useless. */
  read(frame: EventsFrame): Run | null | "gap" {
    if (this.#phase.is === "joining") {
      this.#phase.buffer.push(frame);
      return null;
    }
    if (this.#phase.is === "away") return null;
    const gaining = this.#gaining.get(frame.scope);
    if (gaining) {
      gaining.buffer.push(frame);
      return null;
    }
    const cursor = this.#cursor(frame.scope);
    // A scope that we do not know yet was gained (EV3): resuming brings it as a snapshot.
    const fit = cursor === undefined ? { fit: "gap" as const } : fitOf(frame, cursor, this.#phase.floor[frame.scope] ?? 0);
    if (fit.fit === "gap") {
      this.#hooks.gap();
      return "gap";
    }
    if (fit.fit === "known") return null;
    this.#reached[frame.scope] = frame.to;
    return { scope: frame.scope, events: fit.events };
  }

  /**
   * Compares the heads with the cursors. A scope that is behind at two heartbeats has a gap, and the answer is false.
   */
  checkHeads(heads: Record<string, number>): boolean {
    if (this.#phase.is !== "live") return true;
    for (const [scope, head] of Object.entries(heads)) {
      if (this.#gaining.has(scope)) continue;
      const cursor = this.#cursor(scope) ?? 0;
      const before = this.#ahead[scope];
      if (before !== undefined && cursor < before) {
        this.#ahead = {};
        this.#hooks.gap();
        return false;
      }
      if (cursor < head) this.#ahead[scope] = head;
      else delete this.#ahead[scope];
    }
    return true;
  }

  /** Lowers the schema number of the replica if the node knows less than this page. */
  #fedBy(node: number, replica: Replica): Replica {
    const number = fedBy({ copy: replica.schema, page: schema, node });
    return number === replica.schema ? replica : { ...replica, schema: number };
  }

  #cursor(scope: string): number | undefined {
    return this.#reached[scope] ?? this.replica.cursors[scope]?.seq;
  }

  /** Fetches the snapshot, and applies the frames that came meanwhile. */
  async #join(joining: Joining): Promise<void> {
    for (let attempt = 0; attempt < snapshotTries; attempt += 1) {
      try {
        const replica = await this.#fetch(joining);
        if (this.#phase !== joining) return;
        if (replica) return this.#joinAt(replica, joining);
      } catch (error) {
        if (this.#phase !== joining) return;
        if (error instanceof Outdated) return this.#hooks.outdated();
        console.warn("The workspace could not be fetched; trying again.", error);
      }
      await new Promise<void>((resolve) => void this.#platform.after(snapshotPauseMs * 2 ** attempt, resolve));
      if (this.#phase !== joining) return;
    }
    this.#hooks.gap();
  }

  /** Fetches the snapshot of a gained scope, and applies the frames that came meanwhile. */
  async #gain(gaining: Gaining): Promise<void> {
    const { frame, abort } = gaining;
    const isCurrent = () => this.#gaining.get(frame.scope) === gaining;
    for (let attempt = 0; attempt < snapshotTries; attempt += 1) {
      try {
        const answer = await this.#nodeApi.snapshot(this.#workspaceId, abort.signal, frame.scope);
        const cursor = answer.head.cursors[frame.scope];
        const rows = await rowsOfScope(answer);
        if (!isCurrent()) return;
        if (cursor && cursor.epoch === frame.epoch && cursor.seq >= frame.seq) return this.#gainAt(cursor, rows, gaining);
      } catch (error) {
        if (!isCurrent()) return;
        if (error instanceof Outdated) return this.#hooks.outdated();
        console.warn("A part of the workspace could not be fetched; trying again.", error);
      }
      await new Promise<void>((resolve) => void this.#platform.after(snapshotPauseMs * 2 ** attempt, resolve));
      if (!isCurrent()) return;
    }
    this.#hooks.gap();
  }

  #gainAt(cursor: ScopeCursor, rows: Change[], { frame, buffer }: Gaining): void {
    this.#gaining.delete(frame.scope);
    this.replica = withScope(this.replica, frame.scope, frame.kind, cursor, rows);
    if (this.#phase.is === "live") this.#phase.floor[frame.scope] = cursor.seq;
    this.#hooks.gained(buffer);
  }

  async #fetch({ scopes, abort }: Joining): Promise<Replica | null> {
    const answer = await this.#nodeApi.snapshot(this.#workspaceId, abort.signal);
    return isBehind(answer.head, scopes) ? null : replicaFrom(answer, this.#workspaceId, scopes);
  }

  #joinAt(replica: Replica, joining: Joining): void {
    const floor = Object.fromEntries(Object.entries(replica.cursors).map(([scope, { seq }]) => [scope, seq]));
    const gone = goneWithLists(this.replica, replica);
    this.replica = this.#fedBy(joining.node, { ...replica, capabilities: this.replica.capabilities });
    this.#phase = { is: "live", floor };
    this.#hooks.joined(joining.buffer, gone);
  }
}

import type { Capabilities, Change, NodeFrame, ScopeCursor, WelcomeScope } from "@/wire/generated";
import { Outdated, type NodeApi } from "../connection/nodeApi";
import type { Platform } from "../platform/platform";
import { emptyReplica, fitOf, goneWithLists, withoutScope, withScope, type EventsFrame, type Replica, type Run } from "../replica/replica";
import { lacksRows, pageSchema, schemaAfterNode } from "./schema";
import { isBehind, resumePlanOf, replicaFrom, rowsOfScope } from "./snapshotJoin";

/** How far the replica has joined the node's streams on this connection. */
type Phase =
  | { is: "disconnected" }
  /** The snapshot is being fetched. Frames of events wait in the buffer (RS4). */
  | { is: "joining"; nodeSchema: number; scopes: WelcomeScope[]; buffer: EventsFrame[]; abort: AbortController }
  /**
   * `floor` holds the seqs of the snapshot, which includes all events up to these seqs. A frame may begin before the floor of
   * its scope, and is cut there. Otherwise, a frame that does not begin at the cursor shows a gap (see `fitOf`).
   */
  | { is: "live"; floor: Record<string, number> };

type Welcome = Extract<NodeFrame, { type: "welcome" }>;
type Follow = Extract<NodeFrame, { type: "follow" }>;

/** A gained scope whose snapshot is being fetched (FO1). Its frames of events wait in the buffer. */
interface GainedScope {
  frame: Follow;
  buffer: EventsFrame[];
  abort: AbortController;
}

type Joining = Extract<Phase, { is: "joining" }>;

const maxSnapshotTries = 4;
const firstSnapshotPauseMs = 1000;

export interface StreamHooks {
  /** An event is missing or does not fit: the connection must resume. */
  gap(): void;
  /** This page is too old for the node. */
  outdated(): void;
  /**
   * A snapshot has replaced the replica. The buffered frames must be read before all other frames. `gone` are the
   * ids of rows in restricted lists that the person lost while the page was not connected.
   */
  joined(buffered: NodeFrame[], gone: ReadonlySet<string>): void;
  /** The rows of a gained scope were added. The buffered frames must be read before all other frames. */
  gained(buffered: NodeFrame[]): void;
}

/** Nodes of the previous version do not send capabilities. They admit only members, who may do at least this. */
const assumedCapabilities: Capabilities = { may: ["read", "work", "leave"], members: [] };

/** Keeps the confirmed state in step with the node's streams: cursors, snapshots and gaps. */
export class Stream {
  replica: Replica;
  #phase: Phase = { is: "disconnected" };
  /** By scope: the head that was ahead of the replica at the last heartbeat. */
  #ahead: Record<string, number> = {};
  #gaining = new Map<string, GainedScope>();
  /** By scope: the last seq of the frames that were read in this batch and are not applied yet. */
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
  get isFetchingGained(): boolean {
    return this.#gaining.size > 0;
  }

  /** The epoch of a scope; empty for a scope that the page does not follow. */
  epochOf(scope: string): string {
    const named =
      this.#phase.is === "joining" ? this.#phase.scopes.find((it) => it.scope === scope)?.epoch : this.#gaining.get(scope)?.frame.epoch;
    return named ?? this.replica.cursors[scope]?.epoch ?? "";
  }

  /** The connection is lost. Aborts the snapshots that are being fetched. */
  disconnected(): void {
    if (this.#phase.is === "joining") this.#phase.abort.abort();
    for (const { abort } of this.#gaining.values()) abort.abort();
    this.#gaining.clear();
    this.#phase = { is: "disconnected" };
  }

  /** Drops all rows, because the person has lost the workspace. */
  clear(): void {
    this.disconnected();
    this.replica = emptyReplica(this.#workspaceId);
  }

  /** Drops the cursors, so that the next connection starts from a snapshot. The rows stay visible until then. */
  discardCursors(): void {
    this.disconnected();
    this.replica = { ...this.replica, cursors: {} };
  }

  welcome({ scopes, schema: nodeSchema = 0, capabilities = assumedCapabilities }: Pick<Welcome, "scopes" | "schema" | "capabilities">): void {
    this.#ahead = {};
    this.allow(capabilities);
    const schemas = { copy: this.replica.schema, page: pageSchema, node: nodeSchema };
    if (resumePlanOf(scopes, this.replica.cursors) === "delta" && !lacksRows(schemas)) {
      this.#phase = { is: "live", floor: {} };
      this.replica = this.#withSchemaOf(nodeSchema, this.replica);
      return;
    }
    const joining: Joining = { is: "joining", nodeSchema, scopes, buffer: [], abort: new AbortController() };
    this.#phase = joining;
    void this.#join(joining);
  }

  /** CP1: Sets the person's capabilities. */
  allow(capabilities: Capabilities): void {
    this.replica = { ...this.replica, capabilities };
  }

  /** FO1: Fetches the rows of a gained scope, while its events wait. Returns false if the connection must resume instead. */
  follow(frame: Follow): boolean {
    if (this.#phase.is !== "live") {
      this.#resumeIfJoining();
      return false;
    }
    const gaining: GainedScope = { frame, buffer: [], abort: new AbortController() };
    this.#gaining.get(frame.scope)?.abort.abort();
    this.#gaining.set(frame.scope, gaining);
    void this.#fetchGained(gaining);
    return true;
  }

  /** FO1: Drops the rows of a lost scope, and returns their ids. Returns null if the connection must resume instead. */
  unfollow(scope: string): ReadonlySet<string> | null {
    if (this.#phase.is !== "live") {
      this.#resumeIfJoining();
      return null;
    }
    this.#gaining.get(scope)?.abort.abort();
    this.#gaining.delete(scope);
    const { replica, gone } = withoutScope(this.replica, scope);
    this.replica = replica;
    return gone;
  }

  /**
   * Resumes if a snapshot is being fetched, because it is unknown whether the snapshot includes the gained or lost scope.
   * A disconnected page resumes anyway.
   */
  #resumeIfJoining(): void {
    if (this.#phase.is === "joining") this.#hooks.gap();
  }

  /** Starts a batch: the network frames that are read in one animation frame. */
  beginBatch(): void {
    this.#reached = {};
  }

  /** The new events of a frame; null if there are none to apply now; `gap` if the connection must resume. */
  read(frame: EventsFrame): Run | null | "gap" {
    if (this.#phase.is === "joining") {
      this.#phase.buffer.push(frame);
      return null;
    }
    if (this.#phase.is === "disconnected") return null;
    const gaining = this.#gaining.get(frame.scope);
    if (gaining) {
      gaining.buffer.push(frame);
      return null;
    }
    const cursor = this.#cursor(frame.scope);
    // Events of an unknown scope: the person has gained the scope (EV3), so resume to get its snapshot.
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
   * Compares the heads with the cursors. Returns false if a scope was behind the same head at two heartbeats: then
   * events are missing.
   */
  checkHeads(heads: Record<string, number>): boolean {
    if (this.#phase.is !== "live") return true;
    for (const [scope, head] of Object.entries(heads)) {
      if (this.#gaining.has(scope)) continue;
      const cursor = this.#cursor(scope) ?? 0;
      const lastHead = this.#ahead[scope];
      if (lastHead !== undefined && cursor < lastHead) {
        this.#ahead = {};
        this.#hooks.gap();
        return false;
      }
      if (cursor < head) this.#ahead[scope] = head;
      else delete this.#ahead[scope];
    }
    return true;
  }

  /** The replica with its schema number lowered to the node's, because a node leaves out what it does not know (RS6). */
  #withSchemaOf(nodeSchema: number, replica: Replica): Replica {
    const number = schemaAfterNode({ copy: replica.schema, page: pageSchema, node: nodeSchema });
    return number === replica.schema ? replica : { ...replica, schema: number };
  }

  #cursor(scope: string): number | undefined {
    return this.#reached[scope] ?? this.replica.cursors[scope]?.seq;
  }

  /** Fetches the snapshot, then applies the buffered frames. */
  async #join(joining: Joining): Promise<void> {
    for (let attempt = 0; attempt < maxSnapshotTries; attempt += 1) {
      try {
        const replica = await this.#fetch(joining);
        if (this.#phase !== joining) return;
        if (replica) return this.#replaceReplica(replica, joining);
      } catch (error) {
        if (this.#phase !== joining) return;
        if (error instanceof Outdated) return this.#hooks.outdated();
        console.warn("The workspace could not be fetched; trying again.", error);
      }
      await new Promise<void>((resolve) => void this.#platform.after(firstSnapshotPauseMs * 2 ** attempt, resolve));
      if (this.#phase !== joining) return;
    }
    this.#hooks.gap();
  }

  /** Fetches the snapshot of a gained scope, then applies its buffered frames. */
  async #fetchGained(gaining: GainedScope): Promise<void> {
    const { frame, abort } = gaining;
    const isCurrent = () => this.#gaining.get(frame.scope) === gaining;
    for (let attempt = 0; attempt < maxSnapshotTries; attempt += 1) {
      try {
        const answer = await this.#nodeApi.snapshot(this.#workspaceId, abort.signal, frame.scope);
        const cursor = answer.head.cursors[frame.scope];
        const rows = await rowsOfScope(answer);
        if (!isCurrent()) return;
        if (cursor && cursor.epoch === frame.epoch && cursor.seq >= frame.seq) return this.#addGained(cursor, rows, gaining);
      } catch (error) {
        if (!isCurrent()) return;
        if (error instanceof Outdated) return this.#hooks.outdated();
        console.warn("A part of the workspace could not be fetched; trying again.", error);
      }
      await new Promise<void>((resolve) => void this.#platform.after(firstSnapshotPauseMs * 2 ** attempt, resolve));
      if (!isCurrent()) return;
    }
    this.#hooks.gap();
  }

  #addGained(cursor: ScopeCursor, rows: Change[], { frame, buffer }: GainedScope): void {
    this.#gaining.delete(frame.scope);
    this.replica = withScope(this.replica, frame.scope, frame.kind, cursor, rows);
    if (this.#phase.is === "live") this.#phase.floor[frame.scope] = cursor.seq;
    this.#hooks.gained(buffer);
  }

  async #fetch({ scopes, abort }: Joining): Promise<Replica | null> {
    const answer = await this.#nodeApi.snapshot(this.#workspaceId, abort.signal);
    return isBehind(answer.head, scopes) ? null : replicaFrom(answer, this.#workspaceId, scopes);
  }

  #replaceReplica(replica: Replica, joining: Joining): void {
    const floor = Object.fromEntries(Object.entries(replica.cursors).map(([scope, { seq }]) => [scope, seq]));
    const gone = goneWithLists(this.replica, replica);
    this.replica = this.#withSchemaOf(joining.nodeSchema, { ...replica, capabilities: this.replica.capabilities });
    this.#phase = { is: "live", floor };
    this.#hooks.joined(joining.buffer, gone);
  }
}

import type { NodeFrame, WelcomeScope } from "@/wire/generated";
import { Outdated, type NodeApi } from "../connection/nodeApi";
import type { Platform } from "../platform/platform";
import { emptyReplica, fitOf, type EventsFrame, type Replica, type Run } from "../replica/replica";
import { fedBy, lacksRows, schema } from "./schema";
import { isBehind, resumePlanOf, replicaFrom } from "./snapshotJoin";

/** Where the replica stands with the connection. */
type Phase =
  | { is: "away" }
  /** Not joined to the stream yet: frames wait for the snapshot (RS4). */
  | { is: "joining"; node: number; scopes: WelcomeScope[]; buffer: EventsFrame[]; abort: AbortController }
  /** `floor`: the seqs of the snapshot that it started from. */
  | { is: "live"; floor: Readonly<Record<string, number>> };

type Welcome = Extract<NodeFrame, { type: "welcome" }>;
type Joining = Extract<Phase, { is: "joining" }>;

const snapshotTries = 4;
const snapshotPauseMs = 1000;

export interface StreamHooks {
  /** What we hold does not fit what arrives. */
  gap(): void;
  /** The node does not speak to this version any more. */
  outdated(): void;
  /** A snapshot made the replica anew; the frames that came meanwhile are to be read first. */
  joined(buffered: NodeFrame[]): void;
}

/** Keeps the confirmed state joined to the node's streams: cursors, seams and holes. */
export class Stream {
  replica: Replica;
  #phase: Phase = { is: "away" };
  /** Heads that were ahead of us a heartbeat ago. */
  #ahead: Record<string, number> = {};
  /** How far the frames read so far reach, while they are not applied yet. */
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

  epochOf(scope: string): string {
    const named = this.#phase.is === "joining" ? this.#phase.scopes.find((it) => it.scope === scope)?.epoch : undefined;
    return named ?? this.replica.cursors[scope]?.epoch ?? "";
  }

  /** The connection is gone: what was being fetched is of no use any more. */
  leave(): void {
    if (this.#phase.is === "joining") this.#phase.abort.abort();
    this.#phase = { is: "away" };
  }

  /** Drops the rows that the person may no longer see. */
  empty(): void {
    this.leave();
    this.replica = emptyReplica(this.#workspaceId);
  }

  /** What came cannot be told apart from what was missed: begin again from a snapshot. What is shown stays until then. */
  discardCursors(): void {
    this.leave();
    this.replica = { ...this.replica, cursors: {} };
  }

  welcome({ scopes, schema: node = 0 }: Pick<Welcome, "scopes" | "schema">): void {
    this.#ahead = {};
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

  /** Begins to read the frames of one animation frame. */
  begin(): void {
    this.#reached = {};
  }

  /** The run that a frame adds, null for nothing new, or `gap` when all that follows is of no use. */
  read(frame: EventsFrame): Run | null | "gap" {
    if (this.#phase.is === "joining") {
      this.#phase.buffer.push(frame);
      return null;
    }
    if (this.#phase.is === "away") return null;
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

  /** Heads tell of events that never came: one heartbeat of grace for those under way. False for a gap. */
  checkHeads(heads: Record<string, number>): boolean {
    if (this.#phase.is !== "live") return true;
    for (const [scope, head] of Object.entries(heads)) {
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

  /** The replica, which takes events from a node from here on. */
  #fedBy(node: number, replica: Replica): Replica {
    const number = fedBy({ copy: replica.schema, page: schema, node });
    return number === replica.schema ? replica : { ...replica, schema: number };
  }

  #cursor(scope: string): number | undefined {
    return this.#reached[scope] ?? this.replica.cursors[scope]?.seq;
  }

  /** Fetches the snapshot and joins it to what the socket brought meanwhile. */
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

  async #fetch({ scopes, abort }: Joining): Promise<Replica | null> {
    const answer = await this.#nodeApi.snapshot(this.#workspaceId, abort.signal);
    return isBehind(answer.head, scopes) ? null : replicaFrom(answer, this.#workspaceId, scopes);
  }

  #joinAt(replica: Replica, joining: Joining): void {
    const floor = Object.fromEntries(Object.entries(replica.cursors).map(([scope, { seq }]) => [scope, seq]));
    this.replica = this.#fedBy(joining.node, replica);
    this.#phase = { is: "live", floor };
    this.#hooks.joined(joining.buffer);
  }
}

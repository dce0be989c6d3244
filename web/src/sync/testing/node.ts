import type { TicketDetails } from "@/wire/http.generated";
import type {
  Capabilities,
  Activity,
  Change,
  ClientFrame,
  Command,
  Event,
  NodeFrame,
  Reaction,
  Refusal,
  ScopeCursor,
  ScopeKind,
  SnapshotLine,
} from "@/wire/generated";
import type { ActivityPage, NodeApi, SnapshotAnswer } from "../connection/nodeApi";
import type { SocketHandlers, PlatformSocket } from "../platform/platform";
import { rowKinds, type Tables } from "../tables/tables";
import { FakeSocket } from "./socket";
import { FakeNodeState } from "./nodeState";
import { workspace, workspaceId } from "./rows";

interface Stream {
  epoch: string;
  events: Event[];
  /** Events up to here have left the journal. */
  dropped: number;
}

type Answer = { ok: true; scope: string; seq: number } | { ok: false; error: Refusal };

/**
 * A node in one object: orders commands, numbers events, keeps a journal for each scope, remembers command ids, resumes
 * sockets. Tests carry the frames; otherwise nothing moves.
 */
export class FakeNode {
  readonly state: FakeNodeState;
  readonly sockets = new Set<FakeSocket>();
  /** Every command that was applied, in order. */
  readonly applied: string[] = [];
  /** A script's own refusals. */
  refuse: (user: string, command: Command) => Refusal | null = () => null;
  heartbeatMs = 15_000;
  /** The next snapshot is cut before its end. */
  cutSnapshot = false;
  snapshots = 0;
  /** The schema number of the node's build (RS6); undefined for a build without the number. */
  schema: number | undefined;
  /** The capabilities of people (CP1), by their ids; a node of the previous version sends none. */
  readonly capabilities = new Map<string, Capabilities>();
  now: () => number = () => Date.UTC(2026, 0, 5);
  readonly #streams = new Map<string, Stream>();
  readonly #seen = new Map<string, { user: string; text: string; answer: Answer }>();

  constructor(tables: Tables) {
    this.state = new FakeNodeState(tables);
  }

  /** The network between one person and this node. */
  accept(user: string): (handlers: SocketHandlers) => PlatformSocket {
    return (handlers) => {
      const socket = new FakeSocket(this, user, handlers);
      this.sockets.add(socket);
      return socket.clientEnd;
    };
  }

  /** Sends a person their capabilities. */
  allow(user: string, capabilities: Capabilities): void {
    this.capabilities.set(user, capabilities);
    this.#queue(user, { type: "capabilities", capabilities });
  }

  nodeApi(user: string): NodeApi {
    return {
      token: async () => `token of ${user}`,
      answers: async () => true,
      snapshot: async (_workspace, _signal, scope) => this.snapshot(user, scope),
      ticket: async (_workspace, ticketId) => this.details(user, ticketId),
      activities: async (): Promise<ActivityPage> => ({ activities: [], reactions: [], next: null }),
    };
  }

  scopesOf(user: string): { scope: string; kind: ScopeKind }[] {
    const kindOf = (scope: string): ScopeKind => {
      if (scope === workspaceId) return "workspace";
      return scope === this.state.personal(user) ? "personal" : "list";
    };
    return this.state.scopesOf(user).map((scope) => ({ scope, kind: kindOf(scope) }));
  }

  /** Lets a person into the scope of a list (FO1). */
  share(user: string, scope: string): void {
    this.state.shared.set(user, new Set([...(this.state.shared.get(user) ?? []), scope]));
    this.#queue(user, { type: "follow", scope, kind: "list", ...this.#cursor(scope) });
  }

  unshare(user: string, scope: string): void {
    this.state.shared.get(user)?.delete(scope);
    this.#queue(user, { type: "unfollow", scope });
  }

  /** Adds an event to a scope, without a command. */
  happen(by: string, scope: string, changes: Change[]): void {
    this.state.change(scope, changes);
    const stream = this.#stream(scope);
    const seq = stream.events.length + 1;
    const event: Event = { seq, commandId: `${scope}-${seq}`, by, at: new Date(this.now()).toISOString(), changes };
    stream.events.push(event);
    this.#tell(scope, event);
  }

  #queue(user: string, frame: NodeFrame): void {
    for (const socket of this.sockets) if (socket.greeted && socket.user === user) socket.queue(frame);
  }

  cursors(user: string): Record<string, ScopeCursor> {
    return Object.fromEntries(this.scopesOf(user).map(({ scope }) => [scope, this.#cursor(scope)]));
  }

  /**
   * The snapshot of all scopes that a person follows, or of one. A node with a schema number names the scope of the
   * rows.
   */
  snapshot(user: string, scope?: string): SnapshotAnswer {
    this.snapshots += 1;
    const scopes = this.state.scopesOf(user).filter((it) => scope === undefined || it === scope);
    if (scopes.length === 0) throw new Error("not found");
    const lines = scopes.flatMap((it) => this.#linesOf(it));
    const cursors = Object.fromEntries(scopes.map((it) => [it, this.#cursor(it)]));
    const bearer = scopes.includes(workspaceId) ? { workspace: this.state.tablesIn(workspaceId).workspace[workspaceId] ?? workspace } : {};
    const head = { protocol: 1, ...this.#known(), cursors, ...bearer };
    const cut = this.cutSnapshot;
    this.cutSnapshot = false;
    async function* batches() {
      yield lines.slice(0, Math.ceil(lines.length / 2));
      if (cut) throw new Error("cut short");
      yield lines.slice(Math.ceil(lines.length / 2));
    }
    return { head, batches: batches() };
  }

  #linesOf(scope: string): SnapshotLine[] {
    const tables = this.state.tablesIn(scope);
    const rows = rowKinds
      .filter((kind) => kind !== "workspace")
      .flatMap((entity) => Object.values(tables[entity]).map((data): SnapshotLine => ({ entity, data: { ...data } })));
    if (this.schema === undefined) return rows;
    return [{ entity: "scope", data: { id: scope } } as unknown as SnapshotLine, ...rows];
  }

  details(user: string, ticketId: string): TicketDetails {
    const ticket = this.state.tablesOf(user).ticket[ticketId];
    if (!ticket) throw new Error("not found");
    const { description, activities, reactions } = this.state.detail(ticketId);
    return { ticket: { ...ticket, description }, activities, threads: [], reactions, next: null, cursors: this.cursors(user) };
  }

  activitiesOf(ticketId: string): { activities: Activity[]; reactions: Reaction[] } {
    return this.state.detail(ticketId);
  }

  /** CM2: a known id gets the same answer again, even if the first answer was lost. */
  submit(user: string, id: string, command: Command): Answer {
    const text = JSON.stringify(command);
    const seen = this.#seen.get(id);
    if (seen) {
      if (seen.user === user && seen.text === text) return seen.answer;
      return { ok: false, error: { code: "idempotency_mismatch", message: "This id was used." } };
    }
    const answer = this.#decide(user, id, command);
    this.#seen.set(id, { user, text, answer });
    return answer;
  }

  receive(socket: FakeSocket, frame: ClientFrame): void {
    switch (frame.type) {
      case "hello":
        return this.#welcome(socket, frame.cursors ?? {});
      case "command": {
        const answer = this.submit(socket.user, frame.id, frame.command);
        if (answer.ok) socket.queue({ type: "ack", id: frame.id, scope: answer.scope, seq: answer.seq });
        else socket.queue({ type: "refused", id: frame.id, error: answer.error });
        return;
      }
      case "ping":
        return socket.queue({ type: "pong", n: frame.n });
      default:
    }
  }

  /** Backs up the whole state. The returned function restores it under another epoch: later events are gone. */
  backUp(): (epoch: string) => void {
    const bring = this.state.backUp();
    const streams = structuredClone([...this.#streams]);
    const seen = structuredClone([...this.#seen]);
    return (epoch) => {
      bring();
      this.#streams.clear();
      this.#seen.clear();
      for (const [scope, stream] of streams) this.#streams.set(scope, { ...stream, epoch });
      for (const [id, known] of seen) this.#seen.set(id, known);
    };
  }

  /** Drops all events of the journal, as happens after 7 days. */
  forgetJournal(): void {
    for (const stream of this.#streams.values()) stream.dropped = stream.events.length;
  }

  seq(scope = workspaceId): number {
    return this.#stream(scope).events.length;
  }

  #decide(user: string, id: string, command: Command): Answer {
    const error = this.refuse(user, command);
    if (error) return { ok: false, error };
    if (command.kind === "ticket.create" && this.state.holds(command.ticketId)) {
      return { ok: false, error: { code: "already_exists", message: "That ID is taken." } };
    }
    const at = new Date(this.now()).toISOString();
    const decided = this.state.decide(user, command, { at, commandId: id });
    if (decided.size === 0) return { ok: true, scope: workspaceId, seq: this.seq() };
    this.applied.push(id);
    let answer: Answer | null = null;
    for (const [scope, changes] of decided) {
      const stream = this.#stream(scope);
      const event: Event = { seq: stream.events.length + 1, commandId: id, by: user, at, changes };
      stream.events.push(event);
      answer = { ok: true, scope, seq: event.seq };
      this.#tell(scope, event);
    }
    return answer ?? { ok: true, scope: workspaceId, seq: this.seq() };
  }

  #tell(scope: string, event: Event): void {
    for (const socket of this.sockets) {
      if (!socket.greeted || !this.scopesOf(socket.user).some((it) => it.scope === scope)) continue;
      socket.queue({ type: "events", scope, from: event.seq - 1, to: event.seq, events: [event] });
    }
  }

  #welcome(socket: FakeSocket, cursors: Record<string, ScopeCursor>): void {
    const plans = this.scopesOf(socket.user).map(({ scope, kind }) => {
      const { epoch, seq } = this.#cursor(scope);
      const theirs = cursors[scope];
      const resumable =
        theirs?.epoch === epoch && theirs.seq <= seq && theirs.seq >= this.#stream(scope).dropped;
      return { scope, kind, epoch, seq: resumable ? theirs.seq : seq, resume: resumable ? "delta" : "snapshot" } as const;
    });
    const limits = { frameBytes: 262_144, commandsPerSecond: 100, commandBurst: 500 };
    const serverTime = new Date(this.now()).toISOString();
    socket.greeted = true;
    const allowed = this.capabilities.get(socket.user);
    socket.queue({ type: "welcome", node: "fake", ...this.#known(), serverTime, heartbeatMs: this.heartbeatMs, limits, ...(allowed && { capabilities: allowed }), scopes: [...plans] });
    for (const { scope, seq, resume } of plans) {
      const missed = this.#stream(scope).events.slice(seq);
      if (resume === "delta" && missed.length > 0) {
        socket.queue({ type: "events", scope, from: seq, to: seq + missed.length, events: missed });
      }
    }
  }

  #known(): { schema?: number } {
    return this.schema === undefined ? {} : { schema: this.schema };
  }

  #cursor(scope: string): ScopeCursor {
    const { epoch, events } = this.#stream(scope);
    return { epoch, seq: events.length };
  }

  #stream(scope: string): Stream {
    const known = this.#streams.get(scope);
    if (known) return known;
    const stream = { epoch: "e1", events: [], dropped: 0 };
    this.#streams.set(scope, stream);
    return stream;
  }
}


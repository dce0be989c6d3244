import { Engine } from "../engine";
import type { Storage } from "../storage/storage";
import { openTabs } from "../platform/tabs";
import { emptyTables, type Tables } from "../tables/tables";
import type { SyncState } from "../types";
import { FakeDisk } from "./disk";
import { FakeLocks } from "./locks";
import { breathe, FakePlatform } from "./platform";
import type { FakeNode } from "./node";
import { ana, ben, doing, done, label, list, member, ticket, todo, workspace, workspaceId } from "./rows";
import type { FakeSocket } from "./socket";

/** A small workspace: two people, three statuses, two lists, two labels, four tickets in the first list. */
export function smallTables(): Tables {
  const byId = <T extends { id: string }>(rows: T[]) => Object.fromEntries(rows.map((row) => [row.id, row]));
  const tickets = ["V", "V001", "V002", "V003"].map((rank, index) =>
    ticket(index + 1, { lists: [{ listId: list(1).id, rank }] }),
  );
  return {
    ...emptyTables,
    workspace: { [workspaceId]: workspace },
    member: byId([member(ana, "owner"), member(ben)]),
    status: byId([todo, doing, done]),
    list: byId([list(1), list(2, "V001")]),
    label: byId([label(1), label(2)]),
    ticket: byId(tickets),
  };
}

interface TabOptions {
  node: FakeNode;
  user?: string;
  disk?: FakeDisk;
  storage?: Storage;
  locks?: FakeLocks;
  seed?: number;
}

let tabs = 0;

/** An engine in its own tab, on a machine whose time stands still. */
export class FakeTab {
  readonly platform: FakePlatform;
  readonly engine: Engine;
  readonly node: FakeNode;
  readonly user: string;
  state: Partial<SyncState> = {};
  published = 0;
  /** The rows that the person may no longer see. */
  readonly lost: string[] = [];
  #socket: FakeSocket | null = null;
  readonly #die: () => void;

  constructor({ node, user = ana, disk = new FakeDisk(), storage, locks = new FakeLocks(), seed = 1 }: TabOptions) {
    this.node = node;
    this.user = user;
    const accept = node.accept(user);
    this.platform = new FakePlatform((handlers) => {
      const wire = accept(handlers);
      this.#socket = [...node.sockets].at(-1) ?? null;
      return wire;
    }, seed);
    const { locks: manager, die } = locks.tab();
    this.#die = die;
    tabs += 1;
    this.engine = new Engine({
      workspaceId,
      userId: user,
      platform: this.platform,
      nodeApi: node.nodeApi(user),
      storage: storage ?? disk.open(),
      tabs: openTabs("test", `tab-${tabs}`, manager),
      publish: (state) => {
        this.published += 1;
        this.state = { ...this.state, ...state };
      },
      lost: (rows) => this.lost.push(...rows),
    });
  }

  /** The connection that is up now, if any. */
  get socket(): FakeSocket | null {
    return this.#socket && this.node.sockets.has(this.#socket) ? this.#socket : null;
  }

  async start(): Promise<this> {
    await this.engine.start();
    await this.settle();
    return this;
  }

  /** The tab crashes: nothing more is written, and its locks are released. */
  crash(): void {
    this.platform.accept = null;
    this.socket?.cut();
    this.#die();
  }

  /** Carries all frames in both directions and lets time pass until nothing is left to do. */
  async settle(rounds = 40): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      await breathe();
      const socket = this.socket;
      socket?.connect();
      let moved = false;
      while (socket?.up()) moved = true;
      while (socket?.down()) moved = true;
      await breathe();
      this.platform.advance(20);
      await breathe();
      const next = this.platform.untilNext();
      if (!moved && this.state.connection !== "live" && next !== null && this.platform.accept) this.platform.advance(next);
      else if (!moved && round > 4 && this.state.waiting === 0) return;
    }
  }

  /** The node's state for this person, in the form of the view. */
  truth(): Tables {
    return this.node.state.tablesOf(this.user);
  }
}

import * as details from "./details";
import type { Details } from "./details";
import type { ActivityLimit, NodeApi } from "../connection/nodeApi";
import type { Platform } from "../platform/platform";

/** Details of this many closed tickets are kept. */
const kept = 20;
const retryMs = 3000;

export interface LoaderHooks {
  get(): Details;
  set(details: Details): void;
  watch(ticketId: string, on: boolean): void;
}

/** Fetches the details of opened tickets, and keeps them while the ticket is likely to be opened again. */
export class DetailLoader {
  /** How many viewers each watched ticket has. */
  readonly #watched = new Map<string, number>();
  readonly #loading = new Map<string, Promise<void>>();
  #stopped = false;
  readonly #platform: Platform;
  readonly #nodeApi: NodeApi;
  readonly #workspaceId: string;
  readonly #hooks: LoaderHooks;

  constructor(platform: Platform, nodeApi: NodeApi, workspaceId: string, hooks: LoaderHooks) {
    this.#platform = platform;
    this.#nodeApi = nodeApi;
    this.#workspaceId = workspaceId;
    this.#hooks = hooks;
  }

  load(ticketId: string): Promise<void> {
    const known = this.#loading.get(ticketId);
    if (known) return known;
    const work = this.#fetch(ticketId).finally(() => this.#loading.delete(ticketId));
    this.#loading.set(ticketId, work);
    return work;
  }

  async #fetch(ticketId: string): Promise<void> {
    this.#hooks.set(details.requestDetail(this.#trimmed(ticketId), ticketId));
    try {
      const answer = await this.#nodeApi.ticket(this.#workspaceId, ticketId);
      if (!this.#stopped) this.#hooks.set(details.receiveDetail(this.#hooks.get(), ticketId, answer));
    } catch {
      if (this.#stopped) return;
      this.#hooks.set(details.failDetail(this.#hooks.get(), ticketId));
      // A new ticket is known to the node once its command has arrived; or the network may come back.
      if (this.#watched.has(ticketId)) this.#platform.after(retryMs, () => this.#again(ticketId));
    }
  }

  async loadOlder(ticketId: string, limit: ActivityLimit = 50): Promise<void> {
    const held = this.#hooks.get()[ticketId];
    if (!held?.next || held.loadingOlder) return;
    this.#hooks.set(details.askOlder(this.#hooks.get(), ticketId));
    const page = await this.#nodeApi.activities(this.#workspaceId, ticketId, held.next, limit).catch(() => null);
    if (!this.#stopped) this.#hooks.set(details.takeOlder(this.#hooks.get(), ticketId, page));
  }

  watch(ticketId: string): () => void {
    const viewers = this.#watched.get(ticketId) ?? 0;
    this.#watched.set(ticketId, viewers + 1);
    if (viewers === 0) this.#hooks.watch(ticketId, true);
    if (this.#hooks.get()[ticketId]?.state !== "ready") void this.load(ticketId);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const left = (this.#watched.get(ticketId) ?? 1) - 1;
      if (left > 0) return void this.#watched.set(ticketId, left);
      this.#watched.delete(ticketId);
      this.#hooks.watch(ticketId, false);
    };
  }

  /** A new connection does not know the watched tickets. Details that failed to load may load now. */
  connected(): void {
    for (const ticketId of this.#watched.keys()) {
      this.#hooks.watch(ticketId, true);
      if (this.#hooks.get()[ticketId]?.state === "failed") void this.load(ticketId);
    }
  }

  /** The stream has jumped: kept details may have missed events. */
  renew(): void {
    const opened = Object.entries(this.#hooks.get()).filter(([ticketId]) => this.#watched.has(ticketId));
    this.#hooks.set(Object.fromEntries(opened));
    for (const [ticketId] of opened) {
      const under = this.#loading.get(ticketId) ?? Promise.resolve();
      void under.then(() => this.load(ticketId));
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  #again(ticketId: string): void {
    if (this.#stopped || !this.#watched.has(ticketId)) return;
    if (this.#hooks.get()[ticketId]?.state === "failed") void this.load(ticketId);
  }

  /** Drops the oldest closed tickets beyond the number that is kept. */
  #trimmed(opening: string): Details {
    const all = Object.entries(this.#hooks.get());
    let surplus = all.length - kept;
    const stay = all.filter(([ticketId]) => {
      const old = surplus > 0 && ticketId !== opening && !this.#watched.has(ticketId);
      if (old) surplus -= 1;
      return !old;
    });
    return stay.length === all.length ? this.#hooks.get() : Object.fromEntries(stay);
  }
}

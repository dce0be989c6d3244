/**
 * The tabs that are alive. Each tab holds a Web Lock under its name until it ends or crashes, so that exactly one other
 * tab adopts the edits of a dead one.
 */
export interface Tabs {
  readonly id: string;
  /** Resolves once this tab holds its lock. */
  join(): Promise<void>;
  /** Runs while no other tab runs its own `work`; `isDead` tests the owner of an edit. */
  exclusively<T>(work: (isDead: (id: string) => boolean) => Promise<T>): Promise<T>;
  /** Calls back each time another tab ends or crashes. */
  onDeath(callback: () => void): void;
  /** Calls back when this tab becomes the writer of the cached copy. */
  onElected(callback: () => void): void;
  leave(): void;
}

/** Uses the Web Locks of `locks`. Without them (plain http), every other tab counts as dead. */
export function openTabs(group: string, id: string, locks: LockManager | undefined): Tabs {
  return locks ? new LockTabs(group, id, locks) : new UncoordinatedTabs(id);
}

class LockTabs implements Tabs {
  readonly id: string;
  readonly #group: string;
  readonly #locks: LockManager;
  readonly #end = new AbortController();
  readonly #watched = new Set<string>();
  readonly #callbacks = new Set<() => void>();
  readonly #channel: BroadcastChannel | null;
  #release: () => void = () => {};

  constructor(group: string, id: string, locks: LockManager) {
    this.id = id;
    this.#group = group;
    this.#locks = locks;
    this.#channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(`troupe.tabs.${group}`);
  }

  join(): Promise<void> {
    this.#channel?.addEventListener("message", () => void this.#watchOthers());
    return new Promise((resolve) => {
      const hold = async () => {
        resolve();
        // Earlier tabs do not know this tab: the message tells them, and they then wait for its end.
        this.#channel?.postMessage("joined");
        await new Promise<void>((release) => {
          this.#release = release;
        });
      };
      // A page that may not store anything may also have no locks: the tab must not wait for a lock that it never gets.
      this.#locks.request(this.#nameOf(this.id), hold).catch(() => resolve());
    });
  }

  async exclusively<T>(work: (isDead: (id: string) => boolean) => Promise<T>): Promise<T> {
    let begun = false;
    const inTurn = async () => {
      begun = true;
      const living = await this.#living();
      return work((id) => id !== this.id && !living.has(id));
    };
    try {
      return await (this.#locks.request(`troupe.adopt.${this.#group}`, inTurn) as Promise<T>);
    } catch (error) {
      if (begun) throw error;
      return work((id) => id !== this.id);
    }
  }

  onDeath(callback: () => void): void {
    this.#callbacks.add(callback);
    void this.#watchOthers();
  }

  onElected(callback: () => void): void {
    const options = { signal: this.#end.signal };
    const hold = async () => {
      callback();
      await new Promise((resolve) => this.#end.signal.addEventListener("abort", resolve));
    };
    const wait = async () => {
      try {
        await this.#locks.request(`troupe.keeper.${this.#group}`, options, hold);
      } catch {
        if (!options.signal.aborted) callback();
      }
    };
    void wait();
  }

  leave(): void {
    this.#release();
    this.#end.abort();
    this.#channel?.close();
  }

  #nameOf(id: string): string {
    return `troupe.tab.${this.#group}.${id}`;
  }

  async #living(): Promise<Set<string>> {
    const { held = [] } = await this.#locks.query().catch(() => ({ held: [] }));
    const prefix = this.#nameOf("");
    // Shared locks are held for a moment by tabs that waited for the owner's end.
    const owners = held.filter(({ name, mode }) => mode === "exclusive" && name?.startsWith(prefix));
    return new Set(owners.map(({ name }) => (name ?? "").slice(prefix.length)));
  }

  /** Waits for the lock of every other tab. The tab that held a lock is gone once the lock is granted. */
  async #watchOthers(): Promise<void> {
    for (const id of await this.#living()) {
      if (id === this.id || this.#watched.has(id)) continue;
      this.#watched.add(id);
      this.#locks
        .request(this.#nameOf(id), { mode: "shared", signal: this.#end.signal }, () => {
          this.#watched.delete(id);
          for (const callback of this.#callbacks) callback();
        })
        .catch(() => undefined);
    }
  }
}

/**
 * Without Web Locks, no tab can tell living tabs from dead ones, so every tab adopts all edits when it opens. Sending a
 * command twice is harmless; losing one is not.
 */
class UncoordinatedTabs implements Tabs {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  async join(): Promise<void> {}
  exclusively<T>(work: (isDead: (id: string) => boolean) => Promise<T>): Promise<T> {
    return work((id) => id !== this.id);
  }
  onDeath(): void {}
  onElected(callback: () => void): void {
    callback();
  }
  leave(): void {}
}

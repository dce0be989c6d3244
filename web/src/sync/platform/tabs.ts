/**
 * Which tabs live. Each holds a Web Lock under its name for as long as it
 * does, crash included, so that what a dead one left can be taken over by
 * exactly one other.
 */
export interface Tabs {
  readonly id: string;
  /** Resolves once this tab counts as living. */
  join(): Promise<void>;
  /** Runs while no other tab does, with a test for dead tabs. */
  exclusively<T>(work: (isDead: (id: string) => boolean) => Promise<T>): Promise<T>;
  /** Calls back each time another tab dies. */
  onDeath(callback: () => void): void;
  /** Calls back when this tab becomes the one that writes the cached copy. */
  onElected(callback: () => void): void;
  leave(): void;
}

/** Opens on the Web Locks of `locks`; where there are none (plain http) every other tab counts as dead. */
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
        // Those that came before cannot know of us: they learn it here, and wait for our end.
        this.#channel?.postMessage("joined");
        await new Promise<void>((release) => {
          this.#release = release;
        });
      };
      // A page that may store nothing may have no locks either: the tab must not wait for a lock that never comes.
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
    // Shared ones are held for a moment by those who waited for the owner's end.
    const owners = held.filter(({ name, mode }) => mode === "exclusive" && name?.startsWith(prefix));
    return new Set(owners.map(({ name }) => (name ?? "").slice(prefix.length)));
  }

  /** Waits for the lock of every other tab: getting it means that the tab is gone. */
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
 * Without Web Locks no tab can tell living tabs from dead ones: every tab takes
 * everything over when it opens. Sending a command twice is harmless, losing
 * one is not.
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

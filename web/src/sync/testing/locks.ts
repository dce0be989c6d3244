type Mode = "exclusive" | "shared";

interface Held {
  name: string;
  mode: Mode;
  client: object;
}

interface Wanted {
  name: string;
  mode: Mode;
  client: object;
  grant: () => void;
}

/** Web Locks over several tabs of one test, which can crash. */
export class FakeLocks {
  #held: Held[] = [];
  #wanted: Wanted[] = [];

  /** The `navigator.locks` of one tab. */
  tab(): { locks: LockManager; die: () => void } {
    const client = {};
    const request = async (name: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as (lock: unknown) => unknown;
      const options = (rest.length > 1 ? rest[0] : {}) as LockOptions;
      await this.#acquire(name, options.mode ?? "exclusive", client, options.signal);
      try {
        return await work({ name });
      } finally {
        this.#release(name, client);
      }
    };
    const query = async () => ({
      held: this.#held.map(({ name, mode }) => ({ name, mode })),
      pending: [],
    });
    const die = () => {
      this.#wanted = this.#wanted.filter((wanted) => wanted.client !== client);
      this.#held = this.#held.filter((held) => held.client !== client);
      this.#grant();
    };
    return { locks: { request, query } as unknown as LockManager, die };
  }

  #acquire(name: string, mode: Mode, client: object, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const wanted = { name, mode, client, grant: resolve };
      this.#wanted.push(wanted);
      signal?.addEventListener("abort", () => {
        if (!this.#wanted.includes(wanted)) return;
        this.#wanted = this.#wanted.filter((other) => other !== wanted);
        reject(new DOMException("aborted", "AbortError"));
      });
      this.#grant();
    });
  }

  #release(name: string, client: object): void {
    const index = this.#held.findIndex((held) => held.name === name && held.client === client);
    if (index >= 0) this.#held.splice(index, 1);
    this.#grant();
  }

  #grant(): void {
    for (const wanted of this.#wanted) {
      const holders = this.#held.filter((held) => held.name === wanted.name);
      const free = holders.length === 0 || (wanted.mode === "shared" && holders.every((held) => held.mode === "shared"));
      const first = this.#wanted.find((other) => other.name === wanted.name) === wanted;
      if (!free || !(first || wanted.mode === "shared")) continue;
      this.#wanted = this.#wanted.filter((other) => other !== wanted);
      this.#held.push({ name: wanted.name, mode: wanted.mode, client: wanted.client });
      wanted.grant();
    }
  }
}

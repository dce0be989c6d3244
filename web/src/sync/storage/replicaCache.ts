import type { Platform } from "../platform/platform";
import type { Replica } from "../replica/replica";
import type { Storage } from "./storage";

const pauseMs = 1500;

/** Keeps the stored copy of the replica up to date, and writes only rows that changed. */
export class ReplicaCache {
  #saved: Replica | null = null;
  #next: Replica | null = null;
  #callOff: (() => void) | null = null;
  #busy = false;
  #isWriter = false;
  readonly #storage: Storage;
  readonly #platform: Platform;

  constructor(storage: Storage, platform: Platform) {
    this.#storage = storage;
    this.#platform = platform;
  }

  async load(workspaceId: string): Promise<Replica | null> {
    try {
      return await this.#storage.loadReplica(workspaceId);
    } catch (error) {
      console.warn("The stored copy of the workspace cannot be read and is thrown away.", error);
      await this.drop();
      return null;
    }
  }

  /** Only one tab writes: several would overwrite each other's rows. */
  becomeWriter(): void {
    this.#isWriter = true;
    this.#plan();
  }

  offer(replica: Replica): void {
    this.#next = replica;
    this.#plan();
  }

  /** Writes now, because the page may close before the pause is over. */
  async flush(): Promise<void> {
    this.#callOff?.();
    this.#callOff = null;
    const next = this.#next;
    if (!next || !this.#isWriter || this.#busy || next === this.#saved) return;
    this.#busy = true;
    try {
      await this.#storage.saveReplica(next, this.#saved);
      this.#saved = next;
    } catch (error) {
      console.warn("The workspace could not be stored for the next start.", error);
      this.#saved = null;
      // A copy that cannot be updated would show an old state at the next start, so it is dropped.
      await this.#storage.dropReplica().catch(() => undefined);
    } finally {
      this.#busy = false;
    }
    if (this.#next !== next) this.#plan();
  }

  async drop(): Promise<void> {
    this.#saved = null;
    this.#next = null;
    await this.#storage.dropReplica().catch(() => undefined);
  }

  stop(): void {
    this.#callOff?.();
    this.#isWriter = false;
  }

  #plan(): void {
    if (!this.#isWriter || this.#callOff || !this.#next || this.#next === this.#saved) return;
    this.#callOff = this.#platform.after(pauseMs, () => {
      this.#callOff = null;
      void this.flush();
    });
  }
}

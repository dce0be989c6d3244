import type { Platform } from "../platform/platform";
import type { Replica } from "../replica/replica";
import type { Storage } from "./storage";

const pauseMs = 1500;

/** Keeps the stored copy of the replica up to date, and writes only rows that changed. */
export class ReplicaCache {
  #saved: Replica | null = null;
  #next: Replica | null = null;
  #callOff: (() => void) | null = null;
  /** The write that is under way. */
  #writing: Promise<void> | null = null;
  #isWriter = false;
  readonly #storage: Storage;
  readonly #platform: Platform;

  constructor(storage: Storage, platform: Platform) {
    this.#storage = storage;
    this.#platform = platform;
  }

  /** The stored copy, once it is read; null if there is none. */
  async load(copy: Promise<Replica | null>): Promise<Replica | null> {
    try {
      return await copy;
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
    // One write at a time, because each begins from what the one before has stored.
    while (this.#writing) await this.#writing;
    const next = this.#next;
    if (!next || !this.#isWriter || next === this.#saved) return;
    this.#writing = this.#write(next);
    await this.#writing;
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

  async #write(next: Replica): Promise<void> {
    try {
      await this.#storage.saveReplica(next);
      this.#saved = next;
    } catch (error) {
      console.warn("The workspace could not be stored for the next start.", error);
      this.#saved = null;
      // A copy that cannot be updated would show an old state at the next start, so it is dropped.
      await this.#storage.dropReplica().catch(() => undefined);
    } finally {
      this.#writing = null;
    }
  }

  #plan(): void {
    if (!this.#isWriter || this.#callOff || !this.#next || this.#next === this.#saved) return;
    this.#callOff = this.#platform.after(pauseMs, () => {
      this.#callOff = null;
      void this.flush();
    });
  }
}

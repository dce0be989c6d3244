import type { PresenceUpdate } from "@/wire/generated";
import type { Platform } from "../platform/platform";
import { same } from "../tables/tables";

/** PR2: the node sends at most ten a second on; more from us would be lost. */
const pauseMs = 150;

/** Tells where the person is: the last word counts, and not too often. */
export class PresenceSender {
  #wanted: PresenceUpdate = { state: "viewing" };
  #told: PresenceUpdate | null = null;
  #away = false;
  #callOff: (() => void) | null = null;
  readonly #platform: Platform;
  readonly #send: (update: PresenceUpdate) => boolean;

  constructor(platform: Platform, send: (update: PresenceUpdate) => boolean) {
    this.#platform = platform;
    this.#send = send;
  }

  set(update: PresenceUpdate): void {
    this.#wanted = update;
    this.#plan();
  }

  /** The page is hidden, or has had no input for a while. */
  setAway(away: boolean): void {
    this.#away = away;
    this.#plan();
  }

  /** A new connection knows nothing of us. */
  connected(): void {
    this.#told = null;
    this.#plan();
  }

  stop(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  #plan(): void {
    if (this.#callOff) return;
    this.#tell();
    this.#callOff = this.#platform.after(pauseMs, () => {
      this.#callOff = null;
      this.#tell();
    });
  }

  #tell(): void {
    const update: PresenceUpdate = this.#away ? { ...this.#wanted, state: "away" } : this.#wanted;
    if (!same(update, this.#told) && this.#send(update)) this.#told = update;
  }
}

import type { PresenceUpdate } from "@/wire/generated";
import type { Platform } from "../platform/platform";
import { same } from "../tables/tables";

/** PR2: the node passes on at most ten updates a second; more would be dropped. */
const pauseMs = 150;

/** Sends where the person is. Only the latest place is sent, and not too often. */
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

  /** A new connection does not know where the person is. */
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

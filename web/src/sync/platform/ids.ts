/** The node's time, as far as the page knows it: `welcome` and `pong` correct it. */
export class Clock {
  #offset = 0;
  readonly #local: () => number;

  constructor(local: () => number = Date.now) {
    this.#local = local;
  }

  /** Milliseconds by the machine's own clock: for time-outs, never for ids. */
  local(): number {
    return this.#local();
  }

  now(): number {
    return this.#local() + this.#offset;
  }

  iso(): string {
    return new Date(this.now()).toISOString();
  }

  correct(serverTime: string): void {
    const server = Date.parse(serverTime);
    if (!Number.isNaN(server)) this.#offset = server - this.#local();
  }
}

/**
 * Makes UUIDv7 ids that grow even within a millisecond and when the clock is set back, so that ids sort by age. Uses
 * `getRandomValues`, because `randomUUID` is missing on plain http.
 */
export class Ids {
  #last = 0;
  #count = 0;
  readonly #clock: Clock;
  readonly #random: (bytes: Uint8Array<ArrayBuffer>) => void;

  constructor(clock: Clock, random: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => void crypto.getRandomValues(bytes)) {
    this.#clock = clock;
    this.#random = random;
  }

  next(): string {
    const bytes = new Uint8Array(16);
    this.#random(bytes);
    const now = Math.floor(this.#clock.now());
    if (now > this.#last) {
      this.#last = now;
      this.#count = 0;
    } else if (this.#count < 0xfff) {
      this.#count += 1;
    } else {
      this.#last += 1;
      this.#count = 0;
    }
    const view = new DataView(bytes.buffer);
    view.setUint32(0, Math.floor(this.#last / 0x10000));
    view.setUint16(4, this.#last % 0x10000);
    view.setUint16(6, 0x7000 | this.#count);
    view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
}

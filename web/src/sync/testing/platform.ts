import type { Platform, SocketHandlers, PlatformSocket } from "../platform/platform";

interface Planned {
  at: number;
  order: number;
  work: () => void;
}

/** A machine whose time passes only when a test says so, with seeded randomness. */
export class FakePlatform implements Platform {
  /** Takes the sockets; null for a network that is gone. */
  accept: ((handlers: SocketHandlers) => PlatformSocket) | null;
  opened = 0;
  #now: number;
  #order = 0;
  #planned: Planned[] = [];
  #random: () => number;

  constructor(accept: ((handlers: SocketHandlers) => PlatformSocket) | null = null, seed = 1, now = Date.UTC(2026, 0, 5)) {
    this.accept = accept;
    this.#now = now;
    this.#random = mulberry32(seed);
  }

  now(): number {
    return this.#now;
  }

  random(): number {
    return this.#random();
  }

  after(ms: number, work: () => void): () => void {
    const planned = { at: this.#now + ms, order: (this.#order += 1), work };
    this.#planned.push(planned);
    return () => {
      this.#planned = this.#planned.filter((other) => other !== planned);
    };
  }

  nextFrame(work: () => void): () => void {
    return this.after(16, work);
  }

  openSocket(handlers: SocketHandlers): PlatformSocket {
    this.opened += 1;
    if (this.accept) return this.accept(handlers);
    const callOff = this.after(1, () => handlers.closed(1006, ""));
    return { send: () => {}, close: callOff };
  }

  /** Lets time pass, and runs the work planned for it. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = this.#planned.toSorted((a, b) => a.at - b.at || a.order - b.order);
      if (!next || next.at > end) break;
      this.#planned = this.#planned.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.at);
      next.work();
    }
    this.#now = end;
  }

  /** The time until the next planned work, in milliseconds. */
  untilNext(): number | null {
    if (this.#planned.length === 0) return null;
    return Math.max(0, Math.min(...this.#planned.map(({ at }) => at)) - this.#now);
  }
}

/** A small seeded generator: the same seed gives the same run. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Lets all promises settle that can settle now. */
export async function breathe(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

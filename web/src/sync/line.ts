import type { ClientFrame, NodeFrame } from "@/wire/generated";
import { step, type Effect, type Happening, type Link, type Timer } from "./connection";
import { expiryOf, Outdated, SessionOver, type Door } from "./door";
import type { Clock } from "./ids";
import type { Machine, Wire } from "./machine";
import type { Cursors } from "./replica";

export const protocol = 1;
const client = { name: "troupe-web", version: "1" };
/** How long before its end a token is renewed: timers of hidden pages fire once a minute. */
const renewBeforeMs = 75_000;

/** No socket gets through to a node that answers otherwise. */
export const isBlocked = (link: Link): boolean => "attempt" in link && link.blocked;

export interface LineHooks {
  workspaceId: string;
  cursors(): Cursors;
  received(frame: NodeFrame): void;
  moved(link: Link, before: Link): void;
}

/**
 * The one socket: carries out what `connection` decides. Frames come and go
 * here, nothing is known of what is in them but what keeps the line alive.
 */
export class Line {
  #link: Link = { at: "idle" };
  #wire: Wire | null = null;
  /** Sockets and tokens of an earlier try report to nobody. */
  #generation = 0;
  #token = "";
  #renewing = false;
  #pings = 0;
  #lastPing = 0;
  readonly #timers = new Map<Timer, () => void>();
  readonly #machine: Machine;
  readonly #door: Door;
  readonly #clock: Clock;
  readonly #hooks: LineHooks;

  constructor(machine: Machine, door: Door, clock: Clock, hooks: LineHooks) {
    this.#machine = machine;
    this.#door = door;
    this.#clock = clock;
    this.#hooks = hooks;
  }

  get link(): Link {
    return this.#link;
  }

  tell(happening: Happening): void {
    const before = this.#link;
    const [link, effects] = step(before, happening, {
      now: this.#machine.now(),
      random: () => this.#machine.random(),
    });
    this.#link = link;
    for (const effect of effects) this.#carryOut(effect);
    if (link.at !== before.at || isBlocked(link) !== isBlocked(before)) this.#hooks.moved(link, before);
  }

  /** False when there is no line: the frame is gone. */
  send(frame: ClientFrame): boolean {
    if (this.#link.at !== "live" && frame.type !== "hello") return false;
    if (!this.#wire) return false;
    this.#wire.send(JSON.stringify(frame));
    return true;
  }

  #carryOut(effect: Effect): void {
    switch (effect.do) {
      case "authorize":
        void this.#authorize(effect.fresh);
        return;
      case "open":
        return this.#open();
      case "hello": {
        const { workspaceId: workspace, cursors } = this.#hooks;
        this.send({ type: "hello", token: this.#token, workspace, protocol, cursors: cursors(), client });
        return;
      }
      case "ping":
        return this.#ping();
      case "probe":
        void this.#probe();
        return;
      case "close":
        this.#generation += 1;
        this.#wire?.close();
        this.#wire = null;
        return;
      case "timer":
        this.#timers.get(effect.timer)?.();
        this.#timers.set(
          effect.timer,
          this.#machine.after(effect.ms, () => this.tell({ on: "timer", timer: effect.timer })),
        );
        return;
      case "cancel":
        this.#timers.get(effect.timer)?.();
        this.#timers.delete(effect.timer);
    }
  }

  async #authorize(fresh: boolean): Promise<void> {
    const generation = (this.#generation += 1);
    const happening = await this.#door.token(fresh).then(
      (token): Happening => {
        if (generation === this.#generation) this.#token = token;
        return { on: "token" };
      },
      (error: unknown): Happening => {
        if (error instanceof Outdated) return { on: "outdated" };
        return { on: error instanceof SessionOver ? "tokenRefused" : "tokenFailed" };
      },
    );
    if (generation === this.#generation) this.tell(happening);
  }

  async #probe(): Promise<void> {
    const generation = this.#generation;
    const answers = await this.#door.answers();
    if (generation === this.#generation) this.tell({ on: "probed", answers });
  }

  #open(): void {
    const generation = (this.#generation += 1);
    const current = () => generation === this.#generation;
    this.#wire = this.#machine.openSocket({
      opened: () => current() && this.tell({ on: "opened" }),
      received: (text) => current() && this.#receive(text),
      closed: (code) => {
        if (!current()) return;
        this.#wire = null;
        this.tell({ on: "closed", code });
      },
    });
  }

  #receive(text: string): void {
    let frame: NodeFrame | null;
    try {
      frame = JSON.parse(text) as NodeFrame | null;
    } catch {
      // Half a frame cannot be told from a lost one: what it held comes again on resume.
      return this.tell({ on: "gap" });
    }
    this.tell({ on: "heard" });
    // No frame of ours, nor of a later version: there is nothing in it to miss.
    if (typeof frame !== "object" || frame === null) return;
    if (frame.type === "welcome") {
      this.#clock.correct(frame.serverTime);
      this.tell({ on: "welcome", heartbeatMs: frame.heartbeatMs });
    }
    if (frame.type === "bye") this.tell({ on: "bye", retryAfterMs: frame.retryAfterMs });
    if (frame.type === "heads") this.#answerHeartbeat();
    this.#hooks.received(frame);
  }

  /** The node's heartbeat, unlike our timers, also reaches a hidden page in time. */
  #answerHeartbeat(): void {
    const link = this.#link;
    if (link.at !== "live") return;
    if (this.#machine.now() - this.#lastPing > link.heartbeatMs / 2) this.#ping();
    void this.#renew();
  }

  #ping(): void {
    this.#pings += 1;
    this.#lastPing = this.#machine.now();
    this.send({ type: "ping", n: this.#pings });
    void this.#renew();
  }

  /** HS4: a new token before the old one ends; if that fails, 4401 and a reconnect do the same later. */
  async #renew(): Promise<void> {
    const expiry = expiryOf(this.#token);
    if (this.#renewing || expiry === null || expiry - this.#clock.now() > renewBeforeMs) return;
    this.#renewing = true;
    const generation = this.#generation;
    try {
      const token = await this.#door.token(true);
      if (generation !== this.#generation) return;
      this.#token = token;
      this.send({ type: "token", token });
    } catch (error) {
      if (error instanceof SessionOver && generation === this.#generation) this.tell({ on: "closed", code: 4401 });
    } finally {
      this.#renewing = false;
    }
  }
}

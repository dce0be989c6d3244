import type { ClientFrame, NodeFrame } from "@/wire/generated";
import { step, type Effect, type ConnectionEvent, type ConnectionState, type Timer } from "./connectionState";
import { expiryOf, Outdated, SessionOver, type NodeApi } from "./nodeApi";
import type { Clock } from "../platform/ids";
import type { Platform, PlatformSocket } from "../platform/platform";
import type { Cursors } from "../replica/replica";

export const protocol = 1;
const client = { name: "troupe-web", version: "1" };
/** How long before its expiry a token is renewed. Timers of hidden pages fire only once a minute. */
const renewBeforeMs = 75_000;

/** True if the node answers over HTTP, but not on sockets. */
export const isBlocked = (state: ConnectionState): boolean => "attempt" in state && state.blocked;

export interface SocketConnectionHooks {
  workspaceId: string;
  cursors(): Cursors;
  received(frame: NodeFrame): void;
  receivedBytes(bytes: Uint8Array): void;
  moved(state: ConnectionState, before: ConnectionState): void;
}

/**
 * The one socket. Carries out the effects that `connectionState` decides on. Of the frames, it evaluates only those
 * that concern the connection itself.
 */
export class SocketConnection {
  #state: ConnectionState = { at: "idle" };
  #socket: PlatformSocket | null = null;
  /** The number of the present attempt. Events of earlier sockets and token requests are ignored. */
  #generation = 0;
  #token = "";
  /** Why the node closed the last socket. */
  #refusal = "";
  #renewing = false;
  #pings = 0;
  #lastPing = 0;
  readonly #timers = new Map<Timer, () => void>();
  readonly #platform: Platform;
  readonly #nodeApi: NodeApi;
  readonly #clock: Clock;
  readonly #hooks: SocketConnectionHooks;

  constructor(platform: Platform, nodeApi: NodeApi, clock: Clock, hooks: SocketConnectionHooks) {
    this.#platform = platform;
    this.#nodeApi = nodeApi;
    this.#clock = clock;
    this.#hooks = hooks;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  handle(event: ConnectionEvent): void {
    const before = this.#state;
    const [state, effects] = step(before, event, {
      now: this.#platform.now(),
      random: () => this.#platform.random(),
    });
    this.#state = state;
    for (const effect of effects) this.#carryOut(effect);
    if (state.at !== before.at || isBlocked(state) !== isBlocked(before)) this.#hooks.moved(state, before);
  }

  /** Sends a frame. Returns false if there is no connection: the frame is then not sent. */
  send(frame: ClientFrame): boolean {
    if (this.#state.at !== "live" && frame.type !== "hello") return false;
    if (!this.#socket) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** Sends a binary frame, as `send` does. Only nodes that speak texts know them (TX1). */
  sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean {
    if (this.#state.at !== "live" || !this.#socket) return false;
    this.#socket.send(bytes);
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
        this.#socket?.close();
        this.#socket = null;
        return;
      case "timer":
        this.#timers.get(effect.timer)?.();
        this.#timers.set(
          effect.timer,
          this.#platform.after(effect.ms, () => this.handle({ on: "timer", timer: effect.timer })),
        );
        return;
      case "cancel":
        this.#timers.get(effect.timer)?.();
        this.#timers.delete(effect.timer);
    }
  }

  async #authorize(fresh: boolean): Promise<void> {
    const generation = (this.#generation += 1);
    const event = await this.#nodeApi.token(fresh, this.#refusal).then(
      (token): ConnectionEvent => {
        if (generation === this.#generation) this.#token = token;
        return { on: "token" };
      },
      (error: unknown): ConnectionEvent => {
        if (error instanceof Outdated) return { on: "outdated" };
        return { on: error instanceof SessionOver ? "tokenRefused" : "tokenFailed" };
      },
    );
    if (generation === this.#generation) this.handle(event);
  }

  async #probe(): Promise<void> {
    const generation = this.#generation;
    const answers = await this.#nodeApi.answers();
    if (generation === this.#generation) this.handle({ on: "probed", answers });
  }

  #open(): void {
    const generation = (this.#generation += 1);
    const current = () => generation === this.#generation;
    this.#socket = this.#platform.openSocket({
      opened: () => current() && this.handle({ on: "opened" }),
      received: (frame) => current() && this.#receive(frame),
      closed: (code, reason) => {
        if (!current()) return;
        this.#socket = null;
        this.#refusal = reason;
        this.handle({ on: "closed", code });
      },
    });
  }

  #receive(text: string | Uint8Array): void {
    if (typeof text !== "string") {
      this.handle({ on: "frame" });
      return this.#hooks.receivedBytes(text);
    }
    let frame: NodeFrame | null;
    try {
      frame = JSON.parse(text) as NodeFrame | null;
    } catch {
      // A broken frame counts as a lost one: its events come again on resume.
      return this.handle({ on: "gap" });
    }
    this.handle({ on: "frame" });
    // Not a frame of this protocol, also not of a later version, so no event is missed.
    if (typeof frame !== "object" || frame === null) return;
    if (frame.type === "welcome") {
      this.#clock.correct(frame.serverTime);
      this.handle({ on: "welcome", heartbeatMs: frame.heartbeatMs });
    }
    if (frame.type === "bye") this.handle({ on: "bye", retryAfterMs: frame.retryAfterMs });
    if (frame.type === "heads") this.#answerHeartbeat();
    this.#hooks.received(frame);
  }

  /** Unlike timers of this page, the node's heartbeat also reaches a hidden page in time. */
  #answerHeartbeat(): void {
    const state = this.#state;
    if (state.at !== "live") return;
    if (this.#platform.now() - this.#lastPing > state.heartbeatMs / 2) this.#ping();
    void this.#renew();
  }

  #ping(): void {
    this.#pings += 1;
    this.#lastPing = this.#platform.now();
    this.send({ type: "ping", n: this.#pings });
    void this.#renew();
  }

  /** HS4: fetches a new token before the old one expires. If that fails, 4401 and a reconnect do the same later. */
  async #renew(): Promise<void> {
    const expiry = expiryOf(this.#token);
    if (this.#renewing || expiry === null || expiry - this.#clock.now() > renewBeforeMs) return;
    this.#renewing = true;
    const generation = this.#generation;
    try {
      const token = await this.#nodeApi.token(true);
      if (generation !== this.#generation) return;
      this.#token = token;
      this.send({ type: "token", token });
    } catch (error) {
      if (error instanceof SessionOver && generation === this.#generation) this.handle({ on: "closed", code: 4401 });
    } finally {
      this.#renewing = false;
    }
  }
}

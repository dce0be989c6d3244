import type { EndedReason } from "../types";
import { backoffMs } from "./backoff";

/** The failed attempts so far. */
interface Tries {
  attempt: number;
  refreshed: boolean;
  /** The number of consecutive sockets on which no node has answered. */
  failedSockets: number;
  /** True if the node answers over HTTP but not on sockets: a proxy or firewall blocks them. */
  blocked: boolean;
}

/** The state of the one socket. The stream's data is handled elsewhere. */
export type ConnectionState =
  | { at: "idle" }
  /** An access token was requested. */
  | ({ at: "authorizing" } & Tries)
  | ({ at: "opening" } & Tries)
  /** `hello` was sent, and `welcome` has not arrived yet. */
  | ({ at: "helloSent" } & Tries)
  | ({ at: "live"; since: number; heartbeatMs: number; lastFrameAt: number; bye: number | null } & Tries)
  | ({ at: "waiting"; until: number } & Tries)
  | { at: "ended"; reason: EndedReason };

export type ConnectionEvent =
  | { on: "start" }
  | { on: "stop" }
  | { on: "token" }
  /** The session is over. */
  | { on: "tokenRefused" }
  /** The node did not answer the request for a token. */
  | { on: "tokenFailed" }
  /** The node no longer speaks our protocol: 426 over HTTP, as 4426 on the socket. */
  | { on: "outdated" }
  /** The result of a probe: whether the node answers over HTTP although its sockets fail. */
  | { on: "probed"; answers: boolean }
  | { on: "opened" }
  | { on: "welcome"; heartbeatMs: number }
  /** Any frame: the connection is alive. */
  | { on: "frame" }
  | { on: "bye"; retryAfterMs: number }
  | { on: "closed"; code: number }
  /** An event is missing or does not fit: resume from the cursors. */
  | { on: "gap" }
  | { on: "timer"; timer: Timer }
  /** The page is visible again, or the network is back. */
  | { on: "wake" }
  /** The network seems gone. */
  | { on: "offline" };

export type Timer = "retry" | "handshake" | "beat" | "pong";

export type Effect =
  | { do: "authorize"; fresh: boolean }
  | { do: "open" }
  | { do: "hello" }
  | { do: "ping" }
  | { do: "probe" }
  | { do: "close" }
  | { do: "timer"; timer: Timer; ms: number }
  | { do: "cancel"; timer: Timer };

export interface Moment {
  now: number;
  random: () => number;
}

/** HS1: the node waits 10 s for the client. If the node takes longer itself, it counts as unreachable. */
const handshakeMs = 10_000;
/** How long the page waits for the pong on a doubtful connection. */
const pongMs = 5000;
/** A connection is steady after this time. After a shorter connection, the back-off continues. */
const steadyMs = 10_000;
const floodPauseMs = 5000;
const maxProtocolErrors = 3;
/** After this many consecutive failed sockets, the page probes the node over HTTP. */
const failedSocketsBeforeProbe = 2;
const none: Tries = { attempt: 0, refreshed: false, failedSockets: 0, blocked: false };

type Step = [ConnectionState, Effect[]];

const cancelAll: Effect[] = (["retry", "handshake", "beat", "pong"] as const).map((timer) => ({ do: "cancel", timer }));

/** The next state and its effects. Pure, so that every path can be tested without a socket. */
export function step(state: ConnectionState, event: ConnectionEvent, moment: Moment): Step {
  if (event.on === "stop") return [{ at: "idle" }, [...cancelAll, { do: "close" }]];
  if (event.on === "start") {
    const fresh = state.at === "idle" || state.at === "ended";
    return fresh ? authorize(none) : [state, []];
  }
  if (event.on === "outdated") return "attempt" in state ? end("reload") : [state, []];
  if (event.on === "probed") return [probed(state, event.answers), []];
  switch (state.at) {
    case "idle":
    case "ended":
      return [state, []];
    case "waiting":
      if (event.on === "wake" || (event.on === "timer" && event.timer === "retry"))
        return authorize(state);
      return [state, []];
    case "authorizing":
      if (event.on === "token") return [{ ...state, at: "opening" }, [{ do: "open" }, handshake]];
      if (event.on === "tokenRefused") return end("signedOut");
      // The node does not answer over HTTP either, so the cause is not a blocked socket.
      if (event.on === "tokenFailed") return wait({ ...state, failedSockets: 0, blocked: false }, moment);
      return [state, []];
    case "opening":
      if (event.on === "opened") return [{ ...state, at: "helloSent" }, [{ do: "hello" }]];
      return broken(state, event, moment) ?? [state, []];
    case "helloSent":
      if (event.on === "welcome") return welcomed(state, event.heartbeatMs, moment);
      return broken(state, event, moment) ?? [state, []];
    case "live":
      return live(state, event, moment);
  }
}

type Trying = Extract<ConnectionState, Tries>;

function triesOf({ attempt, refreshed, failedSockets, blocked }: Tries): Tries {
  return { attempt, refreshed, failedSockets, blocked };
}

function probed(state: ConnectionState, answers: boolean): ConnectionState {
  return "attempt" in state && state.at !== "live" ? { ...state, blocked: answers } : state;
}

const handshake: Effect = { do: "timer", timer: "handshake", ms: handshakeMs };

function authorize(tries: Tries, fresh = false): Step {
  return [{ at: "authorizing", ...triesOf(tries) }, [...cancelAll, { do: "authorize", fresh }]];
}

function end(reason: EndedReason): Step {
  return [{ at: "ended", reason }, [...cancelAll, { do: "close" }]];
}

function wait(state: Trying, moment: Moment, atLeastMs = 0): Step {
  const ms = backoffMs(state.attempt, moment.random, atLeastMs);
  const next: ConnectionState = { at: "waiting", ...triesOf(state), attempt: state.attempt + 1, until: moment.now + ms };
  return [next, [...cancelAll, { do: "close" }, { do: "timer", timer: "retry", ms }]];
}

/** No node has answered on a socket: it was refused or lost, or a proxy accepted it and never answered. */
function unanswered(state: Trying, moment: Moment): Step {
  if (state.at === "live") return wait(state, moment);
  const failedSockets = state.failedSockets + 1;
  const [next, effects] = wait({ ...state, failedSockets }, moment);
  return [next, failedSockets < failedSocketsBeforeProbe ? effects : [...effects, { do: "probe" }]];
}

function welcomed(state: Trying, heartbeatMs: number, moment: Moment): Step {
  const { attempt, refreshed } = state;
  const { now } = moment;
  return [
    { at: "live", attempt, refreshed, failedSockets: 0, blocked: false, since: now, heartbeatMs, lastFrameAt: now, bye: null },
    [{ do: "cancel", timer: "handshake" }, { do: "timer", timer: "beat", ms: heartbeatMs }],
  ];
}

function live(state: Live, event: ConnectionEvent, moment: Moment): Step {
  const { now } = moment;
  switch (event.on) {
    case "frame":
      return [{ ...state, lastFrameAt: now }, [{ do: "cancel", timer: "pong" }]];
    case "bye":
      return [{ ...state, bye: event.retryAfterMs }, []];
    case "wake":
    case "offline":
      // After a long sleep, the node has already closed the socket, so a ping is pointless.
      if (isHalfOpen(state, now)) return reconnect(resetIfSteady(state, now), event.on === "wake", moment);
      return [state, [{ do: "ping" }, { do: "timer", timer: "pong", ms: pongMs }]];
    case "timer":
      if (event.timer === "pong") return wait(resetIfSteady(state, now), moment);
      if (event.timer !== "beat") return [state, []];
      if (isHalfOpen(state, now)) return wait(resetIfSteady(state, now), moment);
      return [state, [{ do: "ping" }, { do: "timer", timer: "beat", ms: state.heartbeatMs }]];
    default:
      return broken(resetIfSteady(state, now), event, moment) ?? [state, []];
  }
}

type Live = Extract<ConnectionState, { at: "live" }>;

/** BP3: after three heartbeats without a frame, the connection is half-open. */
const isHalfOpen = ({ lastFrameAt, heartbeatMs }: Live, now: number): boolean => now - lastFrameAt >= 3 * heartbeatMs;

const reconnect = (state: Live, atOnce: boolean, moment: Moment): Step =>
  atOnce && state.attempt === 0 ? reconnectAtOnce(state) : wait(state, moment);

/** Resets the count of attempts after a steady connection. */
function resetIfSteady(state: Live, now: number): Live {
  return now - state.since >= steadyMs ? { ...state, attempt: 0, refreshed: false } : state;
}

/** Handles the end of a connection in any state (BY1). */
function broken(before: Trying, event: ConnectionEvent, moment: Moment): Step | null {
  // A node has closed the socket, so sockets do reach it.
  const closedByNode = event.on === "closed" && isNodesCode(event.code);
  const state: Trying = closedByNode ? { ...before, failedSockets: 0, blocked: false } : before;
  if (event.on === "timer") return event.timer === "handshake" ? unanswered(state, moment) : null;
  if (event.on === "gap") return state.attempt === 0 ? reconnectAtOnce(state) : wait(state, moment);
  if (event.on !== "closed") return null;
  const bye = state.at === "live" ? state.bye : null;
  switch (event.code) {
    case 4401:
      return state.refreshed ? end("signedOut") : authorize({ ...state, refreshed: true }, true);
    case 4403:
      return end("accessLost");
    case 4404:
      return end("notFound");
    case 4426:
      return end("reload");
    case 4400:
      return state.attempt + 1 >= maxProtocolErrors ? end("protocol") : wait(state, moment);
    case 4413:
      return state.attempt === 0 ? reconnectAtOnce(state) : wait(state, moment);
    case 4429:
      return wait(state, moment, floodPauseMs);
    default:
      if (bye !== null) return waitAsTold(state, bye, moment);
      // A node closes a socket with a code of its own. The reason for any other end is unknown.
      return closedByNode ? wait(state, moment) : unanswered(state, moment);
  }
}

const isNodesCode = (code: number): boolean => code >= 4000 || code === 1012;

/** Reconnects at once, but counts the attempt. If the next connection also fails before it is steady, the client backs off. */
function reconnectAtOnce(state: Trying): Step {
  const [next, effects] = authorize({ ...state, attempt: state.attempt + 1 });
  return [next, [{ do: "close" }, ...effects]];
}

/** The node has sent `bye` with the time to wait. The node staggers its clients itself, so no jitter is added. */
function waitAsTold(state: Trying, retryAfterMs: number, moment: Moment): Step {
  return [
    { at: "waiting", ...triesOf(state), attempt: state.attempt + 1, until: moment.now + retryAfterMs },
    [...cancelAll, { do: "close" }, { do: "timer", timer: "retry", ms: retryAfterMs }],
  ];
}

import type { EndedReason } from "../types";
import { backoffMs } from "./backoff";

/** The tries that a state remembers. */
interface Tries {
  attempt: number;
  refreshed: boolean;
  /** Sockets in a row without an answer of a node. */
  shut: number;
  /** The node answers over HTTP, but no socket gets through: a proxy or firewall blocks sockets. */
  blocked: boolean;
}

/** The life of the one socket, as an explicit union. Data is handled elsewhere. */
export type ConnectionState =
  | { at: "idle" }
  /** Asking for an access token. */
  | ({ at: "authorizing" } & Tries)
  | ({ at: "opening" } & Tries)
  /** `hello` is sent. */
  | ({ at: "greeting" } & Tries)
  | ({ at: "live"; since: number; heartbeatMs: number; lastFrameAt: number; bye: number | null } & Tries)
  | ({ at: "waiting"; until: number } & Tries)
  | { at: "ended"; reason: EndedReason };

export type ConnectionEvent =
  | { on: "start" }
  | { on: "stop" }
  | { on: "token" }
  /** The session is over. */
  | { on: "tokenRefused" }
  /** There is no token now, because the node is away. */
  | { on: "tokenFailed" }
  /** The node no longer speaks our protocol: 426 over HTTP, as 4426 on the socket. */
  | { on: "outdated" }
  /** Whether the node answers over HTTP, asked because no socket gets through. */
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

export type Timer = "retry" | "handshake" | "beat" | "proof";

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

/** HS1 gives the client 10 s; an answer that takes longer means that no node is there. */
const handshakeMs = 10_000;
/** How long the node may take to answer the ping on a doubtful connection. */
const proofMs = 5000;
/** A connection counts as good once it has held this long; shorter ones continue the back-off. */
const steadyMs = 10_000;
const floodPauseMs = 5000;
const protocolTries = 3;
/** One socket may fail for many reasons. After this many in a row, the node is asked over HTTP. */
const shutTries = 2;
const none: Tries = { attempt: 0, refreshed: false, shut: 0, blocked: false };

type Step = [ConnectionState, Effect[]];

const cancelAll: Effect[] = (["retry", "handshake", "beat", "proof"] as const).map((timer) => ({ do: "cancel", timer }));

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
      // No node answers over HTTP either, so sockets are not what is blocked.
      if (event.on === "tokenFailed") return wait({ ...state, shut: 0, blocked: false }, moment);
      return [state, []];
    case "opening":
      if (event.on === "opened") return [{ ...state, at: "greeting" }, [{ do: "hello" }]];
      return broken(state, event, moment) ?? [state, []];
    case "greeting":
      if (event.on === "welcome") return welcomed(state, event.heartbeatMs, moment);
      return broken(state, event, moment) ?? [state, []];
    case "live":
      return live(state, event, moment);
  }
}

type Trying = Extract<ConnectionState, Tries>;

function triesOf({ attempt, refreshed, shut, blocked }: Tries): Tries {
  return { attempt, refreshed, shut, blocked };
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

/** A socket without an answer of a node: it was refused, lost, or opened by a proxy that never answers. */
function unanswered(state: Trying, moment: Moment): Step {
  if (state.at === "live") return wait(state, moment);
  const shut = state.shut + 1;
  const [next, effects] = wait({ ...state, shut }, moment);
  return [next, shut < shutTries ? effects : [...effects, { do: "probe" }]];
}

function welcomed(state: Trying, heartbeatMs: number, moment: Moment): Step {
  const { attempt, refreshed } = state;
  const { now } = moment;
  return [
    { at: "live", attempt, refreshed, shut: 0, blocked: false, since: now, heartbeatMs, lastFrameAt: now, bye: null },
    [{ do: "cancel", timer: "handshake" }, { do: "timer", timer: "beat", ms: heartbeatMs }],
  ];
}

function live(state: Live, event: ConnectionEvent, moment: Moment): Step {
  const { now } = moment;
  switch (event.on) {
    case "frame":
      return [{ ...state, lastFrameAt: now }, [{ do: "cancel", timer: "proof" }]];
    case "bye":
      return [{ ...state, bye: event.retryAfterMs }, []];
    case "wake":
    case "offline":
      // After a long sleep the node has closed the socket, so a ping would get no answer.
      if (isHalfOpen(state, now)) return again(settle(state, now), event.on === "wake", moment);
      return [state, [{ do: "ping" }, { do: "timer", timer: "proof", ms: proofMs }]];
    case "timer":
      if (event.timer === "proof") return wait(settle(state, now), moment);
      if (event.timer !== "beat") return [state, []];
      if (isHalfOpen(state, now)) return wait(settle(state, now), moment);
      return [state, [{ do: "ping" }, { do: "timer", timer: "beat", ms: state.heartbeatMs }]];
    default:
      return broken(settle(state, now), event, moment) ?? [state, []];
  }
}

type Live = Extract<ConnectionState, { at: "live" }>;

/** BP3: after three heartbeats without a frame, the connection is half-open. */
const isHalfOpen = ({ lastFrameAt, heartbeatMs }: Live, now: number): boolean => now - lastFrameAt >= 3 * heartbeatMs;

const again = (state: Live, atOnce: boolean, moment: Moment): Step =>
  atOnce && state.attempt === 0 ? authorizeAgain(state) : wait(state, moment);

/** A connection that held for a while resets the count of tries. */
function settle(state: Live, now: number): Live {
  return now - state.since >= steadyMs ? { ...state, attempt: 0, refreshed: false } : state;
}

/** Ends of a connection, whichever stage it is in (BY1). */
function broken(before: Trying, event: ConnectionEvent, moment: Moment): Step | null {
  // A node has closed the socket, so sockets get through to it again.
  const closedByNode = event.on === "closed" && isNodesCode(event.code);
  const state: Trying = closedByNode ? { ...before, shut: 0, blocked: false } : before;
  if (event.on === "timer") return event.timer === "handshake" ? unanswered(state, moment) : null;
  if (event.on === "gap") return state.attempt === 0 ? authorizeAgain(state) : wait(state, moment);
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
      return state.attempt + 1 >= protocolTries ? end("protocol") : wait(state, moment);
    case 4413:
      return state.attempt === 0 ? authorizeAgain(state) : wait(state, moment);
    case 4429:
      return wait(state, moment, floodPauseMs);
    default:
      if (bye !== null) return planned(state, bye, moment);
      // The close of a node has a code with a reason. Any other end of a socket has no known reason.
      return closedByNode ? wait(state, moment) : unanswered(state, moment);
  }
}

const isNodesCode = (code: number): boolean => code >= 4000 || code === 1012;

/** Reconnects at once, but only once: if it happens again before the connection is steady, the client backs off. */
function authorizeAgain(state: Trying): Step {
  const [next, effects] = authorize({ ...state, attempt: state.attempt + 1 });
  return [next, [{ do: "close" }, ...effects]];
}

/** The node said goodbye and when to reconnect. It staggers its clients itself, so there is no jitter here. */
function planned(state: Trying, retryAfterMs: number, moment: Moment): Step {
  return [
    { at: "waiting", ...triesOf(state), attempt: state.attempt + 1, until: moment.now + retryAfterMs },
    [...cancelAll, { do: "close" }, { do: "timer", timer: "retry", ms: retryAfterMs }],
  ];
}

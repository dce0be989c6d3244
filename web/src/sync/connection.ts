import type { EndedReason } from "./types";
import { backoffMs } from "./backoff";

/** What a link remembers of the tries before this one. */
interface Tries {
  attempt: number;
  refreshed: boolean;
  /** Sockets in a row that no node has answered. */
  shut: number;
  /** The node answers, and no socket gets through to it: something on the way lets none pass. */
  blocked: boolean;
}

/** The life of the one socket, as an explicit union. Data is none of its business. */
export type Link =
  | { at: "idle" }
  /** Asking for an access token. */
  | ({ at: "authorizing" } & Tries)
  | ({ at: "opening" } & Tries)
  /** `hello` is sent. */
  | ({ at: "greeting" } & Tries)
  | ({ at: "live"; since: number; heartbeatMs: number; heard: number; bye: number | null } & Tries)
  | ({ at: "waiting"; until: number } & Tries)
  | { at: "ended"; reason: EndedReason };

export type Happening =
  | { on: "start" }
  | { on: "stop" }
  | { on: "token" }
  /** The session is over. */
  | { on: "tokenRefused" }
  /** No token to be had now: the node is away. */
  | { on: "tokenFailed" }
  /** The node does not speak our protocol any more: 426 over HTTP, as 4426 on the socket. */
  | { on: "outdated" }
  /** Whether the node answers over HTTP, where no socket gets through. */
  | { on: "probed"; answers: boolean }
  | { on: "opened" }
  | { on: "welcome"; heartbeatMs: number }
  /** Any frame: the line is alive. */
  | { on: "heard" }
  | { on: "bye"; retryAfterMs: number }
  | { on: "closed"; code: number }
  /** What we hold does not fit what arrives: begin again from the cursors. */
  | { on: "gap" }
  | { on: "timer"; timer: Timer }
  /** The page is looked at again, or the network is back. */
  | { on: "wake" }
  /** The network seems gone. */
  | { on: "doubt" };

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

/** HS1 gives the client 10 s; more than that for an answer means that nobody is there. */
const handshakeMs = 10_000;
/** How long a doubtful line may stay silent after a ping. */
const proofMs = 5000;
/** A connection counts as good when it has held this long; shorter ones go on backing off. */
const steadyMs = 10_000;
const floodPauseMs = 5000;
const protocolTries = 3;
/** A socket may fail once for many reasons; from the second in a row on it is asked whether the node is there at all. */
const shutTries = 2;
const none: Tries = { attempt: 0, refreshed: false, shut: 0, blocked: false };

type Step = [Link, Effect[]];

const cancelAll: Effect[] = (["retry", "handshake", "beat", "proof"] as const).map((timer) => ({ do: "cancel", timer }));

/** What happens next: pure, so that every way through it can be tested without a socket. */
export function step(link: Link, happening: Happening, moment: Moment): Step {
  if (happening.on === "stop") return [{ at: "idle" }, [...cancelAll, { do: "close" }]];
  if (happening.on === "start") {
    const fresh = link.at === "idle" || link.at === "ended";
    return fresh ? authorize(none) : [link, []];
  }
  if (happening.on === "outdated") return "attempt" in link ? end("reload") : [link, []];
  if (happening.on === "probed") return [probed(link, happening.answers), []];
  switch (link.at) {
    case "idle":
    case "ended":
      return [link, []];
    case "waiting":
      if (happening.on === "wake" || (happening.on === "timer" && happening.timer === "retry"))
        return authorize(link);
      return [link, []];
    case "authorizing":
      if (happening.on === "token") return [{ ...link, at: "opening" }, [{ do: "open" }, handshake]];
      if (happening.on === "tokenRefused") return end("signedOut");
      // Nobody answers at all: that is another matter than a way that lets no sockets through.
      if (happening.on === "tokenFailed") return wait({ ...link, shut: 0, blocked: false }, moment);
      return [link, []];
    case "opening":
      if (happening.on === "opened") return [{ ...link, at: "greeting" }, [{ do: "hello" }]];
      return broken(link, happening, moment) ?? [link, []];
    case "greeting":
      if (happening.on === "welcome") return welcomed(link, happening.heartbeatMs, moment);
      return broken(link, happening, moment) ?? [link, []];
    case "live":
      return live(link, happening, moment);
  }
}

type Trying = Extract<Link, Tries>;

function triesOf({ attempt, refreshed, shut, blocked }: Tries): Tries {
  return { attempt, refreshed, shut, blocked };
}

function probed(link: Link, answers: boolean): Link {
  return "attempt" in link && link.at !== "live" ? { ...link, blocked: answers } : link;
}

const handshake: Effect = { do: "timer", timer: "handshake", ms: handshakeMs };

function authorize(tries: Tries, fresh = false): Step {
  return [{ at: "authorizing", ...triesOf(tries) }, [...cancelAll, { do: "authorize", fresh }]];
}

function end(reason: EndedReason): Step {
  return [{ at: "ended", reason }, [...cancelAll, { do: "close" }]];
}

function wait(link: Trying, moment: Moment, atLeastMs = 0): Step {
  const ms = backoffMs(link.attempt, moment.random, atLeastMs);
  const next: Link = { at: "waiting", ...triesOf(link), attempt: link.attempt + 1, until: moment.now + ms };
  return [next, [...cancelAll, { do: "close" }, { do: "timer", timer: "retry", ms }]];
}

/** A socket that no node has answered: it was refused, swallowed, or opened by something that speaks to nobody. */
function unanswered(link: Trying, moment: Moment): Step {
  if (link.at === "live") return wait(link, moment);
  const shut = link.shut + 1;
  const [next, effects] = wait({ ...link, shut }, moment);
  return [next, shut < shutTries ? effects : [...effects, { do: "probe" }]];
}

function welcomed(link: Trying, heartbeatMs: number, moment: Moment): Step {
  const { attempt, refreshed } = link;
  const { now } = moment;
  return [
    { at: "live", attempt, refreshed, shut: 0, blocked: false, since: now, heartbeatMs, heard: now, bye: null },
    [{ do: "cancel", timer: "handshake" }, { do: "timer", timer: "beat", ms: heartbeatMs }],
  ];
}

function live(link: Live, happening: Happening, moment: Moment): Step {
  const { now } = moment;
  switch (happening.on) {
    case "heard":
      return [{ ...link, heard: now }, [{ do: "cancel", timer: "proof" }]];
    case "bye":
      return [{ ...link, bye: happening.retryAfterMs }, []];
    case "wake":
    case "doubt":
      // After a sleep that was longer than the node's patience nobody is at the other end: no answer is waited for.
      if (isHalfOpen(link, now)) return again(settle(link, now), happening.on === "wake", moment);
      return [link, [{ do: "ping" }, { do: "timer", timer: "proof", ms: proofMs }]];
    case "timer":
      if (happening.timer === "proof") return wait(settle(link, now), moment);
      if (happening.timer !== "beat") return [link, []];
      if (isHalfOpen(link, now)) return wait(settle(link, now), moment);
      return [link, [{ do: "ping" }, { do: "timer", timer: "beat", ms: link.heartbeatMs }]];
    default:
      return broken(settle(link, now), happening, moment) ?? [link, []];
  }
}

type Live = Extract<Link, { at: "live" }>;

/** BP3: three heartbeats without a word, and the line is half-open. */
const isHalfOpen = ({ heard, heartbeatMs }: Live, now: number): boolean => now - heard >= 3 * heartbeatMs;

const again = (link: Live, atOnce: boolean, moment: Moment): Step =>
  atOnce && link.attempt === 0 ? authorizeAgain(link) : wait(link, moment);

/** A connection that held for a while owes nothing to the tries before it. */
function settle(link: Live, now: number): Live {
  return now - link.since >= steadyMs ? { ...link, attempt: 0, refreshed: false } : link;
}

/** Ends of a connection, whichever stage it is in (BY1). */
function broken(before: Trying, happening: Happening, moment: Moment): Step | null {
  // Words of a node came through a socket: whatever let none pass does now.
  const heard = happening.on === "closed" && spoken(happening.code);
  const link: Trying = heard ? { ...before, shut: 0, blocked: false } : before;
  if (happening.on === "timer") return happening.timer === "handshake" ? unanswered(link, moment) : null;
  if (happening.on === "gap") return link.attempt === 0 ? authorizeAgain(link) : wait(link, moment);
  if (happening.on !== "closed") return null;
  const bye = link.at === "live" ? link.bye : null;
  switch (happening.code) {
    case 4401:
      return link.refreshed ? end("signedOut") : authorize({ ...link, refreshed: true }, true);
    case 4403:
      return end("accessLost");
    case 4404:
      return end("notFound");
    case 4426:
      return end("reload");
    case 4400:
      return link.attempt + 1 >= protocolTries ? end("protocol") : wait(link, moment);
    case 4413:
      return link.attempt === 0 ? authorizeAgain(link) : wait(link, moment);
    case 4429:
      return wait(link, moment, floodPauseMs);
    default:
      if (bye !== null) return planned(link, bye, moment);
      // A node that closes says why; whatever else ends a socket knows no more than that it ended.
      return heard ? wait(link, moment) : unanswered(link, moment);
  }
}

const spoken = (code: number): boolean => code >= 4000 || code === 1012;

/** Back at once, once: if it happens again before the connection is steady, it backs off. */
function authorizeAgain(link: Trying): Step {
  const [next, effects] = authorize({ ...link, attempt: link.attempt + 1 });
  return [next, [{ do: "close" }, ...effects]];
}

/** The node said goodbye and when to come back; it staggers its clients itself. */
function planned(link: Trying, retryAfterMs: number, moment: Moment): Step {
  return [
    { at: "waiting", ...triesOf(link), attempt: link.attempt + 1, until: moment.now + retryAfterMs },
    [...cancelAll, { do: "close" }, { do: "timer", timer: "retry", ms: retryAfterMs }],
  ];
}

import { counted } from "@/lib/names";
import type { Connection } from "@/sync/types";

export interface Line {
  connection: Connection;
  offlineSince: number | null;
  nextTryAt: number | null;
  /** The node answers, but no socket gets through to it. */
  blocked: boolean;
  /** Edits without an answer. */
  waiting: number;
  /** Unanswered edits outlive a reload. */
  durable: boolean;
  /** It was away a moment ago, and its edits are on their way. */
  returning: boolean;
}

export type Said =
  | { is: "offline"; since: string; edits: string; next: string | null }
  | { is: "blocked"; edits: string; next: string | null }
  | { is: "back"; edits: string };

/** Shorter breaks are nobody's business. */
const quietMs = 3_000;

/** What is to be said about the line to the node; usually nothing. */
export function saidOf({ connection, offlineSince, nextTryAt, blocked, waiting, durable, returning }: Line, now: number): Said | null {
  if (connection === "ended") return null;
  if (connection === "live")
    return returning && waiting > 0 ? { is: "back", edits: `Sending ${counted(waiting, "edit")}` } : null;
  if (offlineSince === null || now - offlineSince < quietMs) return null;
  const next = nextTry(connection, nextTryAt, now);
  if (blocked) return { is: "blocked", edits: waiting === 0 ? "" : editsKept(waiting, durable), next };
  const since = new Date(offlineSince).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return { is: "offline", since, edits: editsKept(waiting, durable), next };
}

/** What to do where something on the way to the node lets no sockets through. */
export const blockedTitle = "Live updates cannot reach you.";
export const blockedWords =
  "Troupe answers, but something on the way stops WebSockets, most often a proxy. Try another network, or ask whoever runs this one.";

/** A place that is not there yet is waited for in silence at first: the shapes of what comes say enough. */
const patientMs = 6_000;

export interface Arrival {
  /** The node does not answer, or not on a socket; else it does, and slowly. */
  is: "away" | "blocked" | "slow";
  next: string | null;
}

/** What is to be said while a workspace is opened for the first time here, and does not come. */
export function arrivalOf(line: Pick<Line, "connection" | "offlineSince" | "nextTryAt" | "blocked">, now: number): Arrival | null {
  const { connection, offlineSince, nextTryAt, blocked } = line;
  if (connection === "live" || connection === "ended") return null;
  // A way that is shut does not open by waiting.
  if (offlineSince === null || now - offlineSince < (blocked ? quietMs : patientMs)) return null;
  const next = nextTry(connection, nextTryAt, now);
  if (blocked) return { is: "blocked", next };
  return connection === "offline" ? { is: "away", next } : { is: "slow", next: null };
}

function editsKept(waiting: number, durable: boolean): string {
  if (waiting === 0) return "You can go on: edits are kept and go out when you are back.";
  const are = waiting === 1 ? "is" : "are";
  const go = waiting === 1 ? "goes" : "go";
  const where = durable ? "on this device" : "in this tab alone, keep it open,";
  return `${counted(waiting, "edit")} ${are} kept ${where} and ${go} out when you are back.`;
}

function nextTry(connection: Connection, nextTryAt: number | null, now: number): string | null {
  if (connection === "connecting") return "Trying now";
  if (nextTryAt === null) return null;
  const seconds = Math.ceil((nextTryAt - now) / 1_000);
  return seconds <= 0 ? "Trying now" : `Next try in ${seconds} s`;
}

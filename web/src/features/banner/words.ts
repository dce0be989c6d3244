import { counted } from "@/lib/names";
import type { Connection } from "@/sync/types";

export interface Line {
  connection: Connection;
  offlineSince: number | null;
  nextTryAt: number | null;
  /** Edits without an answer. */
  waiting: number;
  /** Unanswered edits outlive a reload. */
  durable: boolean;
  /** It was away a moment ago, and its edits are on their way. */
  returning: boolean;
}

export type Said =
  | { is: "offline"; since: string; edits: string; next: string | null }
  | { is: "back"; edits: string };

/** Shorter breaks are nobody's business. */
const quietMs = 3_000;

/** What is to be said about the line to the node; usually nothing. */
export function saidOf({ connection, offlineSince, nextTryAt, waiting, durable, returning }: Line, now: number): Said | null {
  if (connection === "ended") return null;
  if (connection === "live")
    return returning && waiting > 0 ? { is: "back", edits: `Sending ${counted(waiting, "edit")}` } : null;
  if (offlineSince === null || now - offlineSince < quietMs) return null;
  const since = new Date(offlineSince).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return { is: "offline", since, edits: editsKept(waiting, durable), next: nextTry(connection, nextTryAt, now) };
}

/** A place that is not there yet is waited for in silence at first: the shapes of what comes say enough. */
const patientMs = 6_000;

export interface Arrival {
  /** The node does not answer; else it does, and slowly. */
  away: boolean;
  next: string | null;
}

/** What is to be said while a workspace is opened for the first time here, and does not come. */
export function arrivalOf(line: Pick<Line, "connection" | "offlineSince" | "nextTryAt">, now: number): Arrival | null {
  const { connection, offlineSince, nextTryAt } = line;
  if (connection === "live" || connection === "ended") return null;
  if (offlineSince === null || now - offlineSince < patientMs) return null;
  const away = connection === "offline";
  return { away, next: away ? nextTry(connection, nextTryAt, now) : null };
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

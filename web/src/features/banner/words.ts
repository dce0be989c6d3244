import { plural, t } from "@lingui/core/macro";
import { clockOf } from "@/lib/instant";
import type { Connection } from "@/sync/types";

export interface ConnectionStatus {
  connection: Connection;
  offlineSince: number | null;
  /** True if the browser has a network. The node may still be unreachable. */
  network: boolean;
  nextTryAt: number | null;
  /** The node answers over HTTP, but no socket gets through to it. */
  blocked: boolean;
  /** Edits without an answer. */
  waiting: number;
  /** True if unanswered edits outlive a reload. */
  durable: boolean;
  /** True if the connection is back and its waiting edits are being sent. */
  returning: boolean;
}

export type BannerText =
  | { is: "offline" | "unreachable"; since: string; edits: string; next: string | null }
  | { is: "blocked"; edits: string; next: string | null }
  | { is: "back"; edits: string };

/** Shorter breaks are not shown. */
const quietMs = 3_000;

/** The text about the connection to the node; usually null. */
export function bannerTextOf({ connection, offlineSince, network, nextTryAt, blocked, waiting, durable, returning }: ConnectionStatus, now: number): BannerText | null {
  if (connection === "ended") return null;
  if (connection === "live")
    return returning && waiting > 0 ? { is: "back", edits: plural(waiting, { one: "Sending # edit", other: "Sending # edits" }) } : null;
  if (offlineSince === null || now - offlineSince < quietMs) return null;
  const next = nextTry(connection, nextTryAt, now);
  if (blocked) return { is: "blocked", edits: waiting === 0 ? "" : editsKept(waiting, durable), next };
  const since = clockOf(offlineSince);
  return { is: network ? "unreachable" : "offline", since, edits: editsKept(waiting, durable), next };
}

/** The title of the banner if something on the way to the node blocks sockets. */
export const blockedTitle = (): string => t`Live updates are blocked.`;
export const blockedWords = (): string =>
  t`Troupe responds, but something on your network blocks WebSockets, most likely a proxy. Try another network, or contact your network administrator.`;

/** A workspace that is loading shows only its placeholder for this long. */
const patientMs = 6_000;

export interface Arrival {
  /** No network; no answer from the node, or none on a socket; or a slow connection. */
  is: "offline" | "away" | "blocked" | "slow";
  next: string | null;
}

/** The text while a workspace is opened here for the first time and does not load. */
export function arrivalOf(line: Pick<ConnectionStatus, "connection" | "offlineSince" | "network" | "nextTryAt" | "blocked">, now: number): Arrival | null {
  const { connection, offlineSince, network, nextTryAt, blocked } = line;
  if (connection === "live" || connection === "ended") return null;
  // Waiting does not help if sockets are blocked.
  if (offlineSince === null || now - offlineSince < (blocked ? quietMs : patientMs)) return null;
  const next = nextTry(connection, nextTryAt, now);
  if (blocked) return { is: "blocked", next };
  return connection === "offline" ? { is: network ? "away" : "offline", next } : { is: "slow", next: null };
}

function editsKept(waiting: number, durable: boolean): string {
  if (waiting === 0) return t`You can keep working: edits are saved here and will sync when you reconnect.`;
  return durable
    ? plural(waiting, {
        one: "# edit is saved here and will sync when you reconnect.",
        other: "# edits are saved here and will sync when you reconnect.",
      })
    : plural(waiting, {
        one: "# edit is in this tab only. Keep the tab open: the edit will sync when you reconnect.",
        other: "# edits are in this tab only. Keep the tab open: they will sync when you reconnect.",
      });
}

function nextTry(connection: Connection, nextTryAt: number | null, now: number): string | null {
  if (connection === "connecting") return t`Retrying now`;
  if (nextTryAt === null) return null;
  const seconds = Math.ceil((nextTryAt - now) / 1_000);
  return seconds <= 0 ? t`Retrying now` : t`Retrying in ${seconds} s`;
}

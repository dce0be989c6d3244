import type { SnapshotLine, TicketDetails } from "@/wire/answers";
import type { SnapshotHead } from "@/wire/generated";

/** The HTTP side of the node, as the engine needs it; `sync/store` fills it with `api`. */
export interface Door {
  /** An access token; `fresh` when the one before did not count. Throws `SessionOver` when there is none to be had. */
  token(fresh: boolean): Promise<string>;
  snapshot(workspaceId: string, signal: AbortSignal): Promise<SnapshotAnswer>;
  ticket(workspaceId: string, ticketId: string): Promise<TicketDetails>;
  activities(workspaceId: string, ticketId: string, before: string): Promise<ActivityPage>;
}

export interface SnapshotAnswer {
  head: SnapshotHead;
  /** Throws where the last line is missing: an incomplete snapshot must not be used. */
  batches: AsyncIterable<SnapshotLine[]>;
}

export type ActivityPage = Pick<TicketDetails, "activities" | "reactions" | "next">;

/** The person has to sign in again. */
export class SessionOver extends Error {
  override readonly name = "SessionOver";
}

/** When the JWT ends, in milliseconds by the node's clock; null where it cannot be read. */
export function expiryOf(token: string): number | null {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const claims: unknown = JSON.parse(atob(payload));
    const exp = (claims as { exp?: unknown } | null)?.exp;
    return typeof exp === "number" ? exp * 1000 : null;
  } catch {
    return null;
  }
}

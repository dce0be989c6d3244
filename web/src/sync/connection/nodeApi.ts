import type { SnapshotHead, SnapshotLine } from "@/wire/generated";
import type { TicketDetails } from "@/wire/http.generated";

/** The HTTP side of the node, as the engine needs it; `sync/store` fills it with `api`. */
export interface NodeApi {
  /**
   * An access token; `fresh` when the one before did not count. Throws `SessionOver` when there is none to be had in
   * this person's name, `Outdated` where the node does not speak to this version any more.
   */
  token(fresh: boolean): Promise<string>;
  /** Whether the node answers at all. */
  answers(): Promise<boolean>;
  /** With `scope`, of that scope alone. */
  snapshot(workspaceId: string, signal: AbortSignal, scope?: string): Promise<SnapshotAnswer>;
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

/** The node speaks another version of the protocol: the page has to be loaded anew. */
export class Outdated extends Error {
  override readonly name = "Outdated";
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

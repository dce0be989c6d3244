import type { SnapshotHead, SnapshotLine } from "@/wire/generated";
import type { TicketDetails } from "@/wire/http.generated";

/** The HTTP side of the node, as the engine needs it; `sync/store` fills it with `api`. */
export interface NodeApi {
  /**
   * An access token. `fresh` says that the last token was refused, and `refusal` is the code that the node gave. Throws
   * `SessionOver` if there is no token for this person, and `Outdated` if the node no longer speaks to this version.
   */
  token(fresh: boolean, refusal?: string): Promise<string>;
  /** Whether the node answers at all. */
  answers(): Promise<boolean>;
  /** The snapshot of the workspace; with `scope`, of that scope only. */
  snapshot(workspaceId: string, signal: AbortSignal, scope?: string): Promise<SnapshotAnswer>;
  ticket(workspaceId: string, ticketId: string): Promise<TicketDetails>;
  activities(workspaceId: string, ticketId: string, before: string, limit: ActivityLimit): Promise<ActivityPage>;
}

export interface SnapshotAnswer {
  head: SnapshotHead;
  /** Throws if the last line is missing: an incomplete snapshot must not be used. */
  batches: AsyncIterable<SnapshotLine[]>;
}

/** The size of a page. The node ends a page after 2,000 activities, however many are asked for. */
export type ActivityLimit = number | "unlimited";

export type ActivityPage = Pick<TicketDetails, "activities" | "reactions" | "next">;

/** The person has to sign in again. */
export class SessionOver extends Error {
  override readonly name = "SessionOver";
}

/** The node speaks another version of the protocol: the page has to be reloaded. */
export class Outdated extends Error {
  override readonly name = "Outdated";
}

/** When the JWT expires, in milliseconds by the node's clock; null if the token cannot be read. */
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

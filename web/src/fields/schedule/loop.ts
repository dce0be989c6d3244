import { linksOf } from "@/sync/selectors";
import type { View } from "@/sync/types";

type Known = Pick<View, "links">;

/** The tasks that are reached from one along "blocks" links, each with the task before it on a shortest way. */
function reached(view: Known, start: string, here: "fromTicketId" | "toTicketId", there: "fromTicketId" | "toTicketId"): Map<string, string | null> {
  const found = new Map<string, string | null>([[start, null]]);
  for (const id of found.keys())
    for (const link of linksOf(view, id)) if (link.kind === "blocks" && link[here] === id && !found.has(link[there])) found.set(link[there], id);
  return found;
}

/** The tasks that `from` blocks, directly or through others, itself included. */
export const blockedBy = (view: Known, from: string): ReadonlyMap<string, string | null> => reached(view, from, "fromTicketId", "toTicketId");

/** The tasks that block `to`, directly or through others, itself included. */
export const blockersOf = (view: Known, to: string): ReadonlyMap<string, string | null> => reached(view, to, "toTicketId", "fromTicketId");

/**
 * The loop that a new "blocks" link would close, as the ids on the way around, first and last the same; null if it closes
 * none. The refusal of the node contains the same path.
 */
export function loopOf(links: View["links"], from: string, to: string): string[] | null {
  const before = blockedBy({ links }, to);
  if (!before.has(from)) return null;
  const path = [from];
  for (let id = before.get(from) ?? null; id !== null; id = before.get(id) ?? null) path.unshift(id);
  return [from, ...path];
}

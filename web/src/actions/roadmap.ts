import type { RoadmapRow } from "@/fields/roadmap";
import type { RoadmapMove } from "@/fields/roadmapOrder";
import { dispatch } from "@/sync/store";
import type { Answer } from "@/sync/types";
import { may, mayOn, type Rights } from "./rights";

/** True if a person may move a row of the roadmap by hand. Guests see fix versions and sprints, and do not move them. */
export function mayMoveRow(view: Rights, { kind, id }: Pick<RoadmapRow, "kind" | "id">): boolean {
  const { capabilities, tickets } = view;
  if (kind === "epic") return tickets[id] !== undefined && mayOn(view, "editTickets", [tickets[id]]);
  return may(capabilities, "editTickets") && may(capabilities, "read");
}

/** Moves rows of the roadmap by hand. The notices show a refusal. */
export const moveRows = ({ items, after }: RoadmapMove): Promise<Answer> => dispatch({ kind: "roadmapPlace.move", items, ...(after && { after }) });

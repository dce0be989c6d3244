import { t } from "@lingui/core/macro";
import type { PlainDate } from "@/lib/plainDate";
import { fixVersionsInOrder, sprintsInOrder } from "@/sync/selectors";
import type { View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import { xOf, type Axis } from "./scale";

/** A day that the tasks of a place work towards: the release of a fix version, or the end of a sprint. */
export interface Milestone {
  kind: "version" | "sprint";
  id: string;
  name: string;
  date: PlainDate;
  /** True if the version is released, or the sprint completed. */
  isOver: boolean;
}

/** The ids of the fix versions and sprints that tickets name, each once. */
export const recordsOf = (tickets: readonly Ticket[]): string[] => [...new Set(tickets.flatMap(({ fixVersionsIds = [], sprintId }) => [...fixVersionsIds, ...(sprintId ? [sprintId] : [])]))];

/** The milestones of some fix versions and sprints, the earliest first. Archived versions are left out. */
export function milestonesOf(view: Pick<View, "fixVersions" | "sprints">, ids: readonly string[]): Milestone[] {
  const wanted = new Set(ids);
  const found: Milestone[] = [];
  for (const { id, name, releaseDate: date, state } of fixVersionsInOrder(view))
    if (date !== null && state !== "archived" && wanted.has(id)) found.push({ kind: "version", id, name, date, isOver: state === "released" });
  for (const { id, name, endDate: date, state } of sprintsInOrder(view))
    if (date !== null && wanted.has(id)) found.push({ kind: "sprint", id, name: t`${name} ends`, date, isOver: state === "completed" });
  return found.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** The middle of the day of a milestone. */
export const middleOf = (axis: Axis, date: PlainDate): number => xOf(axis, date) + axis.dayWidth / 2;

/** From the middle of a diamond to its name. */
const beforeName = 14;
/** A name with less room is left out: the diamond has it as its title. */
const leastRoom = 32;
const mostRoom = 240;

/** How many pixels each name may take before the next diamond; 0 if that is too little for a name. */
export function roomsOf(axis: Axis, milestones: readonly Milestone[]): number[] {
  return milestones.map(({ date }, index) => {
    const next = milestones[index + 1];
    const room = next === undefined ? mostRoom : middleOf(axis, next.date) - middleOf(axis, date) - beforeName * 2;
    return room < leastRoom ? 0 : Math.min(room, mostRoom);
  });
}

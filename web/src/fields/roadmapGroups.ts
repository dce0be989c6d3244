import { t } from "@lingui/core/macro";
import { listsInOrder, memberName, membersInOrder } from "@/sync/selectors";
import type { View } from "@/sync/types";
import { isScheduled, roadmapKinds, rowsOfRoadmap, type RoadmapKind, type RoadmapRow, type ScheduledRow } from "./roadmap";
import { inRoadmapOrder, type RoadmapOrder } from "./roadmapOrder";

export const roadmapGroupings = ["kind", "list", "owner", "version"] as const;
export type RoadmapGrouping = (typeof roadmapGroupings)[number];

/** Rows that stand together under a name. */
export interface RoadmapGroup {
  id: string;
  name: string;
  /** The fix version that stands for the group. It comes first, and is not moved within the group. */
  head: ScheduledRow | null;
  rows: readonly ScheduledRow[];
}

export interface Roadmap {
  /** The rows with a bar. An epic in several lists, for example, is in several groups. */
  groups: readonly RoadmapGroup[];
  /** The rows without days. */
  unscheduled: readonly RoadmapRow[];
}

type Known = Parameters<typeof rowsOfRoadmap>[0] & Pick<View, "lists" | "members" | "roadmapPlaces">;

/** What the person has chosen to see. */
export interface RoadmapChoice {
  openOnly: boolean;
  group: RoadmapGrouping;
  order: RoadmapOrder;
}

const kindNames: Record<RoadmapKind, string> = {
  get version() {
    return t`Fix versions`;
  },
  get epic() {
    return t`Epics`;
  },
  get sprint() {
    return t`Sprints`;
  },
};

/** A group before its rows are known. */
type Heading = Pick<RoadmapGroup, "id" | "name"> & Partial<Pick<RoadmapGroup, "head">>;

/** The roadmap of a workspace, as far as the person sees it. */
export function roadmapOf(view: Known, { openOnly, group, order }: RoadmapChoice): Roadmap {
  const rows = inRoadmapOrder(rowsOfRoadmap(view, { openOnly }), order, view.roadmapPlaces);
  const scheduled = rows.filter(isScheduled);
  return { groups: groupsOf(view, scheduled, group, order).filter(({ head, rows: own }) => head !== null || own.length > 0), unscheduled: rows.filter((row) => !isScheduled(row)) };
}

function groupsOf(view: Known, rows: readonly ScheduledRow[], by: RoadmapGrouping, order: RoadmapOrder): RoadmapGroup[] {
  const epics = rows.filter(({ kind }) => kind === "epic");
  const all = (id: string, name: string, own: readonly ScheduledRow[]): RoadmapGroup => ({ id, name, head: null, rows: own });
  const ofKind = (kind: RoadmapKind) => all(kind, kindNames[kind], rows.filter((row) => row.kind === kind));
  if (by === "kind") return roadmapKinds.map(ofKind);
  const rest = () => all("rest", t`Fix versions and sprints`, rows.filter(({ kind }) => kind !== "epic"));
  if (by === "list") return [...byValue(epics, ({ listIds }) => listIds, listsInOrder(view), t`No list`), rest()];
  if (by === "owner") return [...byValue(epics, ({ ownerIds }) => ownerIds, ownersIn(view), t`No owner`), rest()];
  return [...byValue(epics, ({ versionIds }) => versionIds, versionsIn(view, rows, order), t`No fix version`), ofKind("sprint")];
}

/** One group for each value in this order, and one for the epics without a value that the person knows. */
function byValue(epics: readonly ScheduledRow[], valuesOf: (row: ScheduledRow) => readonly string[], headings: readonly Heading[], none: string): RoadmapGroup[] {
  const known = new Set(headings.map(({ id }) => id));
  return [
    ...headings.map(({ id, name, head = null }) => ({ id, name, head, rows: epics.filter((row) => valuesOf(row).includes(id)) })),
    { id: "none", name: none, head: null, rows: epics.filter((row) => !valuesOf(row).some((id) => known.has(id))) },
  ];
}

/** The members by name, and then those who have left. */
function ownersIn({ members }: Known): Heading[] {
  const present = membersInOrder({ members });
  const left = Object.values(members).filter((member) => member.state === "left");
  return [...present, ...left].map((member) => ({ id: member.id, name: memberName(member) }));
}

/** The fix versions in the order of their rows. Those without a bar also have epics. */
function versionsIn(view: Known, shown: readonly ScheduledRow[], order: RoadmapOrder): Heading[] {
  const heads = new Map(shown.flatMap((row) => (row.kind === "version" ? [[row.id, row] as const] : [])));
  const ordered = inRoadmapOrder(rowsOfRoadmap(view, { openOnly: false }).filter(({ kind }) => kind === "version"), order, view.roadmapPlaces);
  const archived = Object.values(view.fixVersions).filter(({ state }) => state === "archived");
  return [...ordered, ...archived].map(({ id, name }) => ({ id, name, head: heads.get(id) ?? null }));
}

import { addDays, type PlainDate } from "@/lib/plainDate";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { ById } from "@/sync/types";
import type { LinkEnds, LinkLag } from "@/wire/generated";
import { once } from "../options";
import type { Days } from "./span";

/** The start or the end of a task. */
export type End = keyof Days;

/** The ends of two tasks that a dependency joins. */
export interface Joined {
  /** The end of the predecessor from which the days are counted. */
  fromEnd: End;
  /** The end of the follower that must not be too early. */
  toEnd: End;
}

const joined: Readonly<Record<LinkEnds, Joined>> = {
  finishToStart: { fromEnd: "end", toEnd: "start" },
  startToStart: { fromEnd: "start", toEnd: "start" },
  finishToFinish: { fromEnd: "end", toEnd: "end" },
  startToFinish: { fromEnd: "start", toEnd: "end" },
};

/** All kinds of dependencies, the default first. */
export const allEnds = Object.keys(joined) as readonly LinkEnds[];

/** The ends that a kind joins. */
export const joinedBy = (ends: LinkEnds): Joined => joined[ends];

/** The kind that joins two ends. */
export function endsJoining({ fromEnd, toEnd }: Joined): LinkEnds {
  if (fromEnd === "end") return toEnd === "start" ? "finishToStart" : "finishToFinish";
  return toEnd === "start" ? "startToStart" : "startToFinish";
}

/** What a link that blocks asks of its follower: which ends the link joins, and how many days must lie between them. */
export interface Dependency {
  ends: LinkEnds;
  lag: number;
}

const rowByLink = once((linkLags: ById<LinkLag>): ReadonlyMap<string, LinkLag> => new Map(rowsOf(linkLags).map((row) => [row.linkId, row])));

/**
 * The kind and the lag of a link. A link without a row is finish-to-start, without a lag. Nodes of the previous build send no
 * kind, and a later build may send a kind that this build does not know: both count as finish-to-start.
 */
export function dependencyOf({ linkLags }: { linkLags: ById<LinkLag> }, linkId: string): Dependency {
  const row = rowByLink(linkLags).get(linkId);
  return { ends: allEnds.find((each) => each === row?.ends) ?? "finishToStart", lag: row?.days ?? 0 };
}

/**
 * The first day on which a follower may start or end (`toEnd`), counted from `day`, on which its predecessor starts or ends
 * (`fromEnd`). A task starts in the morning and ends in the evening: after an end, the first possible start is the next day.
 */
export const firstDay = (day: PlainDate, { fromEnd, toEnd, lag }: Joined & { lag: number }): PlainDate =>
  addDays(day, lag + (fromEnd === "end" ? 1 : 0) - (toEnd === "end" ? 1 : 0));

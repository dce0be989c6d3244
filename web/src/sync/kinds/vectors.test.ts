import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Activity, Change, Command, Reaction } from "@/wire/generated";
import { applyToDetails, newestFirst, type Details, type HeldDetail } from "../details/details";
import { applyBatch, emptyReplica, plainRow, type Replica, type Run } from "../replica/replica";
import { emptyTables, isRowKind, type Tables } from "../tables/tables";
import { predict } from "./kinds";
import { World } from "./world";

/** A command in a state, and the decision of the node. The node's own code writes these vectors (`make types`). */
interface Vector {
  name: string;
  by: string;
  at: string;
  scope: { workspace: string; commons: string; personal: string };
  /** The scopes of rows that live in restricted lists. */
  restricted: Record<string, string>;
  state: Record<string, Row[]>;
  command: Command;
  outcome: { changes: { scope: string; change: Change }[] } | { refusal: { code: string; field?: string } };
}

type Row = { id: string } & Record<string, unknown>;

const vectors = JSON.parse(readFileSync(join(import.meta.dirname, "vectors.generated.json"), "utf8")) as Vector[];

/** The rows of a vector, as a page holds them after every ticket was opened. */
function held({ state }: Vector): { tables: Tables; details: Details } {
  const tables = structuredClone(emptyTables) as unknown as Record<string, Record<string, unknown>>;
  for (const [kind, rows] of Object.entries(state)) {
    if (isRowKind(kind)) tables[kind] = Object.fromEntries(rows.map((row) => [row.id, plainRow(kind, row)]));
  }
  const of = (kind: string, ticketId: string) => (state[kind] ?? []).filter((row) => row.ticketId === ticketId);
  const details = (state.ticket ?? []).map(({ id, description }): [string, HeldDetail] => [
    id,
    {
      state: "ready",
      description: (description as string | undefined) ?? null,
      activities: of("activity", id) as unknown as Activity[],
      reactions: of("reaction", id) as unknown as Reaction[],
      next: null,
      loadingOlder: false,
      at: {},
      duringRequest: null,
    },
  ]);
  return { tables: tables as unknown as Tables, details: Object.fromEntries(details) };
}

/** The ids of the rows that live in the person's own scope. */
const personalIn = ({ ticket, link, file, import: imports, ticketSubscription, savedView, baseline, recurrence, urlLink, linkLag, preferences, roadmapPlace }: Tables): string[] => [
  ...Object.values(ticket).flatMap((row) => (row.private ? [row.id] : [])),
  ...Object.values(link).flatMap((row) => (ticket[row.fromTicketId]?.private ? [row.id] : [])),
  ...[recurrence, urlLink].flatMap((rows) => Object.values(rows).flatMap((row) => (ticket[row.ticketId]?.private ? [row.id] : []))),
  ...Object.values(linkLag).flatMap((row) => (ticket[link[row.linkId]?.fromTicketId ?? ""]?.private ? [row.id] : [])),
  ...Object.values(file).flatMap((row) => (ticket[row.ticketId]?.private ? [row.id] : [])),
  ...Object.keys(imports),
  ...Object.keys(ticketSubscription),
  ...Object.keys(preferences),
  ...Object.values(roadmapPlace).flatMap((row) => (row.kind === "epic" && ticket[row.itemId]?.private ? [row.id] : [])),
  ...[savedView, baseline].flatMap((rows) => Object.values(rows).flatMap((row) => (row.personal ? [row.id] : []))),
];

/** The state after the node's changes, applied by the code that reads events. */
function decided({ scope, restricted, at, by, outcome }: Vector, tables: Tables, details: Details): { tables: Tables; details: Details } {
  if ("refusal" in outcome) return { tables, details };
  const common = (["workspace", "member", "status", "label", "attribute", "option", "systemAttribute", "workCalendar", "taskType", "component", "fixVersion", "sprint", "role"] as const).flatMap((kind) => Object.keys(tables[kind]));
  // An attribute of open lists lives in the workspace scope, with its options.
  const ofLists = Object.values(tables.attribute).flatMap(({ id, listIds, metadata }) => (listIds ? [id, ...metadata.optionsOrder] : []));
  const ofRecords = Object.values(tables.roadmapPlace).flatMap(({ id, kind }) => (kind === "epic" ? [] : [id]));
  const own = [
    ...personalIn(tables).map((id) => [id, scope.personal]),
    ...[...common, ...ofRecords].map((id) => [id, scope.commons]),
    ...ofLists.map((id) => [id, scope.workspace]),
  ];
  const homes = { ...Object.fromEntries(own), ...restricted } as Record<string, string>;
  const scopes = new Set([scope.workspace, scope.commons, scope.personal, ...outcome.changes.map((one) => one.scope)]);
  const cursors = Object.fromEntries([...scopes].map((of) => [of, { epoch: "e", seq: 0 }]));
  const replica: Replica = { ...emptyReplica(scope.workspace), tables, homes, cursors };
  const runs: Run[] = Object.keys(cursors).map((of) => {
    const changes = outcome.changes.filter((one) => one.scope === of).map(({ change }) => change);
    return { scope: of, events: [{ seq: 1, commandId: "c", by, at, changes }] };
  });
  return { tables: applyBatch(replica, runs).tables, details: applyToDetails(details, runs) };
}

/** Leaves out values that a page cannot know. */
function knowable({ tables, details }: { tables: Tables; details: Details }, before: Tables): unknown {
  // The node assigns the numbers of new tickets, and of tickets that change between private and shared.
  const tickets = Object.entries(tables.ticket).map(([id, row]) => {
    const numbered = before.ticket[id]?.private === row.private;
    // The node writes the history, and names the last activity of the ticket.
    const { lastActivity: _, ...rest } = row;
    return [id, numbered ? rest : { ...rest, number: 0 }];
  });
  const opened = Object.entries(details).map(([id, { description, activities, reactions }]) => [
    id,
    {
      description,
      // The node writes the history; people write comments.
      activities: activities.filter(({ kind }) => kind === "comment").toSorted(newestFirst),
      // The node derives the id of a reaction.
      reactions: reactions.map((reaction) => ({ ...reaction, id: "" })),
    },
  ]);
  // The node derives the id of a share.
  const shares = Object.values(tables.share).map((row) => [`${row.listId} ${row.userId}`, { ...row, id: "" }]);
  // The node derives the id of a subscription.
  const subscriptions = Object.values(tables.ticketSubscription).map((row) => [row.ticketId, { ...row, id: "" }]);
  // The node derives the id of preferences.
  const chosen = Object.values(tables.preferences).map((row) => [row.workspaceUserId, { ...row, id: "" }]);
  // The node derives the ids of recurrences, lags, working days and system attributes.
  const calendars = Object.values(tables.workCalendar).map((row) => ["", { ...row, id: "" }]);
  const systemAttributes = Object.values(tables.systemAttribute).map((row) => [row.key, { ...row, id: "" }]);
  const recurrences = Object.values(tables.recurrence).map((row) => [row.ticketId, { ...row, id: "" }]);
  const lags = Object.values(tables.linkLag).map((row) => [row.linkId, { ...row, id: "" }]);
  // The node derives the id of a place on the roadmap.
  const places = Object.values(tables.roadmapPlace).map((row) => [`${row.kind} ${row.itemId}`, { ...row, id: "" }]);
  const known = {
    ...tables,
    roadmapPlace: Object.fromEntries(places),
    preferences: Object.fromEntries(chosen),
    recurrence: Object.fromEntries(recurrences),
    linkLag: Object.fromEntries(lags),
    systemAttribute: Object.fromEntries(systemAttributes),
    workCalendar: Object.fromEntries(calendars),
    ticket: Object.fromEntries(tickets),
    share: Object.fromEntries(shares),
    ticketSubscription: Object.fromEntries(subscriptions),
  };
  return { tables: known, details: Object.fromEntries(opened) };
}

/**
 * Refusals that a page does not predict: it shows the edit until the node answers. Only the node knows rights, and
 * looking for a loop of links with every rebase would cost too much.
 */
const unforeseen = ["workspace.update forbidden", "member.setRole last_owner", "link.create cycle"];

const isUnforeseen = ({ command, outcome }: Vector): boolean =>
  "refusal" in outcome && unforeseen.includes(`${command.kind} ${outcome.refusal.code}`);

/** The state that the page predicts, and the state that the node decides. */
function bothOf(vector: Vector): { predicted: unknown; decided: unknown } {
  const { tables, details } = held(vector);
  const world = new World(tables, details);
  predict(world, vector.command, { me: vector.by, workspaceId: vector.scope.workspace, at: vector.at, commandId: "c" });
  const predicted = { tables: world.rows.finish(), details: world.details };
  return { predicted: knowable(predicted, tables), decided: knowable(decided(vector, tables, details), tables) };
}

describe("a prediction is what the node decides", () => {
  it.each(vectors.filter((vector) => !isUnforeseen(vector)).map((vector) => [vector.name, vector] as const))("%s", (_, vector) => {
    const { predicted, decided } = bothOf(vector);
    expect(predicted).toEqual(decided);
  });

  it("except for these refusals", () => {
    const found = vectors.filter(isUnforeseen);
    expect(found).toHaveLength(unforeseen.length);
    for (const vector of found) {
      const { predicted, decided } = bothOf(vector);
      expect(predicted).not.toEqual(decided);
    }
  });
});

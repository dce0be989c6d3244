import { t } from "@lingui/core/macro";
import type { Command, Sprint, SprintState, Status, Ticket } from "@/wire/generated";
import type { Before, CommandOf, Kind } from "./kind";
import { createRules, deleteRules, nameIn, updateRules } from "./named";
import { dropPlace, placedBack } from "./roadmapPlace";
import { patchTicket } from "./ticket/patch";
import { updateOf } from "./ticket/places";
import type { RowReader } from "../tables/tables";

const id = ({ sprintId }: { sprintId: string }) => sprintId;

const changed = updateRules({
  kind: "sprint",
  id,
  stepName: () => t`sprint change`,
  what: (name) => t`Edit of “${name}”`,
});

/** False if the end is before the start. Dates of this form are in order as texts. */
const inOrder = (start: string | null | undefined, end: string | null | undefined): boolean => start == null || end == null || start <= end;

/** The times of a sprint that enters a state: one that was active keeps its start. */
function times({ startedAt, completedAt }: Pick<Sprint, "startedAt" | "completedAt">, state: SprintState, at: string): Pick<Sprint, "state" | "startedAt" | "completedAt"> {
  return {
    state,
    startedAt: state === "planned" ? null : (startedAt ?? at),
    completedAt: state === "completed" ? (completedAt ?? at) : null,
  };
}

/** Whether completing a sprint leaves a ticket where it is. */
export const isClosed = (status: Pick<Status, "category"> | undefined): boolean => status?.category === "completed" || status?.category === "canceled";

/** The tickets of a sprint that are neither completed nor canceled. */
const openIn = (rows: RowReader, sprintId: string): Ticket[] =>
  rows.rows("ticket").filter((ticket) => ticket.sprintId === sprintId && !isClosed(rows.get("status", ticket.statusId)));

/** Whether tickets of a sprint may move to another one, or out of any. */
function mayMove(rows: RowReader, sprintId: string, moveTo: string | null): boolean {
  const target = moveTo === null ? undefined : rows.get("sprint", moveTo);
  return rows.get("sprint", sprintId) !== undefined && (moveTo === null || (target !== undefined && target.state !== "completed" && moveTo !== sprintId));
}

export const sprint: Kind<"sprint"> = {
  commands: {
    "sprint.create": createRules({
      kind: "sprint",
      id,
      fits: (_, { startDate, endDate }) => inOrder(startDate, endDate),
      row: (_, { goal, startDate, endDate, state }, { at }) => ({
        goal: (goal ?? "").trim(),
        startDate: startDate ?? null,
        endDate: endDate ?? null,
        ...times({ startedAt: null, completedAt: null }, state ?? "planned", at),
        createdAt: at,
      }),
      inverse: (_, { sprintId }) => [{ kind: "sprint.delete", sprintId }],
      stepName: () => t`creating a sprint`,
      what: () => t`New sprint`,
    }),
    "sprint.update": {
      ...changed,
      predict(world, command, context) {
        const { goal, startDate, endDate, state } = command.patch;
        const row = world.rows.get("sprint", command.sprintId);
        if (!row || !inOrder(startDate === undefined ? row.startDate : startDate, endDate === undefined ? row.endDate : endDate)) return;
        const patch = { ...command.patch, ...(goal !== undefined && { goal: goal.trim() }), ...(state !== undefined && times(row, state, context.at)) };
        changed.predict(world, { ...command, patch }, context);
      },
    },
    "sprint.complete": {
      predict(world, { sprintId, moveTo = null }, context) {
        const row = world.rows.get("sprint", sprintId);
        if (!row || !mayMove(world.rows, sprintId, moveTo)) return;
        for (const ticket of openIn(world.rows, sprintId)) patchTicket(world, ticket.id, { sprintId: moveTo }, context);
        world.rows.patch("sprint", sprintId, times(row, "completed", context.at));
      },
      inverse({ rows }, { sprintId }) {
        const row = rows.get("sprint", sprintId);
        if (!row) return null;
        const ticketIds = openIn(rows, sprintId).map((ticket) => ticket.id);
        return [
          { kind: "sprint.update", sprintId, patch: { state: row.state } },
          ...(ticketIds.length > 0 ? [updateOf(ticketIds, { sprintId })] : []),
        ];
      },
      touches: ({ sprintId }) => [{ id: sprintId, fields: ["state"] }],
      stepName: () => t`completing a sprint`,
      describe(view, { sprintId }) {
        const name = nameIn(view, "sprint", sprintId);
        return { what: t`Completing “${name}”`, text: null };
      },
    },
    "sprint.delete": deleteRules({
      kind: "sprint",
      id,
      predict(world, { sprintId, moveTo = null }, context) {
        if (!mayMove(world.rows, sprintId, moveTo)) return;
        for (const ticket of world.rows.rows("ticket")) {
          if (ticket.sprintId === sprintId) patchTicket(world, ticket.id, { sprintId: moveTo }, context);
        }
        dropPlace(world, { kind: "sprint", id: sprintId });
        world.rows.delete("sprint", sprintId);
      },
      inverse: restored,
      stepName: () => t`deleting a sprint`,
      what: (name) => t`Deleting “${name}”`,
    }),
  },
};

/** The sprint and its tickets. Its figures go on, since they are stored by its id; an active sprint starts anew. */
function restored({ rows }: Before, { sprintId }: CommandOf<"sprint.delete">): Command[] | null {
  const row = rows.get("sprint", sprintId);
  if (!row) return null;
  const { name, goal, startDate, endDate, state } = row;
  const ticketIds = rows.rows("ticket").flatMap((ticket) => (ticket.sprintId === sprintId ? [ticket.id] : []));
  return [
    { kind: "sprint.create", sprintId, name, goal, state, ...(startDate !== null && { startDate }), ...(endDate !== null && { endDate }) },
    ...(ticketIds.length > 0 ? [updateOf(ticketIds, { sprintId })] : []),
    ...placedBack(rows, [{ kind: "sprint", id: sprintId }]),
  ];
}

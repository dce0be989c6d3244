import { t } from "@lingui/core/macro";
import type { Command, Ticket, TicketPatch } from "@/wire/generated";
import { byRank } from "../tables/rank";
import type { RowReader } from "../tables/tables";
import { attributeHome, besideIn, dropAttributes, listBack, takeList } from "./attributeLists";
import type { Before, Kind } from "./kind";
import { createRules, deleteRules, isUnused, moveRules, nameIn, newRank, nthColor, placeOf, updateRules } from "./named";
import { levelOf, sharesOf } from "./share";
import { linksBack, moveHome, withSubtasks } from "./ticket/home";
import { patchTicket } from "./ticket/patch";
import { placesBack, placesInList, placesOf, updateOf } from "./ticket/places";
import type { PredictContext, World } from "./world";

const id = ({ listId }: { listId: string }) => listId;

const changed = updateRules({
  kind: "list",
  id,
  stepName: () => t`list change`,
  what: (name) => t`Change to the list “${name}”`,
});

const moved = moveRules({
  kind: "list",
  id,
  stepName: () => t`moving a list`,
  what: (name) => t`Moving the list “${name}”`,
});

export const list: Kind<"list"> = {
  commands: {
    "list.create": createRules({
      kind: "list",
      id,
      isAlone: ({ restricted }) => restricted === true,
      fits: ({ rows }, { groupId }) => groupId == null || rows.get("group", groupId) !== undefined,
      row(world, { color, after, restricted, icon, description, groupId }, { me, at }) {
        const lists = world.rows.rows("list");
        const seen = restricted ? lists : lists.filter(({ id }) => !world.isRestricted(id));
        return {
          color: color ?? nthColor(seen.length),
          rank: newRank(lists, after),
          suggested: false,
          createdUserId: me,
          createdAt: at,
          icon: icon ?? null,
          description: (description ?? "").trim(),
          groupId: groupId ?? null,
          archivedAt: null,
        };
      },
      after(world, { listId, restricted }, context) {
        if (restricted) manage(world, listId, context);
      },
      inverse: (_, { listId }) => [{ kind: "list.delete", listId }],
      stepName: () => t`creating a list`,
      what: () => t`New list`,
    }),
    "list.update": {
      ...changed,
      predict(world, command, context) {
        const { description } = command.patch;
        changed.predict(world, { ...command, patch: { ...command.patch, ...(description !== undefined && { description: description.trim() }) } }, context);
      },
    },
    "list.move": {
      ...moved,
      predict(world, command, context) {
        const { listId, groupId } = command;
        if (groupId != null && !world.rows.get("group", groupId)) return;
        moved.predict(world, command, context);
        if (groupId !== undefined) world.rows.patch("list", listId, { groupId });
      },
      inverse({ rows }, { listId, groupId }) {
        const row = rows.get("list", listId);
        const back = row?.groupId ?? null;
        // The group may be gone by now, or one that the person does not see.
        const known = back === null || rows.get("group", back) !== undefined;
        return row ? [{ kind: "list.move", listId, ...placeOf(rows.rows("list"), listId), ...(groupId !== undefined && known && { groupId: back }) }] : null;
      },
    },
    "list.archive": {
      predict: ({ rows }, { listId }, { at }) => rows.patch("list", listId, { archivedAt: rows.get("list", listId)?.archivedAt ?? at }),
      inverse: (_, { listId }) => [{ kind: "list.unarchive", listId }],
      touches: (command) => [{ id: id(command), fields: ["archivedAt"] }],
      stepName: () => t`archiving a list`,
      describe: (view, { listId }) => ({ what: t`Archiving the list “${nameIn(view, "list", listId)}”`, text: null }),
    },
    "list.unarchive": {
      predict: ({ rows }, { listId }) => rows.patch("list", listId, { archivedAt: null }),
      inverse: (_, { listId }) => [{ kind: "list.archive", listId }],
      touches: (command) => [{ id: id(command), fields: ["archivedAt"] }],
      stepName: () => t`bringing a list back`,
      describe: (view, { listId }) => ({ what: t`Bringing the list “${nameIn(view, "list", listId)}” back`, text: null }),
    },
    "list.delete": deleteRules({
      kind: "list",
      id,
      predict(world, { listId, moveTo }, context) {
        if (!world.rows.get("list", listId) || moveTo === listId || (moveTo && !world.rows.get("list", moveTo))) return;
        if (world.isRestricted(listId)) return deleteRestricted(world, listId, moveTo, context);
        if (moveTo && world.isRestricted(moveTo)) return;
        const lists = { add: moveTo ? [moveTo] : [], remove: [listId] };
        for (const ticket of world.rows.rows("ticket")) {
          if (ticket.lists.some((place) => place.listId === listId)) patchTicket(world, ticket.id, { lists }, context);
        }
        takeList(world, listId, false);
        world.rows.delete("list", listId);
      },
      inverse: restored,
      stepName: () => t`deleting a list`,
      what: (name) => t`Deleting the list “${name}”`,
    }),
    "list.restrict": {
      predict: restrict,
      inverse: opened,
      touches: (command) => [{ id: id(command), fields: ["shares"] }],
      stepName: () => t`restricting a list`,
      describe: (view, { listId }) => ({ what: t`Restricting the list “${nameIn(view, "list", listId)}”`, text: null }),
    },
    "list.open": {
      predict: open,
      inverse({ rows, me }, { listId }) {
        const others = sharesOf(rows, listId).filter(({ userId }) => userId !== me);
        const shared = others.flatMap((one): Command[] => {
          const level = levelOf(one);
          return level ? [{ kind: "share.set", listId, userId: one.userId, level }] : [];
        });
        const named = rows.rows("ticket").filter(({ assigneesIds, reportBy }) => [...assigneesIds, reportBy].some((it) => it !== null && it !== me));
        const below = withSubtasks(rows, rootsIn(rows, listId).map(({ id }) => id));
        const people = named.filter(({ id }) => below.has(id)).map(({ id, assigneesIds, reportBy }) => {
          return updateOf([id], { assigneesIds: { add: assigneesIds, remove: [] }, reportBy });
        });
        return [{ kind: "list.restrict", listId }, ...shared, ...people];
      },
      touches: (command) => [{ id: id(command), fields: ["shares"] }],
      stepName: () => t`opening a list to everyone`,
      describe: (view, { listId }) => ({ what: t`Opening the list “${nameIn(view, "list", listId)}” to everyone`, text: null }),
    },
  },
};

/** The person becomes the manager of a restricted list. The node derives the id of the share. */
function manage({ rows }: World, listId: string, { me, at, commandId }: PredictContext): void {
  rows.set("share", commandId, { id: commandId, listId, userId: me, level: "manage", createdAt: at });
}

/** The tickets that are no subtasks and are in a list. */
const rootsIn = (rows: RowReader, listId: string): Ticket[] =>
  rows.rows("ticket").filter(({ parentTicketId, lists }) => parentTicketId === null && lists.some((place) => place.listId === listId));

/** The tickets that move along with a list that is restricted. */
function movedWith(rows: RowReader, listId: string): { roots: Ticket[]; moved: ReadonlySet<string> } {
  const roots = rootsIn(rows, listId).filter((ticket) => ticket.lists.length === 1 && !ticket.private);
  return { roots, moved: withSubtasks(rows, roots.map(({ id }) => id)) };
}

function restrict(world: World, { listId }: { listId: string }, context: PredictContext): void {
  if (!world.rows.get("list", listId) || world.isRestricted(listId)) return;
  const { roots, moved } = movedWith(world.rows, listId);
  manage(world, listId, context);
  takeList(world, listId, true);
  for (const root of roots) moveHome(world, root, listId, root.lists, context);
  for (const ticket of world.rows.rows("ticket")) {
    const lists = ticket.lists.filter((place) => place.listId !== listId);
    if (lists.length < ticket.lists.length && !moved.has(ticket.id)) world.putTicket({ ...ticket, lists, updatedAt: context.at });
  }
}

/** Opens a list that was restricted, and gives its tickets the lists, people and links back that they have lost. */
function opened({ rows, me }: Before, { listId }: { listId: string }): Command[] {
  const { moved } = movedWith(rows, listId);
  const groups = new Map<string, { ids: string[]; patch: TicketPatch }>();
  const left: Record<string, string[]> = {};
  for (const { id, lists, assigneesIds, reportBy } of rows.rows("ticket")) {
    const all = lists.map((place) => place.listId);
    const lost = moved.has(id) ? all.filter((it) => it !== listId) : all.filter((it) => it === listId);
    const people = moved.has(id) ? assigneesIds.filter((user) => user !== me) : [];
    for (const it of lost) (left[it] ??= []).push(id);
    const patch: TicketPatch = {
      ...(lost.length > 0 && { lists: { add: lost, remove: [] } }),
      ...(people.length > 0 && { assigneesIds: { add: people, remove: [] } }),
      ...(moved.has(id) && reportBy !== null && reportBy !== me && { reportBy }),
    };
    const key = JSON.stringify(patch);
    const group = groups.get(key) ?? { ids: [], patch };
    if (key !== "{}") groups.set(key, { ...group, ids: [...group.ids, id] });
  }
  return [
    { kind: "list.open", listId },
    ...listBack(rows, listId, true),
    ...[...groups.values()].map(({ ids, patch }) => updateOf(ids, patch)),
    ...Object.entries(left).flatMap(([list, ids]) => placesBack(rows, ids, list) ?? []),
    ...linksBack(rows, moved, false),
  ];
}

function open(world: World, { listId }: { listId: string }, context: PredictContext): void {
  const { me } = context;
  const row = world.rows.get("list", listId);
  const shares = sharesOf(world.rows, listId);
  const isTaken = world.rows.rows("list").some(({ id, name }) => !world.isRestricted(id) && name.toLowerCase() === row?.name.toLowerCase());
  const clashes = world.rows.rows("attribute").some(({ name, listIds }) => attributeHome(world, listIds) === listId && !isUnused(besideIn(world, "open"), name));
  if (!row || isTaken || clashes || !shares.some(({ userId, level }) => userId === me && level === "manage")) return;
  const roots = rootsIn(world.rows, listId);
  for (const { id } of shares) world.rows.delete("share", id);
  for (const root of roots) moveHome(world, root, "open", root.lists, context);
}

function deleteRestricted(world: World, listId: string, moveTo: string | undefined, context: PredictContext): void {
  const shares = sharesOf(world.rows, listId);
  const roots = rootsIn(world.rows, listId);
  if (!shares.some(({ userId, level }) => userId === context.me && level === "manage") || (roots.length > 0 && !moveTo)) return;
  for (const root of roots) {
    if (moveTo) moveHome(world, root, world.isRestricted(moveTo) ? moveTo : "open", placesOf(world, { lists: [], private: false }, [moveTo]), context);
  }
  for (const { id } of shares) world.rows.delete("share", id);
  dropAttributes(world, listId);
  world.rows.delete("list", listId);
}

function restored({ rows }: Before, { listId, moveTo }: { listId: string; moveTo?: string }): Command[] | null {
  const row = rows.get("list", listId);
  // A list that comes back has no shares, so all members would see its tickets.
  if (!row || sharesOf(rows, listId).length > 0) return null;
  const { name, color, icon, description, groupId, archivedAt } = row;
  const group = groupId && rows.get("group", groupId) ? groupId : null;
  const place = placeOf(rows.rows("list"), listId);
  const wasThere = new Set(moveTo ? placesInList(rows, moveTo).map(({ id }) => id) : []);
  // Runs rather than two groups: a ticket that is added later stands further behind, so runs keep the order.
  const runs: { ids: string[]; remove: string[] }[] = [];
  for (const { id: ticketId } of placesInList(rows, listId).toSorted(byRank)) {
    const remove = moveTo && !wasThere.has(ticketId) ? [moveTo] : [];
    const last = runs.at(-1);
    if (last && last.remove.length === remove.length) last.ids.push(ticketId);
    else runs.push({ ids: [ticketId], remove });
  }
  return [
    { kind: "list.create", listId, name, color, ...place, ...(icon && { icon }), ...(description && { description }), ...(group && { groupId: group }) },
    ...(place.after ? [] : [{ kind: "list.move", listId } as const]),
    ...listBack(rows, listId, false),
    ...runs.map(({ ids, remove }): Command => {
      return { kind: "tickets.update", ticketIds: ids, patch: { lists: { add: [listId], remove } } };
    }),
    ...(archivedAt ? [{ kind: "list.archive", listId } as const] : []),
  ];
}

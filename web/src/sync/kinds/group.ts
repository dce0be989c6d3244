import { t } from "@lingui/core/macro";
import type { Command, Group, List } from "@/wire/generated";
import type { RowReader } from "../tables/tables";
import type { Before, Kind } from "./kind";
import { createRules, deleteRules, moveRules, newRank, nthColor, placeOf, updateRules } from "./named";
import { sharesOf } from "./share";

const id = ({ groupId }: { groupId: string }) => groupId;

/** How deep groups nest. */
export const groupLevels = 3;

const moved = moveRules({
  kind: "group",
  id,
  stepName: () => t`moving a group`,
  what: (name) => t`Moving the group “${name}”`,
});

/** A group of lists. It lives with the workspace, and a list names its group. */
export const group: Kind<"group"> = {
  commands: {
    "group.create": createRules({
      kind: "group",
      id,
      fits: ({ rows }, { parentGroupId }) => parentGroupId == null || (rows.get("group", parentGroupId) !== undefined && above(rows, parentGroupId).length < groupLevels),
      row: ({ rows }, { color, parentGroupId, after }, { at }) => ({
        color: color ?? nthColor(rows.rows("group").length),
        rank: newRank(rows.rows("group"), after),
        parentGroupId: parentGroupId ?? null,
        createdAt: at,
      }),
      inverse: (_, { groupId }) => [{ kind: "group.delete", groupId }],
      stepName: () => t`creating a group`,
      what: () => t`New group`,
    }),
    "group.update": updateRules({
      kind: "group",
      id,
      stepName: () => t`group change`,
      what: (name) => t`Change to the group “${name}”`,
    }),
    "group.move": {
      ...moved,
      predict(world, command, context) {
        const { groupId, parentGroupId } = command;
        const row = world.rows.get("group", groupId);
        if (!row) return;
        if (parentGroupId != null && parentGroupId !== row.parentGroupId) {
          const around = world.rows.get("group", parentGroupId) ? above(world.rows, parentGroupId) : null;
          if (!around || around.includes(groupId) || around.length + levels(world.rows, groupId) > groupLevels) return;
        }
        moved.predict(world, command, context);
        if (parentGroupId !== undefined) world.rows.patch("group", groupId, { parentGroupId });
      },
      inverse({ rows }, { groupId, parentGroupId }) {
        const row = rows.get("group", groupId);
        if (!row) return null;
        return [{ kind: "group.move", groupId, ...placeOf(rows.rows("group"), groupId), ...(parentGroupId !== undefined && { parentGroupId: row.parentGroupId }) }];
      },
    },
    "group.delete": deleteRules({
      kind: "group",
      id,
      predict(world, { groupId }, { me }) {
        const row = world.rows.get("group", groupId);
        if (!row) return;
        const { parentGroupId } = row;
        for (const inner of groupsIn(world.rows, groupId)) world.rows.patch("group", inner.id, { parentGroupId });
        for (const list of listsIn(world.rows, groupId, me)) world.rows.patch("list", list.id, { groupId: parentGroupId });
        world.rows.delete("group", groupId);
      },
      inverse: restored,
      stepName: () => t`deleting a group`,
      what: (name) => t`Deleting the group “${name}”`,
    }),
  },
};

/** A group and those around it, the innermost first. */
function above(rows: RowReader, groupId: string): string[] {
  const found = [groupId];
  for (const at of found) {
    const parent = rows.get("group", at)?.parentGroupId;
    if (parent && !found.includes(parent) && rows.get("group", parent)) found.push(parent);
  }
  return found;
}

/** The number of levels of a group with the groups in it. */
const levels = (rows: RowReader, groupId: string): number => 1 + Math.max(0, ...groupsIn(rows, groupId).map((inner) => levels(rows, inner.id)));

const groupsIn = (rows: RowReader, groupId: string): Group[] => rows.rows("group").filter((row) => row.parentGroupId === groupId);

/** The lists of a group that the person may edit: open ones, and restricted ones that the person manages. */
function listsIn(rows: RowReader, groupId: string, me: string): List[] {
  const mayEdit = (listId: string) => {
    const shares = sharesOf(rows, listId);
    return shares.length === 0 || shares.some(({ userId, level }) => userId === me && level === "manage");
  };
  return rows.rows("list").filter((row) => row.groupId === groupId && mayEdit(row.id));
}

function restored({ rows, me }: Before, { groupId }: { groupId: string }): Command[] | null {
  const row = rows.get("group", groupId);
  if (!row) return null;
  const { name, color, parentGroupId } = row;
  const place = placeOf(rows.rows("group"), groupId);
  return [
    { kind: "group.create", groupId, name, color, ...(parentGroupId !== null && { parentGroupId }), ...place },
    ...(place.after ? [] : [{ kind: "group.move", groupId } as const]),
    ...groupsIn(rows, groupId).map((inner): Command => ({ kind: "group.move", groupId: inner.id, ...placeOf(rows.rows("group"), inner.id), parentGroupId: groupId })),
    ...listsIn(rows, groupId, me).map((list): Command => ({ kind: "list.move", listId: list.id, ...placeOf(rows.rows("list"), list.id), groupId })),
  ];
}

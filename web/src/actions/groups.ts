import { t } from "@lingui/core/macro";
import { dispatch, dispatchAll, newId, undo, useTroupe } from "@/sync/store";
import { activeListsInOrder } from "@/sync/selectors";
import type { Answer } from "@/sync/types";
import { tell } from "@/ui/Toast";
import type { Color, Command, GroupPatch } from "@/wire/generated";

type Answered = Promise<Answer>;

const behind = (after: string | null | undefined) => (after ? { after } : {});

interface NewGroup {
  name: string;
  color: Color;
  parentGroupId?: string | undefined;
  /** A list that moves into the new group, as part of the same undo step. */
  listId?: string | undefined;
}

export function createGroup({ name, color, parentGroupId, listId }: NewGroup): void {
  const groupId = newId();
  const made: Command = { kind: "group.create", groupId, name, color, ...(parentGroupId !== undefined && { parentGroupId }) };
  void dispatchAll([made, ...(listId === undefined ? [] : [intoGroup(listId, groupId)])], { label: t`creating a group` });
}

export const updateGroup = (groupId: string, patch: GroupPatch): Answered => dispatch({ kind: "group.update", groupId, patch });

/** Moves a group behind another one, or to the front; with `parentGroupId` also into another group, or into none. */
export const moveGroup = (groupId: string, after: string | null, parentGroupId?: string | null): Answered =>
  dispatch({ kind: "group.move", groupId, ...behind(after), ...(parentGroupId !== undefined && { parentGroupId }) });

/** Deletes a group: what stands in it moves up. */
export async function deleteGroup(groupId: string, name: string): Promise<void> {
  const told = await dispatch({ kind: "group.delete", groupId });
  if (told.ok) tell({ text: t`Deleted the group “${name}”. Its lists moved up.`, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
}

/** The command that puts a list at the end of a group, or of the lists without a group. */
function intoGroup(listId: string, groupId: string | null): Command {
  const { lists, groups } = useTroupe.getState();
  const all = activeListsInOrder({ lists }).filter(({ id, suggested }) => id !== listId && !suggested);
  const there = all.filter((list) => (list.groupId && groups[list.groupId] ? list.groupId : null) === groupId);
  return { kind: "list.move", listId, groupId, ...behind((there.at(-1) ?? all.at(-1))?.id) };
}

export const putIntoGroup = (listId: string, groupId: string | null): Answered => dispatch(intoGroup(listId, groupId));

/** Archives a list, or brings it back, and offers to undo that. */
export async function setArchived(listId: string, name: string, archived: boolean): Promise<void> {
  const told = await dispatch({ kind: archived ? "list.archive" : "list.unarchive", listId });
  if (told.ok) tell({ text: archived ? t`Archived “${name}”` : t`Brought “${name}” back`, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
}

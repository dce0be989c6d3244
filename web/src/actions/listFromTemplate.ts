import { t } from "@lingui/core/macro";
import { dispatchAll, newId, useTroupe } from "@/sync/store";
import { tell } from "@/ui/Toast";
import type { Color, Command, ListIcon, Template } from "@/wire/generated";
import { takenBack } from "./duplicateList";
import { contentOfList, leftOutText, type LeftOut } from "./templateUse";

export { countIn, templatesOfLists } from "./templateUse";

interface NewList {
  name: string;
  color: Color;
  icon?: ListIcon;
  description: string;
  groupId: string | null;
}

/** Makes a list from a template, with its views and its tasks, as one undo step. Returns the id of the list. */
export function createListFrom(template: Template, { name, color, icon, description, groupId }: NewList): string {
  const listId = newId();
  const leftOut = new Set<Parameters<LeftOut["has"]>[0]>();
  const list: Command = { kind: "list.create", listId, name, color, ...(icon && { icon }), ...(description !== "" && { description }), ...(groupId && { groupId }) };
  const commands = [list, ...contentOfList(useTroupe.getState(), template, listId, newId, leftOut)];
  const label = t`creating a list`;
  const hasTickets = commands.some(({ kind }) => kind === "ticket.create");
  void dispatchAll(commands, hasTickets ? { label, inverse: takenBack(commands, listId) } : { label });
  const gone = leftOutText(leftOut);
  if (gone !== null) tell({ text: gone });
  return listId;
}

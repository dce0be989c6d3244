import type { Command } from "@/wire/generated";
import type { RowReader } from "../tables/tables";
import type { World } from "./world";

/** The home of an attribute: the commons, the scope of the open lists, or a restricted list, named by its id. */
export type AttributeHome = "common" | "open" | string;

export function attributeHome(world: Pick<World, "isRestricted">, listIds: readonly string[] | null | undefined): AttributeHome {
  return listIds ? (listIds.find((id) => world.isRestricted(id)) ?? "open") : "common";
}

/** The home of an attribute that gets these lists; null if the node refuses them. */
export function newHome(world: World, listIds: readonly string[] | null | undefined): AttributeHome | null {
  if (!listIds?.every((id) => world.rows.get("list", id))) return listIds ? null : "common";
  const home = attributeHome(world, listIds);
  return home !== "open" && new Set(listIds).size > 1 ? null : home;
}

/** The names that an attribute in a home may not have: the names of all attributes, except attributes of other restricted lists. */
export const besideIn = (world: World, home: AttributeHome) =>
  world.rows.rows("attribute").filter(({ listIds }) => [home, "common", "open"].includes(attributeHome(world, listIds)));

/** Removes a list from the attributes that name it. With `isLastKept`, an attribute keeps the list if it has no other. */
export function takeList(world: World, listId: string, isLastKept: boolean): void {
  for (const { id, listIds } of world.rows.rows("attribute")) {
    if (listIds?.includes(listId) && (listIds.length > 1 || !isLastKept)) world.rows.patch("attribute", id, { listIds: listIds.filter((it) => it !== listId) });
  }
}

/** Deletes the attributes of a restricted list that is deleted. */
export function dropAttributes({ rows }: World, listId: string): void {
  for (const { id, listIds, metadata } of rows.rows("attribute")) {
    if (!listIds?.includes(listId)) continue;
    for (const optionId of metadata.optionsOrder) rows.delete("option", optionId);
    rows.delete("attribute", id);
  }
}

/** The commands that give a list back to the attributes that lose it. */
export const listBack = (rows: RowReader, listId: string, isLastKept: boolean): Command[] =>
  rows
    .rows("attribute")
    .flatMap(({ id: attributeId, listIds }): Command[] =>
      listIds?.includes(listId) && (listIds.length > 1 || !isLastKept) ? [{ kind: "attribute.update", attributeId, patch: { listIds } }] : [],
    );

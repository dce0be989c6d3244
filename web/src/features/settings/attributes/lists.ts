import { mayIn } from "@/sync/allowed";
import { leftFor, restrictedLists } from "@/sync/homes";
import type { SyncState } from "@/sync/types";
import type { Attribute } from "@/wire/generated";

type Known = Pick<SyncState, "shares">;

/** The restricted list to which an attribute belongs; null if it belongs to open lists or to all. */
export function restrictedListOf(view: Known, listIds: readonly string[] | null | undefined): string | null {
  const restricted = restrictedLists(view);
  return listIds?.find((id) => restricted.has(id)) ?? null;
}

/** The chosen lists after a pick. An attribute of a restricted list belongs to no other list. */
export function picked(view: Known, chosen: readonly string[], id: string): string[] {
  if (chosen.includes(id)) return chosen.filter((one) => one !== id);
  const left = leftFor(view, chosen, id);
  return [...chosen.filter((one) => !left.includes(one)), id];
}

/** The lists to which this person may give an attribute, by id. */
export const mayOffer = ({ capabilities, ...view }: Pick<SyncState, "shares" | "capabilities">, id: string): boolean =>
  mayIn(capabilities, "manageAttributes", restrictedLists(view).has(id) ? id : null);

/** The names that an attribute of these lists may not have. The names in other restricted lists are free. */
export const takenNames = (view: Known, among: readonly Attribute[], own: string | undefined, listIds: readonly string[] | null): string[] =>
  among.flatMap(({ id, name, listIds: theirs }) => {
    const home = restrictedListOf(view, theirs);
    return id !== own && (home === null || home === restrictedListOf(view, listIds)) ? [name] : [];
  });

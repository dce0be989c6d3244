import { useMayIn } from "@/actions/useMay";
import { useTroupe } from "@/sync/store";
import type { Attribute } from "@/wire/generated";
import { restrictedListOf } from "./lists";

/** True if this person may change an attribute and its options, where the attribute lives. */
export function useMayManage({ listIds }: Pick<Attribute, "listIds">): boolean {
  return useMayIn("manageAttributes", useTroupe((state) => restrictedListOf(state, listIds)));
}

import type { Field } from "@/fields/field";
import { useFields } from "@/fields/registry";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { fieldOf } from "./activity/sentences";

/** The name of the person who has changed a field last, while it is wanted; null if the loaded part of the history does not say. */
export function useChangedBy(ticketId: string, { id }: Pick<Field, "id">, wanted: boolean): string | null {
  const fields = useFields();
  return useTroupe((state) => {
    if (!wanted) return null;
    const last = state.details[ticketId]?.activities.find((activity) => fieldOf(activity, fields)?.id === id);
    const author = last && state.members[last.userId];
    return author ? memberName(author) : null;
  });
}

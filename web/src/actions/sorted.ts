import { t } from "@lingui/core/macro";
import { fieldById } from "@/fields/field";
import type { Place } from "@/fields/arrange/place";
import { MANUAL, type Settings } from "@/fields/arrange/settings";
import { fieldsOf } from "@/fields/registry";
import { useTroupe } from "@/sync/store";
import { tell } from "@/ui/Toast";

/** Tells why a row did not stay where it was dropped, and offers to switch to manual order. */
export function tellSorted({ sort }: Pick<Settings, "sort">, place: Place, onSettings: (patch: Partial<Settings>) => void): void {
  if (place.listId === null) return tell({ text: t`Tasks can be dragged into place only in a list.` });
  const noun = fieldById(fieldsOf(useTroupe.getState()), sort)?.noun();
  tell({
    text:
      noun === undefined
        ? t`These tasks are in reverse order. To drag tasks into place, switch to manual order.`
        : t`These tasks are sorted by ${noun}. To drag tasks into place, switch to manual order.`,
    action: { name: t`Switch to manual order`, onClick: () => onSettings({ sort: MANUAL, descending: false }) },
  });
}

import { msg, t } from "@lingui/core/macro";
import type { Place } from "@/sync/arrange/place";
import type { Settings, SortBy } from "@/sync/arrange/settings";
import { tell } from "@/ui/Toast";
import { say } from "@/words/i18n";

const reasons = {
  manual: msg`These tasks are in reverse order. To drag tasks into place, switch to manual order.`,
  priority: msg`These tasks are sorted by priority. To drag tasks into place, switch to manual order.`,
  due: msg`These tasks are sorted by due date. To drag tasks into place, switch to manual order.`,
  created: msg`These tasks are sorted by creation date. To drag tasks into place, switch to manual order.`,
  title: msg`These tasks are sorted by title. To drag tasks into place, switch to manual order.`,
} satisfies Record<SortBy, unknown>;

/** Tells why a row did not stay where it was dropped, and offers to switch to manual order. */
export function tellSorted({ sort }: Pick<Settings, "sort">, place: Place, onSettings: (patch: Partial<Settings>) => void): void {
  if (place.listId === null) return tell({ text: t`Tasks can be dragged into place only in a list.` });
  tell({
    text: say(reasons[sort]),
    action: { name: t`Switch to manual order`, onClick: () => onSettings({ sort: "manual", descending: false }) },
  });
}

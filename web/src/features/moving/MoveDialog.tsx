import { plural, t } from "@lingui/core/macro";
import { useMoving, type Effect } from "@/actions/moving";
import { sentencesOf } from "@/actions/movingWords";
import { useLast } from "@/lib/useLast";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import { ConfirmDialog } from "@/ui/Dialog";

/** Asks before tickets move to where other people see them. */
export function MoveDialog() {
  const asking = useMoving((state) => state.asking);
  // The last question stays while the dialog closes.
  const shown = useLast(asking?.effect ?? null);
  const title = useTroupe((state) => (shown === null ? "" : titleOf(state, shown)));
  const sentences = useTroupe((state) => (shown === null ? "" : sentencesOf(state, shown).join(" ")));
  return (
    <ConfirmDialog
      open={asking !== null}
      title={title}
      text={sentences}
      confirm={shown !== null && shown.to.has("private") ? t`Make private` : shown?.ticketIds.length === 1 ? t`Move task` : t`Move tasks`}
      onCancel={() => asking?.answer(false)}
      onConfirm={() => asking?.answer(true)}
    />
  );
}

function titleOf(view: SyncState, { ticketIds, to }: Effect): string {
  const [first] = ticketIds;
  const only = ticketIds.length === 1 && first !== undefined ? view.tickets[first] : undefined;
  const what = only ? (ticketKey(view, only) ?? only.title) : plural(ticketIds.length, { one: "# task", other: "# tasks" });
  const [home] = to;
  if (to.size > 1 || home === undefined) return t`Move ${what}?`;
  if (home === "private") return t`Make ${what} private?`;
  if (home === "open") return t`Show ${what} to the workspace?`;
  const name = view.lists[home]?.name ?? t`List`;
  return t`Move ${what} to “${name}”?`;
}

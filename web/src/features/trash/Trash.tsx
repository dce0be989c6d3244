import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { useShallow } from "zustand/react/shallow";
import { ask } from "@/actions/ask";
import { mayOn } from "@/actions/rights";
import { useMay } from "@/actions/useMay";
import { clearSelection } from "@/actions/selection";
import { useHotkeys } from "@/lib/hotkeys";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { trashedTickets } from "@/sync/selectors";
import { rowsOf } from "@/sync/tables/tableCopy";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { FindField } from "@/ui/FindField";
import { SegmentedControl } from "@/ui/Segmented";
import { DeletedList } from "./DeletedList";
import styles from "./TrashList.module.css";
import { TrashList } from "./TrashList";

interface TrashProps {
  ticketIds: readonly string[];
  phone: boolean;
  /** Shown if nothing is in the trash; null if something is. */
  empty: ReactNode;
  /** The words that narrow the rows. */
  find: string;
  onFind: (words: string) => void;
}

/** The trash, and for people who may delete tasks also what was deleted permanently. */
export function Trash({ ticketIds, phone, empty, find, onFind }: TrashProps) {
  const [tab, setTab] = useState<"trash" | "deleted">("trash");
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const deletesAll = useMay("deleteTickets");
  const deletesOwn = useMay("deleteOwnTickets");
  const mayRead = workspaceId !== undefined && (deletesAll || deletesOwn);
  const slug = useTroupe((state) => state.workspace?.key ?? "");
  // Lists have no trash: people look here for a list that somebody has archived.
  const hasArchived = useTroupe((state) => rowsOf(state.lists).some(({ archivedAt }) => Boolean(archivedAt)));
  const field = useRef<HTMLInputElement>(null);
  const inTrash = !mayRead || tab === "trash";
  const holdsAny = useTroupe((state) => trashedTickets(state).length > 0);
  // A person may have rights to their own tasks only. The tasks that they may not delete stay.
  const mine = useTroupe(useShallow((state) => trashedTickets(state).filter((ticket) => mayOn(state, "deleteTickets", [ticket])).map(({ id }) => id)));
  useHotkeys({ "/": () => field.current?.focus() });
  const search = (words: string) => {
    // Otherwise, the search could hide selected rows.
    clearSelection();
    onFind(words);
  };
  const choose = (next: "trash" | "deleted") => {
    clearSelection();
    setTab(next);
  };
  return (
    <>
      {(mayRead || holdsAny || hasArchived) && (
        <div className={styles.tabs}>
          {mayRead && (
            <SegmentedControl
              name={t`Which tasks`}
              options={[{ id: "trash", name: t`In the trash` }, { id: "deleted", name: t`Deleted permanently` }]}
              value={tab}
              onChange={choose}
            />
          )}
          {inTrash && holdsAny && <FindField ref={field} name={t`Find in trash`} text={find} onText={search} />}
          <span className={styles.space} />
          {hasArchived && <Link className={styles.archived} to={paths.settings(slug, "archive")}><Trans>Archived lists</Trans></Link>}
          {/* While a search hides rows, the button would delete more than what is shown. */}
          {inTrash && mine.length > 0 && find === "" && (
            <Button size="sm" icon={Trash2} onClick={(event) => ask("deleteForever", mine, event.currentTarget)}>
              <Trans>Empty trash</Trans>
            </Button>
          )}
        </div>
      )}
      {mayRead && tab === "deleted" ? (
        <DeletedList workspaceId={workspaceId} version={ticketIds.length} />
      ) : (
        (empty ?? <TrashList ticketIds={ticketIds} phone={phone} />)
      )}
    </>
  );
}

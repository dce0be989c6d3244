import { t } from "@lingui/core/macro";
import { useState, type ReactNode } from "react";
import { useMay } from "@/actions/useMay";
import { clearSelection } from "@/actions/selection";
import { useTroupe } from "@/sync/store";
import { SegmentedControl } from "@/ui/Segmented";
import { DeletedList } from "./DeletedList";
import styles from "./TrashList.module.css";
import { TrashList } from "./TrashList";

interface TrashProps {
  ticketIds: readonly string[];
  phone: boolean;
  /** Shown if nothing is in the trash; null if something is. */
  empty: ReactNode;
}

/** The trash, and for people who may delete tasks also what was deleted permanently. */
export function Trash({ ticketIds, phone, empty }: TrashProps) {
  const [tab, setTab] = useState<"trash" | "deleted">("trash");
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const deletesAll = useMay("deleteTickets");
  const deletesOwn = useMay("deleteOwnTickets");
  const mayRead = workspaceId !== undefined && (deletesAll || deletesOwn);
  const choose = (next: "trash" | "deleted") => {
    clearSelection();
    setTab(next);
  };
  return (
    <>
      {mayRead && (
        <div className={styles.tabs}>
          <SegmentedControl
            name={t`Which tasks`}
            options={[{ id: "trash", name: t`In the trash` }, { id: "deleted", name: t`Deleted permanently` }]}
            value={tab}
            onChange={choose}
          />
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

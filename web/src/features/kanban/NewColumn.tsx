import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { useMay } from "@/actions/useMay";
import { Button } from "@/ui/Button";
import styles from "./Kanban.module.css";
import { ColumnDialogs } from "./laterDialogs";

/** The button behind the last column that adds a column, for admins of the workspace. */
export function NewColumn() {
  const [open, setOpen] = useState(false);
  const mayManage = useMay("manageStatuses");
  if (!mayManage) return null;
  return (
    <div className={styles.newColumn}>
      <Button variant="ghost" icon={Plus} onClick={() => setOpen(true)}>
        <Trans>New status</Trans>
      </Button>
      <Suspense>{open && <ColumnDialogs asking="new" onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}

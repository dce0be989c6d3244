import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { StatusDialog } from "@/actions/statuses/StatusDialog";
import { useMay } from "@/actions/useMay";
import { Button } from "@/ui/Button";
import styles from "./Kanban.module.css";

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
      {open && <StatusDialog status={null} onClose={() => setOpen(false)} />}
    </div>
  );
}

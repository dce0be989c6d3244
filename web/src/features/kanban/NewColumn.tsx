import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { may } from "@/actions/rights";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import styles from "./Kanban.module.css";
import { StatusDialog } from "./StatusDialog";

/** The button behind the last column that adds a column, for admins of the workspace. */
export function NewColumn() {
  const [open, setOpen] = useState(false);
  const mayManage = useTroupe((state) => may(state.capabilities, "manageStatuses"));
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

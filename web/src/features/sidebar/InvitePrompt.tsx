import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { UserPlus, X } from "lucide-react";
import { useState } from "react";
import { openOverlay } from "@/lib/overlays";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import styles from "./Sidebar.module.css";

const keyOf = (workspaceId: string) => `troupe.invitePrompt.${workspaceId}`;

function wasDismissed(workspaceId: string): boolean {
  try {
    return localStorage.getItem(keyOf(workspaceId)) === "dismissed";
  } catch {
    return false;
  }
}

/** A small reminder to invite others. Once dismissed, it does not come back. */
export function InvitePrompt({ workspaceId }: { workspaceId: string }) {
  const [dismissed, setDismissed] = useState(() => wasDismissed(workspaceId));
  if (dismissed) return null;
  const dismiss = () => {
    setDismissed(true);
    try {
      localStorage.setItem(keyOf(workspaceId), "dismissed");
    } catch {
      // Storage is denied: the reminder shows again at the next visit.
    }
  };
  return (
    <div className={styles.invite}>
      <p><Trans>Work with your team</Trans></p>
      <button type="button" onClick={() => openOverlay({ kind: "invite" })}>
        <Icon of={UserPlus} size={14} />
        <Trans>Invite people</Trans>
      </button>
      <IconButton icon={X} name={t`Dismiss`} size="xs" className={styles.dismiss} onClick={dismiss} />
    </div>
  );
}

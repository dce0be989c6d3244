import { WorkspaceIcon } from "@/ui/WorkspaceIcon";
import type { InvitationPreview } from "@/wire/http.generated";
import { invitedAs, listsOf } from "./invitedAs";
import styles from "./InvitedTo.module.css";

/** The workspace of an invitation: its icon, its name, and who invites. */
export function InvitedTo({ invitation }: { invitation: InvitationPreview }) {
  const { workspace } = invitation;
  return (
    <div className={styles.card}>
      <span className={styles.icon} aria-hidden>
        <WorkspaceIcon icon={workspace.icon} size={24} />
      </span>
      <div className={styles.text}>
        <b dir="auto">{workspace.name}</b>
        <span dir="auto">{invitedAs(invitation)}</span>
        {invitation.lists > 0 && <span dir="auto">{listsOf(invitation)}</span>}
      </div>
    </div>
  );
}

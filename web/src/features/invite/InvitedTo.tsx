import { Logo } from "@/ui/Logo";
import type { InvitationPreview } from "@/wire/http.generated";
import { invitedAs, listsOf } from "./invitedAs";
import styles from "./InvitedTo.module.css";

/** The workspace of an invitation: its icon, its name, and who invites. */
export function InvitedTo({ invitation }: { invitation: InvitationPreview }) {
  const { workspace } = invitation;
  return (
    <div className={styles.card}>
      <WorkspaceIcon icon={workspace.icon} />
      <div className={styles.text}>
        <b dir="auto">{workspace.name}</b>
        <span dir="auto">{invitedAs(invitation)}</span>
        {invitation.lists > 0 && <span dir="auto">{listsOf(invitation)}</span>}
      </div>
    </div>
  );
}

/** A picture, an emoji, or the mark of Troupe. */
function WorkspaceIcon({ icon }: { icon: string | null }) {
  const isPicture = icon !== null && /^(https?:|\/)/.test(icon);
  return (
    <span className={styles.icon} aria-hidden>
      {icon === null ? <Logo size={24} /> : isPicture ? <img src={icon} alt="" referrerPolicy="no-referrer" /> : icon}
    </span>
  );
}

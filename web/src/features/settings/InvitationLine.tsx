import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link2, Mail, X } from "lucide-react";
import { roleName } from "@/actions/roleWords";
import { levelWords } from "@/fields/levels";
import { formatDate } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { say } from "@/words/i18n";
import type { OpenInvitation } from "@/wire/http.generated";
import styles from "./Invitations.module.css";

interface InvitationLineProps {
  invitation: OpenInvitation;
  inviter: string;
  busy: boolean;
  onResend: () => void;
  onRemove: () => void;
}

/** One pending invitation. */
export function InvitationLine({ invitation, inviter, busy, onResend, onRemove }: InvitationLineProps) {
  const { email, state } = invitation;
  const records = useTroupe((state) => state.roles);
  const role = invitation.roleName ?? roleName(records, invitation.role);
  const what = email ?? linkFor(invitation);
  const named = useTroupe((state) => state.lists);
  // The node names only lists that this person sees. Nodes of the previous version name none.
  const lists = (invitation.lists ?? []).flatMap(({ listId, level }) => (named[listId] ? `${named[listId].name}: ${say(levelWords[level].name)}` : [])).join(", ");
  const standing = standingOf(invitation);
  const mayResend = email !== null && (state === "pending" || state === "expired");
  return (
    <tr>
      <td>
        <div className={styles.who}>
          <Icon of={email === null ? Link2 : Mail} size={16} />
          <span title={what}>{what}</span>
        </div>
        {lists !== "" && <span className={styles.lists} dir="auto">{lists}</span>}
        <span className={styles.phone}>
          {role} · {standing.text}
        </span>
      </td>
      <td className={styles.role}>{role}</td>
      <td className={styles.by} title={inviter}>
        {inviter}
      </td>
      <td className={styles.sent}>
        <span className={styles.quiet}>{formatDate(invitation.createdAt.slice(0, 10))}</span>
      </td>
      <td className={styles.state}>
        <span className={standing.warns ? styles.warn : styles.quiet}>{standing.text}</span>
      </td>
      <td className={styles.actions}>
        <div className={styles.acts}>
          {mayResend && (
            <Button size="sm" disabled={busy} aria-label={t`Send the invitation to ${what} again`} onClick={onResend}>
              <Trans>Send again</Trans>
            </Button>
          )}
          <IconButton
            icon={X}
            disabled={busy}
            name={state === "pending" ? t`Revoke the invitation: ${what}` : t`Remove the invitation: ${what}`}
            onClick={onRemove}
          />
        </div>
      </td>
    </tr>
  );
}

/** "Link for 5 people, 2 joined". */
function linkFor({ mostUses, uses }: OpenInvitation): string {
  const link = mostUses === null ? t`Link for anyone` : plural(mostUses, { one: "Link for # person", other: "Link for # people" });
  return uses === 0 ? link : t`${link}, ${uses} joined`;
}

/** The state of an invitation, and whether it needs attention. */
function standingOf({ state, expiresAt, email, sentAt, mailFailed }: OpenInvitation): { text: string; warns: boolean } {
  const end = formatDate(expiresAt.slice(0, 10));
  switch (state) {
    case "expired":
      return { text: t`Expired ${end}`, warns: true };
    case "declined":
      return { text: t`Declined ${end}`, warns: true };
    case "accepted":
      return { text: t`Accepted`, warns: false };
    case "revoked":
      return { text: t`Revoked`, warns: false };
    case "pending":
      if (mailFailed) return { text: t`Email not delivered`, warns: true };
      if (email !== null && sentAt === null) return { text: t`Sending…`, warns: false };
      return { text: t`Open until ${end}`, warns: false };
  }
}

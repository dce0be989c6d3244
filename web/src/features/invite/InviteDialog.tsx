import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { messageOf } from "@/api/error";
import type { Invitation } from "@/wire/http.generated";
import { createInvitation } from "@/api/workspaces";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { formatDate } from "@/lib/plainDate";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Input } from "@/ui/Field";
import { SegmentedControl } from "@/ui/Segmented";
import { say } from "@/words/i18n";
import styles from "./InviteDialog.module.css";

type InvitedRole = "member" | "admin";

const roles = { member: msg`Member`, admin: msg`Admin` };

const hints = {
  member: msg`Members can edit all shared tasks and lists.`,
  admin: msg`Admins can also manage statuses, the workspace, and its members.`,
};

/** Creates a link that lets one person join. */
export function InviteDialog({ workspace }: { workspace: { id: string; name: string } }) {
  const open = useOverlay(({ overlay }) => overlay?.kind === "invite");
  const { name } = workspace;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && closeOverlay()}
      title={t`Invite people to ${name}`}
      text={t`Anyone with this link can join. Share it only with the person you're inviting.`}
    >
      <InviteForm workspaceId={workspace.id} />
    </Dialog>
  );
}

function InviteForm({ workspaceId }: { workspaceId: string }) {
  const [role, setRole] = useState<InvitedRole>("member");
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const make = async () => {
    setBusy(true);
    setFailure(null);
    try {
      setInvitation(await createInvitation(workspaceId, role));
    } catch (thrown) {
      setFailure(messageOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  const choose = (next: InvitedRole) => {
    setRole(next);
    // A link keeps its role: another role needs a new link.
    setInvitation(null);
  };
  const options = (["member", "admin"] as const).map((id) => ({ id, name: say(roles[id]) }));
  return (
    <div className={styles.form}>
      <div className={styles.role}>
        <SegmentedControl name={t`Role`} options={options} value={role} onChange={choose} />
        <span className={styles.hint}>{say(hints[role])}</span>
      </div>
      {invitation === null ? (
        <Button variant="primary" size="form" disabled={busy} onClick={() => void make()}>
          {busy ? t`Creating link…` : t`Create invite link`}
        </Button>
      ) : (
        <LinkLine invitation={invitation} />
      )}
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}

function LinkLine({ invitation }: { invitation: Invitation }) {
  const [copied, setCopied] = useState(false);
  const until = formatDate(invitation.expiresAt.slice(0, 10));
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(invitation.link);
      setCopied(true);
    } catch {
      // If the browser denies the clipboard, the link is at least selected, for Ctrl+C.
      input.current?.select();
    }
  };
  return (
    <>
      <div className={styles.link}>
        <Input ref={input} readOnly aria-label={t`Invite link`} value={invitation.link} onFocus={(event) => event.target.select()} />
        <Button icon={copied ? Check : Copy} size="form" style={{ height: 32 }} onClick={() => void copy()}>
          {copied ? t`Copied` : t`Copy`}
        </Button>
      </div>
      <p className={styles.hint}>
        <Trans>
          One person can join with this link until {until}. Copy it now: it won't be shown again.
        </Trans>
      </p>
    </>
  );
}

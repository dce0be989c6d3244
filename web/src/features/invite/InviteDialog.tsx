import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { messageOf } from "@/api/error";
import type { Invitation } from "@/api/types";
import { createInvitation } from "@/api/workspaces";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { formatDate } from "@/lib/plainDate";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Input } from "@/ui/Field";
import { SegmentedControl } from "@/ui/Segmented";
import styles from "./InviteDialog.module.css";

type InvitedRole = "member" | "admin";

const roles: { id: InvitedRole; name: string }[] = [
  { id: "member", name: "Member" },
  { id: "admin", name: "Admin" },
];

const hints: Record<InvitedRole, string> = {
  member: "Members work on all shared tasks and lists.",
  admin: "Admins also change statuses, the workspace and who is in it.",
};

/** Makes a link that lets somebody join. */
export function InviteDialog({ workspace }: { workspace: { id: string; name: string } }) {
  const open = useOverlay(({ overlay }) => overlay?.kind === "invite");
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && closeOverlay()}
      title={`Invite people to ${workspace.name}`}
      text="Whoever opens the link can join. Send it to the person you mean, and to nobody else."
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
    // A link that was made keeps its role: another role needs another link.
    setInvitation(null);
  };
  return (
    <div className={styles.form}>
      <div className={styles.role}>
        <SegmentedControl name="Role" options={roles} value={role} onChange={choose} />
        <span className={styles.hint}>{hints[role]}</span>
      </div>
      {invitation === null ? (
        <Button variant="primary" size="form" disabled={busy} onClick={() => void make()}>
          {busy ? "Creating link" : "Create invitation link"}
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
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(invitation.link);
      setCopied(true);
    } catch {
      // Without the right to the clipboard the link is at least chosen, for Ctrl+C.
      input.current?.select();
    }
  };
  return (
    <>
      <div className={styles.link}>
        <Input ref={input} readOnly aria-label="Invitation link" value={invitation.link} onFocus={(event) => event.target.select()} />
        <Button icon={copied ? Check : Copy} size="form" style={{ height: 32 }} onClick={() => void copy()}>
          {copied ? "Copied" : "Copy"}
        </Button>
      </div>
      <p className={styles.hint}>One person can join with it, until {formatDate(invitation.expiresAt.slice(0, 10))}.</p>
    </>
  );
}

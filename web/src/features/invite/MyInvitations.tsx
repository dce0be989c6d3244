import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { messageOf } from "@/api/error";
import { acceptMine, declineMine, myInvitations } from "@/api/invitations";
import { loadMe } from "@/api/session";
import { useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { slugOf } from "@/lib/slug";
import { Button } from "@/ui/Button";
import { tell } from "@/ui/Toast";
import type { InvitationPreview } from "@/wire/http.generated";
import { InvitedTo } from "./InvitedTo";
import styles from "./MyInvitations.module.css";

/** The pending invitations to the address of the signed-in person; none until they are known. */
export function useMyInvitations() {
  const [invitations, setInvitations] = useState<InvitationPreview[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    // The page is usable without the list, so a failure is not shown.
    myInvitations(leaving.signal).then(setInvitations, () => undefined);
    return () => leaving.abort();
  }, []);
  const without = (id: string) => setInvitations((before) => before.filter((invitation) => invitation.id !== id));
  return [invitations, without] as const;
}

interface MyInvitationsProps {
  invitations: readonly InvitationPreview[];
  onAnswered: (id: string) => void;
}

/** Invitations to accept or decline. */
export function MyInvitations({ invitations, onAnswered }: MyInvitationsProps) {
  return (
    <ul className={styles.list} aria-label={t`Invitations`}>
      {invitations.map((invitation) => (
        <Item key={invitation.id} invitation={invitation} onAnswered={() => onAnswered(invitation.id)} />
      ))}
    </ul>
  );
}

function Item({ invitation, onAnswered }: { invitation: InvitationPreview; onAnswered: () => void }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { name } = invitation.workspace;
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (thrown) {
      setFailure(messageOf(thrown));
      setBusy(false);
    }
  };
  const join = () =>
    act(async () => {
      const workspace = await acceptMine(invitation.id);
      const { workspaces } = await loadMe();
      navigate(paths.workspace(slugOf(workspace, workspaces)), { replace: true });
    });
  const decline = () =>
    act(async () => {
      await declineMine(invitation.id);
      tell({ text: t`Invitation to ${name} declined` });
      onAnswered();
    });
  return (
    <li className={styles.item}>
      <InvitedTo invitation={invitation} />
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.answers}>
        <Button variant="primary" disabled={busy} aria-label={t`Join ${name}`} onClick={() => void join()}>
          <Trans>Join</Trans>
        </Button>
        <Button disabled={busy} aria-label={t`Decline the invitation to ${name}`} onClick={() => void decline()}>
          <Trans>Decline</Trans>
        </Button>
      </div>
    </li>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCallback, useEffect, useState } from "react";
import { messageOf } from "@/api/error";
import type { OpenInvitation } from "@/wire/http.generated";
import { listInvitations, revokeInvitation } from "@/api/workspaces";
import { useOverlay } from "@/lib/overlays";
import { formatDate } from "@/lib/plainDate";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { tell } from "@/ui/Toast";
import type { Member } from "@/wire/generated";
import { roleNames } from "./people";
import styles from "./Settings.module.css";

/** The pending invitations, fetched again when the invite dialog closes. Renders nothing if there are none. */
export function Invitations({ workspaceId }: { workspaceId: string }) {
  const members = useTroupe((state) => state.members);
  const inviting = useOverlay(({ overlay }) => overlay?.kind === "invite");
  const [links, setLinks] = useState<OpenInvitation[]>([]);
  const [asked, setAsked] = useState<OpenInvitation | null>(null);

  const read = useCallback(
    (signal?: AbortSignal) =>
      listInvitations(workspaceId, signal).then(setLinks, (thrown: unknown) => {
        if (!signal?.aborted) tell({ text: messageOf(thrown) });
      }),
    [workspaceId],
  );
  useEffect(() => {
    if (inviting) return;
    const leaving = new AbortController();
    void read(leaving.signal);
    return () => leaving.abort();
  }, [inviting, read]);

  const revoke = async (link: OpenInvitation) => {
    setAsked(null);
    try {
      await revokeInvitation(workspaceId, link.id);
      tell({ text: t`Invitation revoked` });
    } catch (thrown) {
      tell({ text: messageOf(thrown) });
    }
    await read();
  };

  if (links.length === 0) return null;
  return (
    <>
      <h3 className={styles.sub}>
        <Trans>
          Pending invitations <span>{links.length}</span>
        </Trans>
      </h3>
      <p className={styles.hint}>
        <Trans>Each link lets one person join. Links are shown only once. If you lose one, create a new one.</Trans>
      </p>
      <table className={styles.table} aria-label={t`Pending invitations`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Role</Trans>
            </th>
            <th scope="col">
              <Trans>Created by</Trans>
            </th>
            <th scope="col" className={styles.roomy}>
              <Trans>Expires</Trans>
            </th>
            <th scope="col" className={styles.action} aria-label={t`Actions`} />
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <Line key={link.id} link={link} maker={makerOf(members[link.createdUserId])} onRevoke={() => setAsked(link)} />
          ))}
        </tbody>
      </table>
      {asked && (
        <ConfirmDialog
          open
          danger
          title={t`Revoke this invitation?`}
          text={t`No one will be able to join with this link. This can't be undone.`}
          confirm={t`Revoke`}
          onConfirm={() => void revoke(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

function makerOf(member: Member | undefined): string {
  return member === undefined ? t`Former member` : memberName(member);
}

function Line({ link, maker, onRevoke }: { link: OpenInvitation; maker: string; onRevoke: () => void }) {
  const role = roleNames[link.role];
  const made = formatDate(link.createdAt.slice(0, 10));
  return (
    <tr>
      <td className={styles.cell}>{role}</td>
      <td className={styles.cell} title={maker}>
        {maker} <span className={styles.quiet}>{made}</span>
      </td>
      <td className={styles.roomy}>
        <span className={styles.quiet}>{formatDate(link.expiresAt.slice(0, 10))}</span>
      </td>
      <td className={styles.action}>
        <Button variant="ghost" size="sm" aria-label={t`Revoke the ${role} invitation by ${maker}`} onClick={onRevoke}>
          <Trans>Revoke</Trans>
        </Button>
      </td>
    </tr>
  );
}

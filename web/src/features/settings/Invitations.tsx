import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCallback, useEffect, useRef, useState } from "react";
import { useWhenBack } from "@/actions/useWhenBack";
import { tellFailure } from "@/actions/tellFailure";
import { listInvitations, resendInvitation, revokeInvitation } from "@/api/invitations";
import { useOverlay } from "@/lib/overlays";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { ConfirmDialog } from "@/ui/Dialog";
import { tell } from "@/ui/Toast";
import type { Member } from "@/wire/generated";
import type { OpenInvitation } from "@/wire/http.generated";
import { InvitationLine } from "./InvitationLine";
import { matches } from "./people";
import styles from "./Invitations.module.css";
import settings from "./Settings.module.css";

/** How often the list is fetched again while emails are being sent. */
const [lookMs, mostLooks] = [1_500, 8];

/** The pending invitations that match a search, fetched again when the invite dialog closes. Renders nothing if there are none. */
export function Invitations({ workspaceId, find }: { workspaceId: string; find: string }) {
  const members = useTroupe((state) => state.members);
  const people = Object.keys(members).length;
  const inviting = useOverlay(({ overlay }) => overlay?.kind === "invite");
  const [invitations, setInvitations] = useState<OpenInvitation[]>([]);
  const [asked, setAsked] = useState<OpenInvitation | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [tries, setTries] = useState(0);

  const read = useCallback(
    (signal?: AbortSignal) =>
      listInvitations(workspaceId, signal).then(setInvitations, (thrown: unknown) => {
        if (!signal?.aborted) tellFailure(thrown, () => setTries((before) => before + 1));
      }),
    [workspaceId],
  );
  useEffect(() => {
    if (inviting) return;
    const leaving = new AbortController();
    void read(leaving.signal);
    return () => leaving.abort();
    // A person who joins has accepted an invitation.
  }, [inviting, read, people, tries]);

  useWhenBack(!inviting, () => void read());

  // An email leaves within seconds of its invitation.
  const isSending = invitations.some(({ state, email, sentAt, mailFailed }) => state === "pending" && email !== null && sentAt === null && !mailFailed);
  const looks = useRef(0);
  useEffect(() => {
    if (inviting || !isSending) looks.current = 0;
    if (inviting || !isSending || looks.current >= mostLooks) return;
    const later = setTimeout(() => {
      looks.current += 1;
      void read();
    }, lookMs);
    return () => clearTimeout(later);
    // Each answer is a new list, and the next look follows it.
  }, [inviting, isSending, invitations, read]);

  const act = async (invitation: OpenInvitation, work: () => Promise<void>, done: string) => {
    setBusy(invitation.id);
    try {
      await work();
      tell({ text: done });
    } catch (thrown) {
      tellFailure(thrown, () => act(invitation, work, done));
    }
    await read();
    setBusy(null);
  };
  const resend = (invitation: OpenInvitation) => {
    const email = invitation.email ?? "";
    void act(invitation, () => resendInvitation(workspaceId, invitation.id), t`Invitation sent again to ${email}`);
  };
  const revoke = (invitation: OpenInvitation) => {
    setAsked(null);
    void act(invitation, () => revokeInvitation(workspaceId, invitation.id), t`Invitation revoked`);
  };
  const remove = (invitation: OpenInvitation) => {
    // There is nothing to lose in an invitation that has ended.
    if (invitation.state === "pending") setAsked(invitation);
    else void act(invitation, () => revokeInvitation(workspaceId, invitation.id), t`Invitation removed`);
  };

  const named = useTroupe((state) => state.lists);
  const found = invitations.filter(({ email, createdUserId, lists }) => {
    const names = (lists ?? []).map(({ listId }) => named[listId]?.name ?? "");
    return matches(find, [email ?? "", makerOf(members[createdUserId]), ...names]);
  });
  if (found.length === 0) return null;
  return (
    <>
      <h3 className={settings.sub}>
        <Trans>
          Pending invitations <span>{found.length}</span>
        </Trans>
      </h3>
      <table className={styles.table} aria-label={t`Pending invitations`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Invitation</Trans>
            </th>
            <th scope="col" className={styles.role}>
              <Trans>Role</Trans>
            </th>
            <th scope="col" className={styles.by}>
              <Trans>Invited by</Trans>
            </th>
            <th scope="col" className={styles.sent}>
              <Trans>Created</Trans>
            </th>
            <th scope="col" className={styles.state}>
              <Trans>State</Trans>
            </th>
            <th scope="col" className={styles.actions} aria-label={t`Actions`} />
          </tr>
        </thead>
        <tbody>
          {found.map((invitation) => (
            <InvitationLine
              key={invitation.id}
              invitation={invitation}
              inviter={makerOf(members[invitation.createdUserId])}
              busy={busy === invitation.id}
              onResend={() => resend(invitation)}
              onRemove={() => remove(invitation)}
            />
          ))}
        </tbody>
      </table>
      {asked && (
        <ConfirmDialog
          open
          danger
          title={t`Revoke this invitation?`}
          text={asked.email === null ? t`No one else will be able to join with this link.` : t`${asked.email} won't be able to join with this invitation.`}
          confirm={t`Revoke`}
          onConfirm={() => revoke(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

function makerOf(member: Member | undefined): string {
  return member === undefined ? t`Former member` : memberName(member);
}

import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { ApiError, messageOf } from "@/api/error";
import { acceptInvitation, declineMine, readInvitation } from "@/api/invitations";
import { loadMe, useSession } from "@/api/session";
import { InvitedTo } from "@/features/invite/InvitedTo";
import { useLogOut } from "@/features/log-out/useLogOut";
import { useNavigate } from "@/lib/location";
import { displayName } from "@/lib/names";
import { paths } from "@/lib/paths";
import { slugOf } from "@/lib/slug";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import { tell } from "@/ui/Toast";
import type { InvitationPreview, User } from "@/wire/http.generated";
import { Closed } from "./Closed";
import styles from "./InvitationScreen.module.css";
import { LogInFirst } from "./LogInFirst";

type Preview = { state: "loading" } | { state: "open"; invitation: InvitationPreview } | { state: "closed"; thrown: unknown };

/** How often the invitation is asked for while the node does not answer. */
const againMs = 5_000;

function usePreview(token: string): [Preview, (thrown: unknown) => void] {
  const [preview, setPreview] = useState<Preview>({ state: "loading" });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    readInvitation(token, leaving.signal)
      .then((invitation) => setPreview({ state: "open", invitation }))
      .catch((thrown: unknown) => {
        if (leaving.signal.aborted) return;
        setPreview({ state: "closed", thrown });
        if (thrown instanceof ApiError && thrown.code === "unreachable") timer = setTimeout(() => setTries(tries + 1), againMs);
      });
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [token, tries]);
  return [preview, (thrown) => setPreview({ state: "closed", thrown })];
}

/** The page of an invitation. A signed-in person joins; all others sign up or sign in first. */
export function InvitationScreen({ token }: { token: string }) {
  const [preview, close] = usePreview(token);
  const session = useSession();
  switch (preview.state) {
    case "loading":
      return <AuthLayout title={t`Loading…`}>{null}</AuthLayout>;
    case "closed":
      return <Closed thrown={preview.thrown} token={token} />;
    case "open": {
      const { invitation } = preview;
      if (session.status !== "signedIn") return <LogInFirst token={token} invitation={invitation} />;
      const { user, workspaces } = session;
      const mine = workspaces.find(({ id }) => id === invitation.workspace.id);
      const { email, lists } = invitation;
      const isForMe = email === null || email.toLowerCase() === user.email.toLowerCase();
      if (mine !== undefined) {
        const place = { name: mine.name, slug: slugOf(mine, workspaces) };
        return lists > 0 && isForMe ? <MoreLists {...place} token={token} lists={lists} onClosed={close} /> : <Inside {...place} />;
      }
      if (!isForMe) return <WrongAccount invitation={invitation} email={email} user={user} />;
      return <Join token={token} invitation={invitation} user={user} onClosed={close} />;
    }
  }
}

/** The person is a member already. */
function Inside({ name, slug }: { name: string; slug: string }) {
  const navigate = useNavigate();
  return (
    <AuthLayout title={t`You're already in ${name}`} lead={t`There's nothing to accept.`}>
      <Button variant="primary" size="form" className={styles.full} onClick={() => navigate(paths.workspace(slug), { replace: true })}>
        <Trans>Open {name}</Trans>
      </Button>
    </AuthLayout>
  );
}

interface MoreListsProps {
  name: string;
  slug: string;
  token: string;
  /** The number of restricted lists that the invitation shares. */
  lists: number;
  /** The invitation has ended meanwhile. */
  onClosed: (thrown: unknown) => void;
}

/** The person is a member already, and the invitation shares restricted lists. */
function MoreLists({ name, slug, token, lists, onClosed }: MoreListsProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const accept = async () => {
    setBusy(true);
    try {
      await acceptInvitation(token);
      navigate(paths.workspace(slug), { replace: true });
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.status === 410) onClosed(thrown);
      else setFailure(messageOf(thrown));
      setBusy(false);
    }
  };
  const lead = plural(lists, { one: "This invitation gives you access to # restricted list.", other: "This invitation gives you access to # restricted lists." });
  return (
    <AuthLayout title={t`You're already in ${name}`} lead={lead}>
      <AuthForm failure={failure} submit={t`Get access`} busy={busy ? t`Joining…` : null} onSubmit={() => void accept()}>
        {null}
      </AuthForm>
    </AuthLayout>
  );
}

/** The invitation was sent to an address other than that of the signed-in person. */
function WrongAccount({ invitation, email, user }: { invitation: InvitationPreview; email: string; user: User }) {
  const { logOut, question } = useLogOut(user.id);
  const { email: mine } = user;
  return (
    <AuthLayout
      title={t`This invitation is for another account`}
      lead={
        <Trans>
          It was sent to <b>{email}</b>. You're logged in as <b>{mine}</b>.
        </Trans>
      }
    >
      <div className={styles.card}>
        <InvitedTo invitation={invitation} />
      </div>
      {/* After logging out, this page offers to log in with the invited address. */}
      <Button variant="primary" size="form" className={styles.full} onClick={() => void logOut()}>
        <Trans>Log in with another account</Trans>
      </Button>
      <AuthNote>
        <Trans>
          Would you rather join as {mine}? Ask for an invitation to that address.
        </Trans>
      </AuthNote>
      {question}
    </AuthLayout>
  );
}

interface JoinProps {
  token: string;
  invitation: InvitationPreview;
  user: User;
  /** The invitation has ended meanwhile. */
  onClosed: (thrown: unknown) => void;
}

function Join({ token, invitation, user, onClosed }: JoinProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<"join" | "decline" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { name } = invitation.workspace;
  const act = async (what: "join" | "decline", work: () => Promise<void>) => {
    setBusy(what);
    setFailure(null);
    try {
      await work();
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.status === 410) onClosed(thrown);
      else setFailure(messageOf(thrown));
      setBusy(null);
    }
  };
  const join = () =>
    act("join", async () => {
      const workspace = await acceptInvitation(token);
      const { workspaces } = await loadMe();
      navigate(paths.workspace(slugOf(workspace, workspaces)), { replace: true });
    });
  const decline = () =>
    act("decline", async () => {
      await declineMine(invitation.id);
      tell({ text: t`Invitation to ${name} declined` });
      navigate("/", { replace: true });
    });
  const [person, email] = [displayName(user), user.email];
  return (
    <AuthLayout title={t`Join ${name}`} lead={t`You're joining as ${person} (${email}).`}>
      <div className={styles.card}>
        <InvitedTo invitation={invitation} />
      </div>
      <AuthForm failure={failure} submit={t`Join ${name}`} busy={busy === "join" ? t`Joining…` : null} onSubmit={() => void join()}>
        {null}
      </AuthForm>
      {invitation.email !== null && (
        <Button size="form" className={styles.full} disabled={busy !== null} onClick={() => void decline()}>
          <Trans>Decline</Trans>
        </Button>
      )}
    </AuthLayout>
  );
}

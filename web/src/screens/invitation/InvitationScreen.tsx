import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { ApiError, messageOf } from "@/api/error";
import { loadMe, useSession } from "@/api/session";
import type { InvitationPreview } from "@/wire/http.generated";
import { acceptInvitation, readInvitation } from "@/api/workspaces";
import { Link, useNavigate } from "@/lib/location";
import { displayName } from "@/lib/names";
import { paths } from "@/lib/paths";
import { slugOf } from "@/lib/slug";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import styles from "./InvitationScreen.module.css";

type Preview = { state: "loading" } | { state: "open"; invitation: InvitationPreview } | { state: "closed"; why: string };

function usePreview(token: string): Preview {
  const [preview, setPreview] = useState<Preview>({ state: "loading" });
  useEffect(() => {
    const leaving = new AbortController();
    readInvitation(token, leaving.signal)
      .then((invitation) => setPreview({ state: "open", invitation }))
      .catch((thrown: unknown) => {
        if (!leaving.signal.aborted) setPreview({ state: "closed", why: whyClosed(thrown) });
      });
    return () => leaving.abort();
  }, [token]);
  return preview;
}

function whyClosed(thrown: unknown): string {
  const gone = thrown instanceof ApiError && (thrown.code === "gone" || thrown.code === "not_found");
  return gone ? t`It was already used, was revoked, or has expired. Ask for a new one.` : messageOf(thrown);
}

/** The page of an invitation link. A signed-in person joins; all others sign up or sign in first. */
export function InvitationScreen({ token }: { token: string }) {
  const preview = usePreview(token);
  switch (preview.state) {
    case "loading":
      return <AuthLayout title={t`Loading…`}>{null}</AuthLayout>;
    case "closed":
      return (
        <AuthLayout title={t`This invitation isn't valid`} lead={preview.why}>
          <AuthNote>
            <Link to="/">
              <Trans>Go to Troupe</Trans>
            </Link>
          </AuthNote>
        </AuthLayout>
      );
    case "open":
      return <Join token={token} invitation={preview.invitation} />;
  }
}

function Join({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const navigate = useNavigate();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { name } = invitation.workspace;

  if (session.status !== "signedIn") {
    return (
      <AuthLayout title={t`Join ${name}`} lead={invitedAs(invitation)}>
        <Button
          variant="primary"
          size="form"
          className={styles.full}
          onClick={() => void navigate(paths.signUp(paths.invite(token)))}
        >
          <Trans>Create account</Trans>
        </Button>
        <AuthNote>
          <Trans>
            Already have an account? <Link to={paths.signIn(paths.invite(token))}>Log in</Link>
          </Trans>
        </AuthNote>
      </AuthLayout>
    );
  }

  const join = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const workspace = await acceptInvitation(token);
      const { workspaces } = await loadMe();
      await navigate(paths.workspace(slugOf(workspace, workspaces)), { replace: true });
    } catch (thrown) {
      setFailure(thrown instanceof ApiError && thrown.code === "gone" ? whyClosed(thrown) : messageOf(thrown));
      setBusy(false);
    }
  };
  const [person, email] = [displayName(session.user), session.user.email];
  return (
    <AuthLayout title={t`Join ${name}`} lead={t`You're joining as ${person} (${email}).`}>
      <AuthForm failure={failure} submit={t`Join ${name}`} busy={busy ? t`Joining…` : null} onSubmit={() => void join()}>
        {null}
      </AuthForm>
    </AuthLayout>
  );
}

function invitedAs({ workspace: { name }, role }: InvitationPreview): string {
  switch (role) {
    case "owner":
      return t`You're invited to join ${name} as an owner.`;
    case "admin":
      return t`You're invited to join ${name} as an admin.`;
    case "member":
      return t`You're invited to join ${name} as a member.`;
    case "guest":
      return t`You're invited to join ${name} as a guest.`;
  }
}

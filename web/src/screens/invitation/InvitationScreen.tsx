import { useEffect, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { ApiError, messageOf } from "@/api/error";
import { loadMe, useSession } from "@/api/session";
import type { InvitationPreview } from "@/api/types";
import { acceptInvitation, readInvitation } from "@/api/workspaces";
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
  return gone ? "It was used already or is too old. Ask for a new one." : messageOf(thrown);
}

/** Where an invitation link leads: who is signed in joins, everybody else signs up or in first. */
export function InvitationScreen() {
  const { token = "" } = useParams();
  const preview = usePreview(token);
  switch (preview.state) {
    case "loading":
      return <AuthLayout title="One moment">{null}</AuthLayout>;
    case "closed":
      return (
        <AuthLayout title="This invitation does not open" lead={preview.why}>
          <AuthNote>
            <Link to="/">Go to Troupe</Link>
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
      <AuthLayout title={`Join ${name}`} lead={`You are invited to work in ${name} as ${roleWords[invitation.role]}.`}>
        <Button
          variant="primary"
          size="form"
          className={styles.full}
          onClick={() => void navigate(paths.signUp(paths.invite(token)))}
        >
          Create account
        </Button>
        <AuthNote>
          Already have an account? <Link to={paths.signIn(paths.invite(token))}>Log in</Link>
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
  return (
    <AuthLayout title={`Join ${name}`} lead={`As ${displayName(session.user)}, ${session.user.email}.`}>
      <AuthForm failure={failure} submit={`Join ${name}`} busy={busy ? "Joining" : null} onSubmit={() => void join()}>
        {null}
      </AuthForm>
    </AuthLayout>
  );
}

const roleWords: Record<InvitationPreview["role"], string> = {
  owner: "an owner",
  admin: "an admin",
  member: "a member",
  guest: "a guest",
};

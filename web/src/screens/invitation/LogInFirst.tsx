import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { InvitedTo } from "@/features/invite/InvitedTo";
import { Link, useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import type { InvitationPreview } from "@/wire/http.generated";
import styles from "./InvitationScreen.module.css";

/** The invitation for a visitor: an account comes first. The forms begin with the invited address. */
export function LogInFirst({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const navigate = useNavigate();
  const { workspace: { name }, email } = invitation;
  const next = paths.invite(token);
  const state = email === null ? null : { email };
  return (
    <AuthLayout
      title={t`Join ${name}`}
      lead={
        email === null ? (
          t`Create an account or log in to join.`
        ) : (
          <Trans>
            This invitation is for <b>{email}</b>.
          </Trans>
        )
      }
    >
      <div className={styles.card}>
        <InvitedTo invitation={invitation} />
      </div>
      <Button variant="primary" size="form" className={styles.full} onClick={() => navigate(paths.signUp(next), { state })}>
        <Trans>Create account</Trans>
      </Button>
      <AuthNote>
        <Trans>
          Already have an account?{" "}
          <Link to={paths.signIn(next)} state={state}>
            Log in
          </Link>
        </Trans>
      </AuthNote>
    </AuthLayout>
  );
}

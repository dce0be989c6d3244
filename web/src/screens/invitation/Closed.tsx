import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ApiError, messageOf } from "@/api/error";
import { useSession } from "@/api/session";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { AuthLayout, AuthNote } from "@/ui/AuthLayout";

/** An invitation that no one can accept any more, with the next step for each reason. */
export function Closed({ thrown, token }: { thrown: unknown; token: string }) {
  const isSignedIn = useSession(({ status }) => status === "signedIn");
  const { title, lead } = reasonOf(thrown);
  return (
    <AuthLayout title={title} lead={lead}>
      <AuthNote>
        {isSignedIn ? (
          <Link to="/">
            <Trans>Go to Troupe</Trans>
          </Link>
        ) : (
          <Trans>
            Joined before? <Link to={paths.signIn(isUsed(thrown) ? undefined : paths.invite(token))}>Log in</Link>
          </Trans>
        )}
      </AuthNote>
    </AuthLayout>
  );
}

const isUsed = (thrown: unknown): boolean => thrown instanceof ApiError && thrown.code === "invite_used";

function reasonOf(thrown: unknown): { title: string; lead: string } {
  switch (thrown instanceof ApiError ? thrown.code : null) {
    case "invite_used":
      // A full link and a link that a person has left by need different sentences. The node knows which.
      return { title: t`This invitation can't be used again`, lead: messageOf(thrown) };
    case "invite_expired":
      return { title: t`This invitation has expired`, lead: t`Ask the person who invited you for a new one.` };
    case "invite_revoked":
      return { title: t`This invitation was revoked`, lead: t`Ask the person who invited you for a new one.` };
    // During an upgrade, a node of the previous build answers `gone`.
    case "gone":
    case "not_found":
      return { title: t`This invitation isn't valid`, lead: t`Check that you opened the whole link, or ask for a new one.` };
    case "rate_limited":
      return { title: t`Too many attempts`, lead: t`Wait a few minutes, then open the link again.` };
    default:
      return { title: t`This invitation can't be shown`, lead: messageOf(thrown) };
  }
}

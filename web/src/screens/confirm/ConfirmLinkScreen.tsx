import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { confirmByLink } from "@/api/confirmLink";
import { ApiError, messageOf } from "@/api/error";
import { useSession } from "@/api/session";
import { Link, useLocation, useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import styles from "./ConfirmScreen.module.css";
import { linkIn, type MailedLink } from "./linkIn";

/**
 * The page that the link of a sign-up leads to, on any device. Opening it changes nothing, because programs that look into mails
 * open every link. Its button confirms the address, and begins no session.
 */
export function ConfirmLinkScreen() {
  const { hash } = useLocation();
  const [shown, setShown] = useState(hash);
  // Another link may be opened in the same tab. A used link is removed from the address, and its page stays.
  if (hash !== "" && hash !== shown) setShown(hash);
  return <LinkPage key={shown} link={linkIn(shown)} />;
}

function LinkPage({ link }: { link: MailedLink | null }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [state, setState] = useState<"asking" | "busy" | "confirmed" | "spent">(link === null ? "spent" : "asking");
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (token: string) => {
    setState("busy");
    setFailure(null);
    try {
      await confirmByLink(token);
      setState("confirmed");
      // Removes the used link from the address.
      navigate(pathname, { replace: true });
    } catch (thrown) {
      const isSpent = thrown instanceof ApiError && thrown.code === "gone";
      setState(isSpent ? "spent" : "asking");
      if (!isSpent) setFailure(messageOf(thrown));
    }
  };
  if (state === "confirmed") return <Confirmed />;
  if (state === "spent" || link === null) return <Spent />;
  const { reference, token } = link;
  return (
    <AuthLayout
      title={t`Confirm your address`}
      lead={
        <Trans>
          This link belongs to sign-up <b className={styles.reference}>{reference}</b>. Confirm only if you signed up yourself, and the page where you
          signed up shows <b className={styles.reference}>{reference}</b>.
        </Trans>
      }
    >
      <AuthForm failure={failure} submit={t`Confirm my address`} busy={state === "busy" ? t`Confirming…` : null} onSubmit={() => void send(token)}>
        {null}
      </AuthForm>
    </AuthLayout>
  );
}

function Confirmed() {
  return (
    <AuthLayout title={t`Your address is confirmed`} lead={t`Go back to the page where you signed up. It logs you in within a few seconds.`}>
      <Onward question={t`Want to use Troupe on this device?`} />
    </AuthLayout>
  );
}

function Spent() {
  return (
    <AuthLayout title={t`This link can't be used`} lead={t`The link has expired, was already used or is incomplete. If you have a newer email for the same sign-up, use the link in that email.`}>
      <Onward question={t`Already confirmed your address?`} />
    </AuthLayout>
  );
}

function Onward({ question }: { question: string }) {
  const isSignedIn = useSession(({ status }) => status === "signedIn");
  return (
    <AuthNote>
      {isSignedIn ? (
        <Link to="/"><Trans>Go to Troupe</Trans></Link>
      ) : (
        <Trans>{question} <Link to={paths.signIn()}>Log in</Link></Trans>
      )}
    </AuthNote>
  );
}

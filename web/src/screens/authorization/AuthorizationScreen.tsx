import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useMemo, useState } from "react";
import { mayPass } from "@/actions/tellFailure";
import { answerApp, askForApp } from "@/api/apps";
import { messageOf } from "@/api/error";
import { useSession } from "@/api/session";
import { leaveFor } from "@/lib/elsewhere";
import { Link, useLocation } from "@/lib/location";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import type { AppAsks, AppQuestion } from "@/wire/http.generated";
import styles from "./AuthorizationScreen.module.css";
import { Rights } from "./Rights";
import { asksIn, placeOf } from "./asksIn";
import { useSeen } from "./useSeen";

/** Asks the person whether an app may act for them in a workspace. */
export function AuthorizationScreen() {
  const { search } = useLocation();
  return <Consent key={search} asks={asksIn(search)} />;
}

function Consent({ asks }: { asks: AppAsks }) {
  const [question, setQuestion] = useState<AppQuestion | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const [faulty, setFaulty] = useState<string | null>(null);
  const [first] = useState(asks);
  useEffect(() => {
    let left = false;
    const read = async () => {
      const answer = await askForApp(first);
      if (left) return;
      if (answer.returnTo !== null) setFaulty(answer.returnTo);
      else setQuestion(answer.question);
    };
    read().catch((thrown: unknown) => {
      if (!left) setFailure(thrown);
    });
    return () => {
      left = true;
    };
  }, [first, tries]);
  const again = () => {
    setFailure(null);
    setTries(tries + 1);
  };
  if (failure !== null) {
    return (
      <AuthLayout title={t`This app can't get access`} lead={<span role="alert">{messageOf(failure)}</span>}>
        {mayPass(failure) && <Button onClick={again}><Trans>Try again</Trans></Button>}
        <AuthNote>
          <Link to="/"><Trans>Go to Troupe</Trans></Link>
        </AuthNote>
      </AuthLayout>
    );
  }
  if (faulty !== null) return <Faulty returnTo={faulty} />;
  return question === null ? null : <Question asks={first} question={question} />;
}

/** The request has an error. Only a click leaves for the app: a link to this page must not lead to another site by itself (RFC 9700). */
function Faulty({ returnTo }: { returnTo: string }) {
  const place = placeOf(returnTo);
  return (
    <AuthLayout title={t`This app can't get access`} lead={t`The app's request has an error that only its developer can fix.`}>
      <Button size="form" className={styles.wide} onClick={() => leaveFor(returnTo)}>
        {place === null ? t`Return to the app` : t`Return to ${place}`}
      </Button>
      <AuthNote>
        <Link to="/"><Trans>Go to Troupe</Trans></Link>
      </AuthNote>
    </AuthLayout>
  );
}

function Question({ asks, question }: { asks: AppAsks; question: AppQuestion }) {
  const { name, workspaceName, capabilities } = question;
  const email = useSession((session) => (session.status === "signedIn" ? session.user.email : ""));
  const [busy, setBusy] = useState<"allow" | "deny" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const ready = useSeen();
  const place = useMemo(() => placeOf(asks.redirectUri), [asks]);
  const answer = async (allow: boolean) => {
    setBusy(allow ? "allow" : "deny");
    setFailure(null);
    try {
      leaveFor(await answerApp({ asks, ...(allow && { allowed: capabilities }) }));
    } catch (thrown) {
      setFailure(messageOf(thrown));
      setBusy(null);
    }
  };
  return (
    <AuthLayout
      title={t`Allow access to ${workspaceName}?`}
      lead={
        <Trans>
          <b className={styles.name}>{name}</b> wants to access <b className={styles.name}>{workspaceName}</b> as{" "}
          <b className={styles.name}>{email}</b>. It will be able to:
        </Trans>
      }
    >
      <AuthForm failure={failure} submit={t`Allow`} ready={ready} busy={busy === "allow" ? t`Returning to the app…` : null} onSubmit={() => void answer(true)}>
        <Rights of={capabilities} />
        <p className={styles.after}>
          {place === null ? (
            <Trans>You'll return to a program on this computer. Allow access only if you just started that program.</Trans>
          ) : (
            <Trans>You'll be redirected to {place}. Allow access only if you just came from there.</Trans>
          )}{" "}
          <Trans>Access ends after 90 days, or when you revoke the app's key in Settings → API keys.</Trans>
        </p>
      </AuthForm>
      <Button size="form" className={styles.wide} disabled={busy !== null} onClick={() => void answer(false)}>
        {busy === "deny" ? t`Returning to the app…` : t`Deny`}
      </Button>
    </AuthLayout>
  );
}

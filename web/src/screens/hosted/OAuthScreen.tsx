import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useReducer, useRef, useState } from "react";
import { authMessages, inWords } from "@/api/authMessages";
import { problemsOf } from "@/api/formProblems";
import { answerIn, finishHosted, finishLink, isOfLink } from "@/api/hosted";
import { namedInvitation } from "@/api/signUpRule";
import { SecondFactorForm } from "@/features/auth-forms/SecondFactorForm";
import { hostedPaths, keptNext } from "@/lib/elsewhere";
import { useLocation, useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { AuthLayout } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import { begun, flowAfter, type Flow } from "./flow";
import styles from "./OAuthScreen.module.css";

/** Takes the answer of a provider: signs in, signs up or links an account, and shows whether that has succeeded. */
export function OAuthScreen() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [answer] = useState(() => answerIn(search));
  const [next] = useState(keptNext);
  const [flow, happen] = useReducer(flowAfter, answer, (given) => begun(given, authMessages.oauth_state()));
  const links = answer !== null && isOfLink(answer);
  const sent = useRef(false);

  const enter = async () => {
    happen({ is: "arrived" });
    if (!links) navigate(next ?? "/", { replace: true });
  };
  useEffect(() => {
    // The node accepts an answer once.
    if (sent.current) return;
    sent.current = true;
    // The code must not stay in the address or in the history.
    navigate(hostedPaths.oauth(), { replace: true });
    if (answer === null) return;
    const work = links ? finishLink(answer).then(() => null) : namedInvitation(next).then((named) => finishHosted({ ...answer, ...named }));
    work.then(
      (challenge) => {
        if (challenge !== null) return happen({ is: "challenged", challenge });
        happen({ is: "signedIn" });
        return enter();
      },
      (thrown: unknown) => happen({ is: "refused", failure: problemsOf(inWords(thrown, "hosted"), []).form ?? authMessages.internal() }),
    );
  }, []); // oxlint-disable-line react/exhaustive-deps -- once for each return

  const back = () => navigate(links ? (next ?? "/") : paths.signIn(next ?? undefined), { replace: true });
  if (flow.step === "verifyingCode" && flow.challenge !== null) {
    const entered = async () => {
      happen({ is: "signedIn" });
      await enter();
    };
    return <SecondFactorForm challengeId={flow.challenge} onEntered={entered} onEnded={back} />;
  }
  if (flow.step === "error") return <Failed flow={flow} links={links} onBack={back} />;
  if (flow.step === "success" && links) return <Linked onBack={back} />;
  return (
    <AuthLayout title={links ? t`Linking your account` : t`Logging in`}>
      <p className={styles.wait} role="status"><Trans>This takes a moment…</Trans></p>
    </AuthLayout>
  );
}

/** The page for a link that has succeeded. A sign-in goes on to the app at once. */
function Linked({ onBack }: { onBack: () => void }) {
  return (
    <AuthLayout title={t`Your account is linked`} lead={t`From now on, you can log in with your password or with the linked account.`}>
      <Button variant="primary" size="form" autoFocus onClick={onBack}><Trans>Continue</Trans></Button>
    </AuthLayout>
  );
}

/** The page for a sign-in or a link that has failed, with the reason. */
function Failed({ flow, links, onBack }: { flow: Flow; links: boolean; onBack: () => void }) {
  return (
    <AuthLayout title={links ? t`Your account wasn't linked` : t`Couldn't log you in`} lead={t`Nothing was changed. Go back to try again.`}>
      <p className={styles.failure} role="alert">{flow.failure}</p>
      <Button variant="primary" size="form" autoFocus onClick={onBack}>{links ? t`Back to your profile` : t`Back to log in`}</Button>
    </AuthLayout>
  );
}

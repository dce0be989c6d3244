import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FingerprintPattern } from "lucide-react";
import { useEffect, useState } from "react";
import { inWords } from "@/api/authMessages";
import { problemsOf } from "@/api/formProblems";
import { beginHosted, loadWaysIn } from "@/api/hosted";
import { Cancelled, canUsePasskeys, signInWithPasskey } from "@/api/passkeys";
import { hostedPaths, keepNext, leaveFor } from "@/lib/elsewhere";
import { useNavigate } from "@/lib/location";
import { Button } from "@/ui/Button";
import type { Providers } from "@/wire/http.generated";
import styles from "./ProviderButtons.module.css";

/** Stands for the passkey in place of the id of a provider. Ids of providers have no capital letters. */
const PASSKEY = "PASSKEY";

interface ProviderButtonsProps {
  next: string | null;
  /** The address as typed, on the page that logs in. That page alone may also offer a passkey and a mailed code. */
  email?: string;
}

/** A button for each way to log in other than with an email address and a password. Renders nothing if there is no other way, or if the server did not answer. */
export function ProviderButtons({ next, email }: ProviderButtonsProps) {
  const navigate = useNavigate();
  const [{ providers, signInCodes, phones }, setWays] = useState<Providers>({ providers: [], signInCodes: false, phones: false });
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    loadWaysIn().then(
      (ways) => isShown && setWays(ways),
      () => undefined,
    );
    // The back-forward cache may restore this page with a button still busy.
    const shown = () => setBusy(null);
    window.addEventListener("pageshow", shown);
    return () => {
      isShown = false;
      window.removeEventListener("pageshow", shown);
    };
  }, []);
  const hasPasskeys = email !== undefined && canUsePasskeys();
  const hasCodes = email !== undefined && signInCodes;
  if (providers.length === 0 && !hasPasskeys && !hasCodes && !phones) return null;
  const attempt = async (way: string, work: () => Promise<void>) => {
    setBusy(way);
    setFailure(null);
    try {
      await work();
    } catch (thrown) {
      if (!(thrown instanceof Cancelled)) setFailure(problemsOf(way === PASSKEY ? thrown : inWords(thrown, "hosted"), []).form ?? null);
      setBusy(null);
    }
  };
  const go = (provider: string) =>
    attempt(provider, async () => {
      const url = await beginHosted(provider);
      keepNext(next);
      leaveFor(url);
    });
  const enter = () =>
    attempt(PASSKEY, async () => {
      await signInWithPasskey();
      navigate(next ?? "/", { replace: true });
    });
  return (
    <section className={styles.ways} aria-label={t`Other ways to log in`}>
      <p className={styles.or}><Trans>or</Trans></p>
      {failure !== null && <p className={styles.failure} role="alert">{failure}</p>}
      {hasPasskeys && (
        <Button size="form" icon={FingerprintPattern} disabled={busy !== null} onClick={() => void enter()}>
          {busy === PASSKEY ? t`Waiting for your passkey…` : t`Log in with a passkey`}
        </Button>
      )}
      {providers.map(({ id, name }) => (
        <Button key={id} size="form" disabled={busy !== null} onClick={() => void go(id)}>
          {busy === id ? t`Opening ${name}…` : t`Continue with ${name}`}
        </Button>
      ))}
      {hasCodes && (
        <Button size="form" disabled={busy !== null} onClick={() => navigate(hostedPaths.signInCode(next), { state: { email: email.trim() } })}>
          <Trans>Email me a code</Trans>
        </Button>
      )}
      {phones && (
        <Button size="form" disabled={busy !== null} onClick={() => navigate(email === undefined ? hostedPaths.phoneSignUp(next) : hostedPaths.phoneSignIn(next))}>
          {email === undefined ? t`Sign up with a phone number` : t`Log in with a phone number`}
        </Button>
      )}
    </section>
  );
}

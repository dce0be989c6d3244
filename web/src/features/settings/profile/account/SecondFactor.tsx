import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { useState } from "react";
import { endFactor, isOutdated, loadSecondFactor, newRecoveryCodes } from "@/api/secondFactor";
import { formatDate, today } from "@/lib/plainDate";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { tell } from "@/ui/Toast";
import { Line } from "../../preferences/Line";
import { useLoaded } from "../../useLoaded";
import { ProofDialog } from "./ProofDialog";
import { RecoveryCodes } from "./RecoveryCodes";
import styles from "./SecondFactor.module.css";
import { TurnOnFactor } from "./TurnOnFactor";

/** How many recovery codes a person gets. */
const CODES = 10;

/** The authenticator app and the recovery codes. `onChanged` is called after other devices were logged out or forgotten. */
export function SecondFactor({ onChanged }: { onChanged: () => void }) {
  const { state, setState, read } = useLoaded(loadSecondFactor);
  const [asked, setAsked] = useState<"on" | "off" | "codes" | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (state === null) return null;
  if (state === "failed") {
    return (
      <Line name={t`Two-factor authentication couldn't be loaded.`}>
        <Button onClick={() => void read()}><Trans>Try again</Trans></Button>
      </Line>
    );
  }
  const { since, recoveryCodes } = state;
  const close = () => setAsked(null);
  const refused = (thrown: unknown): never => {
    if (isOutdated(thrown)) void read();
    throw thrown;
  };
  return (
    <>
      <Line
        name={t`Two-factor authentication`}
        hint={since === null ? t`Log in with a code from an authenticator app as well as your password.` : t`Since ${formatDate(today(new Date(since)))}, you need a code to log in.`}
      >
        {since === null ? (
          <Button aria-label={t`Turn on two-factor authentication`} onClick={() => setAsked("on")}><Trans>Turn on</Trans></Button>
        ) : (
          <span className={styles.buttons}>
            <span className={styles.on}>
              <Icon of={Check} size={13} />
              <Trans>On</Trans>
            </span>
            <Button aria-label={t`Turn off two-factor authentication`} onClick={() => setAsked("off")}><Trans>Turn off</Trans></Button>
          </span>
        )}
      </Line>
      {since !== null && (
        <Line name={t`Recovery codes`} hint={plural(recoveryCodes, { one: `# of ${CODES} left`, other: `# of ${CODES} left` })}>
          <Button aria-label={t`Replace recovery codes`} onClick={() => setAsked("codes")}><Trans>Replace</Trans></Button>
        </Line>
      )}
      <TurnOnFactor
        open={asked === "on"}
        onClose={() => {
          close();
          // If the answer to the code was lost, the second factor may be on.
          void read();
        }}
        onOutdated={() => void read()}
        onCodes={(shown) => {
          setCodes(shown);
          onChanged();
        }}
      />
      <ProofDialog
        needsCode
        open={asked === "off"}
        danger
        title={t`Turn off two-factor authentication?`}
        text={t`You'll log in with only your password. Your recovery codes will be deleted.`}
        submit={t`Turn off`}
        act={async (proof) => {
          await endFactor(proof).catch(refused);
          tell({ text: t`Two-factor authentication is off` });
          setState({ since: null, recoveryCodes: 0 });
          onChanged();
        }}
        onClose={close}
      />
      <ProofDialog
        needsCode
        open={asked === "codes"}
        title={t`Replace recovery codes`}
        text={t`Your current codes will stop working.`}
        submit={t`Replace`}
        act={async (proof) => {
          setCodes(await newRecoveryCodes(proof).catch(refused));
          void read();
        }}
        onClose={close}
      />
      <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </>
  );
}

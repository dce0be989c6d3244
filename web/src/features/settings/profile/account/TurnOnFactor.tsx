import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { authMessages } from "@/api/authMessages";
import { emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { beginFactor, confirmFactor, isOutdated } from "@/api/secondFactor";
import { useForm } from "@/lib/useForm";
import { CodeField, withoutSpaces } from "@/ui/CodeField";
import { TextField } from "@/ui/Field";
import type { Enrolment } from "@/wire/http.generated";
import { FormDialog } from "./FormDialog";
import { QrDrawing } from "./QrDrawing";
import styles from "./SecondFactor.module.css";

interface TurnOnFactorProps {
  open: boolean;
  onClose: () => void;
  /** Called after a refusal if the second factor was turned on or off elsewhere. */
  onOutdated: () => void;
  onCodes: (codes: string[]) => void;
}

/** In groups of four letters, which are easier to read. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

/** Asks for the password, shows the secret for the app, and asks for the app's first code. */
export function TurnOnFactor({ open, onClose, onOutdated, onCodes }: TurnOnFactorProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const { values, problems, busy, set, submit } = useForm({
    initial: { password: "", code: "" },
    check: ({ password, code }) => {
      if (enrolment === null) return password === "" ? { password: emptyPassword() } : {};
      return withoutSpaces(code) === "" ? { code: authMessages.empty_response() } : {};
    },
    explain: (thrown) => problemsOf(thrown, ["password", "code"]),
  });
  const close = () => {
    set("password", "");
    set("code", "");
    setEnrolment(null);
    onClose();
  };
  const refused = (thrown: unknown): never => {
    if (isOutdated(thrown)) {
      // The node no longer accepts the shown secret.
      set("code", "");
      setEnrolment(null);
      onOutdated();
    }
    throw thrown;
  };
  const send = () =>
    submit(async ({ password, code }) => {
      if (enrolment === null) return setEnrolment(await beginFactor(password).catch(refused));
      const codes = await confirmFactor(withoutSpaces(code)).catch(refused);
      close();
      onCodes(codes);
    });
  return (
    <FormDialog
      open={open}
      title={t`Turn on two-factor authentication`}
      text={
        enrolment === null
          ? t`You need an authenticator app. Troupe will ask for a code from the app whenever you log in, and will log out your other devices.`
          : t`Scan the QR code with your authenticator app. Then enter the six digits that the app shows.`
      }
      submit={enrolment === null ? t`Continue` : t`Turn on`}
      busy={busy ? t`Checking…` : null}
      failure={problems.form}
      onSubmit={() => void send()}
      onClose={close}
    >
      {enrolment === null ? (
        <TextField label={t`Password`} type="password" autoComplete="current-password" value={values.password} error={problems.password} onChange={(event) => set("password", event.target.value)} />
      ) : (
        <>
          <div className={styles.scan}>
            <QrDrawing {...enrolment.qr} />
            <div className={styles.hint}>
              <p>
                <Trans>
                  On this device, <a href={enrolment.url}>open your app</a>. Or type this key into it:
                </Trans>
              </p>
              <p className={styles.secret}>{grouped(enrolment.secret)}</p>
            </div>
          </div>
          <CodeField label={t`Code from your app`} digits={6} value={values.code} error={problems.code} onChange={(code) => set("code", code)} />
        </>
      )}
    </FormDialog>
  );
}

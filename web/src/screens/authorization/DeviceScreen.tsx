import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { askForDevice } from "@/api/deviceCodes";
import { problemsOf } from "@/api/formProblems";
import { useSession } from "@/api/session";
import { Link, useLocation } from "@/lib/location";
import { useForm, type Problems } from "@/lib/useForm";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { TextField } from "@/ui/Field";
import type { DeviceQuestion as Asked } from "@/wire/http.generated";
import { DeviceQuestion } from "./DeviceQuestion";
import styles from "./DeviceScreen.module.css";
import { codeIn } from "./userCode";

type Step =
  | { is: "reading" }
  | { is: "entering"; refused: Problems<"userCode"> }
  | { is: "asked"; device: Asked }
  | { is: "answered"; device: Asked; allowed: boolean };

/** Asks for the code that a program without a browser shows, and then whether the program may act for the person. */
export function DeviceScreen() {
  const { search } = useLocation();
  return <Device key={search} linked={codeIn(search)} />;
}

function Device({ linked }: { linked: string | null }) {
  const [step, setStep] = useState<Step>(linked === null ? { is: "entering", refused: {} } : { is: "reading" });
  useEffect(() => {
    if (linked === null) return;
    let left = false;
    const go = (to: Step) => {
      if (!left) setStep(to);
    };
    askForDevice({ userCode: linked }).then(
      (device) => go({ is: "asked", device }),
      (thrown: unknown) => go({ is: "entering", refused: problemsOf(thrown, ["userCode"]) }),
    );
    return () => {
      left = true;
    };
  }, [linked]);
  switch (step.is) {
    case "reading":
      return null;
    case "entering":
      return <CodeForm code={linked ?? ""} refused={step.refused} onAsked={(device) => setStep({ is: "asked", device })} />;
    case "asked":
      return <DeviceQuestion device={step.device} onAnswered={(allowed) => setStep({ is: "answered", device: step.device, allowed })} />;
    case "answered":
      return <Answered {...step} />;
  }
}

interface CodeFormProps {
  code: string;
  /** Why the code of the link was refused. */
  refused: Problems<"userCode">;
  onAsked: (device: Asked) => void;
}

function CodeForm({ code, refused, onAsked }: CodeFormProps) {
  const email = useSession((session) => (session.status === "signedIn" ? session.user.email : ""));
  const [before, setBefore] = useState(refused);
  const { values, problems, busy, set, submit } = useForm({
    initial: { userCode: code },
    check: ({ userCode }) => (userCode.trim() === "" ? { userCode: t`Enter the code` } : {}),
    explain: (thrown) => problemsOf(thrown, ["userCode"]),
  });
  const send = () => {
    setBefore({});
    void submit(async ({ userCode }) => onAsked(await askForDevice({ userCode })));
  };
  return (
    <AuthLayout
      title={t`Enter the code from your device`}
      lead={t`The app shows the code in your terminal or on another device. Enter it only if you just started that app.`}
    >
      <AuthForm failure={problems.form ?? before.form ?? null} submit={t`Continue`} busy={busy ? t`Checking…` : null} onSubmit={send}>
        <TextField
          label={t`Code`}
          className={styles.field}
          tall
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          value={values.userCode}
          error={problems.userCode ?? before.userCode}
          onChange={({ target }) => {
            setBefore({});
            set("userCode", target.value);
          }}
        />
      </AuthForm>
      <AuthNote>
        <Trans>You're logged in as {email}.</Trans>
      </AuthNote>
    </AuthLayout>
  );
}

function Answered({ device, allowed }: { device: Asked; allowed: boolean }) {
  const { name, workspaceName } = device.question;
  return (
    <AuthLayout
      title={allowed ? t`Access allowed` : t`Access denied`}
      lead={<span role="status">{allowed ? t`The app ${name} can now access ${workspaceName}. You can close this page and go back to your device.` : t`You didn't give the app ${name} access to ${workspaceName}. You can close this page.`}</span>}
    >
      <AuthNote>
        <Link to="/"><Trans>Go to Troupe</Trans></Link>
      </AuthNote>
    </AuthLayout>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useReducer, type ComponentType } from "react";
import { DevelopmentMailbox } from "@/actions/mailbox/DevelopmentMailbox";
import { ResendCode } from "@/actions/mailbox/ResendCode";
import { authMessages } from "@/api/authMessages";
import { allows } from "@/api/authSteps";
import { emptyEmail, emptyPassword } from "@/api/emptyFields";
import { AuthForm, AuthLayout } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import { CodeField, withoutSpaces } from "@/ui/CodeField";
import { TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import type { CodeNeeded, CodeRequested, CodeSent } from "@/wire/http.generated";
import { begun, flowAfter, problemsAfter, type AddressField, type Field, type Flow } from "./flow";
import { SignInSteps } from "./SignInSteps";

const SHORTEST_PASSWORD = 8;

type Form = Flow["form"];

/** What the person has entered. The password is empty unless the purpose is a new password. */
export interface Entered {
  requestId: string;
  address: string;
  code: string;
  password: string;
}

/** What a log-in still needs; null if the person is logged in; `changed` if the password was changed and the log-in failed. */
export type Outcome = CodeNeeded | "changed" | null;

/** The field for the address or number. */
export interface AddressInputProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The sentence that says where the code was sent, and which of several messages has the right code. */
export interface SentProps {
  address: string;
  reference: string;
}

/** Links to other ways in. */
export interface OthersProps {
  address: string;
}

interface ByCodeProps {
  purpose: "newPassword" | "logIn";
  addressField: AddressField;
  /** The address or number that is known when the page opens. */
  address: string;
  lead: string;
  AddressInput: ComponentType<AddressInputProps>;
  Sent: ComponentType<SentProps>;
  Others: ComponentType<OthersProps>;
  ask: (address: string) => Promise<CodeRequested>;
  resend: (requestId: string) => Promise<CodeSent>;
  finish: (entered: Entered) => Promise<Outcome>;
  onEntered: () => void;
  /** Opens the page to log in. */
  onLogIn: (address: string) => void;
}

/** The problems that keep the shown form from being sent. */
function missingIn({ form, values }: Flow, addressField: AddressField): Flow["problems"] {
  if (form === "entering" && values.address.trim() === "") return { address: addressField === "email" ? emptyEmail() : authMessages.empty_phone() };
  if (form === "verifyingCode" && withoutSpaces(values.code) === "") return { code: authMessages.empty_code() };
  if (form === "completingPassword" && values.password === "") return { password: emptyPassword() };
  if (form === "completingPassword" && [...values.password].length < SHORTEST_PASSWORD) return { password: t`At least ${SHORTEST_PASSWORD} characters` };
  return {};
}

interface Words {
  title: string;
  submit: string;
  busy: string;
}

function wordsOf(form: Form, logsIn: boolean): Words {
  if (form === "completingPassword") return { title: t`Choose a new password`, submit: t`Change password and log in`, busy: t`Changing…` };
  if (form === "verifyingCode") return { title: t`Enter the code`, submit: logsIn ? t`Log in` : t`Continue`, busy: logsIn ? t`Logging in…` : t`Changing…` };
  return { title: logsIn ? t`Log in with a code` : t`Forgot your password?`, submit: logsIn ? t`Email me a code` : t`Send code`, busy: t`Sending…` };
}

/** Asks for an address or a number, then for the code that was sent there, then for a new password if that is the purpose, and logs in. */
export function ByCode({ purpose, addressField, address: first, lead, AddressInput, Sent, Others, ask, resend, finish, onEntered, onLogIn }: ByCodeProps) {
  const [flow, happen] = useReducer(flowAfter, first, begun);
  const { form, values, problems, request, needed, step } = flow;
  const address = values.address.trim();
  const logsIn = purpose === "logIn";
  const words = wordsOf(form, logsIn);
  const busy = step === "fetching" || step === "shouldCompleteAuth";

  const signedIn = () => {
    happen({ is: "signedIn" });
    onEntered();
  };
  const work = async () => {
    if (form === "entering" || request === null) return happen({ is: "codeSent", request: await ask(address) });
    const outcome = await finish({ requestId: request.requestId, address, code: withoutSpaces(values.code), password: values.password });
    if (outcome === null) return signedIn();
    if (outcome !== "changed") return happen({ is: "needed", needed: outcome });
    tell({ text: t`Your password was changed. Log in with the new password.` });
    onLogIn(address);
  };
  const send = async () => {
    const missing = missingIn(flow, addressField);
    if (Object.values(missing).some(Boolean)) return happen({ is: "missing", problems: missing });
    // The code field sends the form after the last digit, so the password is asked for in a form of its own.
    if (form === "verifyingCode" && !logsIn) return happen({ is: "codeEntered" });
    if (!allows(step, "send")) return;
    happen({ is: "send" });
    try {
      await work();
    } catch (thrown) {
      happen({ is: "refused", problems: problemsAfter(thrown, addressField) });
    }
  };
  if (needed !== null) return <SignInSteps needed={needed} email={address} onEntered={signedIn} onEnded={() => onLogIn(address)} />;
  const typed = (name: Field) => (value: string) => happen({ is: "typed", field: name, value });

  return (
    <AuthLayout title={words.title} lead={request === null ? lead : <Sent address={address} reference={request.reference} />}>
      {/* The key gives each form its own initial focus. */}
      <AuthForm key={form} failure={problems.form ?? null} submit={words.submit} busy={busy ? words.busy : null} onSubmit={() => void send()}>
        {form === "entering" && <AddressInput value={values.address} error={problems.address} onChange={typed("address")} />}
        {form === "verifyingCode" && (
          <CodeField label={addressField === "email" ? t`Code from the email` : t`Code from the text message`} value={values.code} error={problems.code} onChange={typed("code")} />
        )}
        {form === "completingPassword" && (
          <>
            {/* Tells password managers which account the new password belongs to. */}
            <input type={addressField === "email" ? "email" : "tel"} autoComplete="username" value={address} readOnly hidden />
            <TextField
              label={t`New password`}
              type="password"
              autoComplete="new-password"
              autoFocus
              tall
              value={values.password}
              error={problems.password}
              hint={t`At least ${SHORTEST_PASSWORD} characters. Changing the password logs out all your devices.`}
              onChange={(event) => typed("password")(event.target.value)}
            />
          </>
        )}
      </AuthForm>
      {form === "verifyingCode" && request !== null && (
        <>
          <ResendCode email={address} resend={() => resend(request.requestId)} />
          {/* A request that was used gets no new code, and the answer to a resend does not reveal that. The person must then start over. */}
          <Button variant="ghost" disabled={busy} onClick={() => happen({ is: "back" })}>
            <Trans>Start over</Trans>
          </Button>
          <DevelopmentMailbox byText={addressField === "phone"} email={address} onCode={typed("code")} />
        </>
      )}
      <Others address={address} />
    </AuthLayout>
  );
}

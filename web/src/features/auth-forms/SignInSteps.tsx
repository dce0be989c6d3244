import { useReducer } from "react";
import type { CodeNeeded } from "@/wire/http.generated";
import { NewPasswordForm } from "./NewPasswordForm";
import { SecondFactorForm } from "./SecondFactorForm";
import { begun, stepsAfter } from "./steps";

interface SignInStepsProps {
  /** What the log-in still needs after the right password. */
  needed: CodeNeeded;
  email: string;
  onEntered: () => void;
  /** Called if the sign-in has expired or has had too many codes, or if the person leaves it. */
  onEnded: () => void;
}

/** The forms of a log-in after the right password: a code of the second factor, a new password, or both in this order. */
export function SignInSteps({ needed: { challengeId, newPassword = false }, email, onEntered, onEnded }: SignInStepsProps) {
  const [{ form }, happen] = useReducer(stepsAfter, newPassword, begun);
  const onSend = () => happen("send");
  const entered = () => {
    happen("signedIn");
    onEntered();
  };
  if (form === "verifyingCode") {
    return (
      <SecondFactorForm
        challengeId={challengeId}
        onSend={onSend}
        onRefused={() => happen("codeRefused")}
        onNewPassword={() => happen("newPasswordNeeded")}
        onEntered={entered}
        onEnded={onEnded}
      />
    );
  }
  return <NewPasswordForm challengeId={challengeId} email={email} onSend={onSend} onRefused={() => happen("passwordRefused")} onEntered={entered} onEnded={onEnded} />;
}

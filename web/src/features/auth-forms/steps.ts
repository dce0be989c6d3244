import { stepAfter, type AuthEvent, type AuthStep } from "@/api/authSteps";

/** The state of a log-in after the right password. */
export interface Steps {
  step: AuthStep;
  /** The form that is shown. It stays while a request is in progress. */
  form: "verifyingCode" | "completingPassword";
}

/** The state after the right password. */
export const begun = (newPassword: boolean): Steps => (newPassword ? { step: "completingPassword", form: "completingPassword" } : { step: "verifyingCode", form: "verifyingCode" });

/** The state after an event. */
export function stepsAfter({ step, form }: Steps, event: AuthEvent): Steps {
  const next = stepAfter(step, event);
  return { step: next, form: next === "verifyingCode" || next === "completingPassword" ? next : form };
}

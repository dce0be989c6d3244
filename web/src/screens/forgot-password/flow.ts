import { inWords } from "@/api/authMessages";
import { stepAfter, type AuthEvent, type AuthStep } from "@/api/authSteps";
import { ApiError, messageOf } from "@/api/error";
import { problemsOf } from "@/api/formProblems";
import type { Problems } from "@/lib/useForm";
import type { CodeRequested } from "@/wire/http.generated";

const fields = ["email", "code", "password"] as const;

export type Field = (typeof fields)[number];

/** The state of a password reset. */
export interface Flow {
  step: AuthStep;
  /** The form that is shown. Stays the same while the node works. */
  form: "entering" | "verifyingCode" | "completingPassword";
  values: Record<Field, string>;
  request: CodeRequested | null;
  /** The id of the sign-in with the new password, if that sign-in needs a code of the second factor. */
  challenge: string | null;
  problems: Problems<Field>;
}

export type FlowEvent =
  | { is: "typed"; field: Field; value: string }
  | { is: "missing"; problems: Problems<Field> }
  | { is: "codeSent"; request: CodeRequested }
  | { is: "challenged"; challenge: string }
  | { is: "refused"; problems: Problems<Field> }
  | { is: Exclude<AuthEvent, "codeSent" | "refused" | "codeRefused" | "passwordRefused"> };

export const begun = (email: string): Flow => ({ step: "entering", form: "entering", values: { email, code: "", password: "" }, request: null, challenge: null, problems: {} });

const forms: Partial<Record<AuthStep, Flow["form"]>> = { entering: "entering", error: "entering", verifyingCode: "verifyingCode", completingPassword: "completingPassword" };

/** The problems of a failed call. A used or expired code is a problem of the code, so that the person gets to the form that offers a new one. */
export function problemsAfter(thrown: unknown): Problems<Field> {
  if (thrown instanceof ApiError && thrown.code === "gone") return { code: messageOf(thrown) };
  return problemsOf(inWords(thrown, "signIn"), fields);
}

/** The event for a refusal: a problem with the code leads back to the code, and a problem with the password keeps the form of the password. */
function refusalOf({ form }: Flow, { code, password }: Problems<Field>): AuthEvent {
  if (form === "entering") return "refused";
  if (code) return "codeRefused";
  return password || form === "completingPassword" ? "passwordRefused" : "codeRefused";
}

/** The flow after an event. Keeps what the person has typed, whatever the node answers. */
export function flowAfter(flow: Flow, event: FlowEvent): Flow {
  const to = (by: AuthEvent, change: Partial<Flow> = {}): Flow => {
    const step = stepAfter(flow.step, by);
    return { ...flow, problems: {}, ...change, step, form: forms[step] ?? flow.form };
  };
  switch (event.is) {
    case "typed":
      return { ...flow, values: { ...flow.values, [event.field]: event.value }, problems: { ...flow.problems, [event.field]: undefined, form: undefined } };
    case "missing":
      return { ...flow, problems: event.problems };
    case "codeSent":
      return to("codeSent", { request: event.request });
    case "challenged":
      return to("codeSent", { challenge: event.challenge });
    case "refused":
      return to(refusalOf(flow, event.problems), { problems: event.problems });
    case "back": {
      const before = to("back");
      // The next request gets a code of its own.
      return before.form === "entering" ? { ...before, request: null, values: { ...before.values, code: "" } } : before;
    }
    default:
      return to(event.is);
  }
}

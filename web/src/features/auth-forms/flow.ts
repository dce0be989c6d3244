import { inWords } from "@/api/authMessages";
import { stepAfter, type AuthEvent, type AuthStep } from "@/api/authSteps";
import { ApiError, messageOf } from "@/api/error";
import { problemsOf } from "@/api/formProblems";
import type { Problems } from "@/lib/useForm";
import type { CodeNeeded, CodeRequested } from "@/wire/http.generated";

/** What the person types: the address or number to which the code is sent, the code, and a new password. */
export type Field = "address" | "code" | "password";

/** The name of the address in a refusal of the node. */
export type AddressField = "email" | "phone";

/** The state of a log-in or a password reset by a code that is sent to an address or a number. */
export interface Flow {
  step: AuthStep;
  /** The form that is shown. Stays the same while the node works. */
  form: "entering" | "verifyingCode" | "completingPassword";
  values: Record<Field, string>;
  request: CodeRequested | null;
  /** What the log-in still needs after the code. */
  needed: CodeNeeded | null;
  problems: Problems<Field>;
}

export type FlowEvent =
  | { is: "typed"; field: Field; value: string }
  | { is: "missing"; problems: Problems<Field> }
  | { is: "codeSent"; request: CodeRequested }
  | { is: "needed"; needed: CodeNeeded }
  | { is: "refused"; problems: Problems<Field> }
  | { is: Exclude<AuthEvent, "codeSent" | "refused" | "codeRefused" | "passwordRefused"> };

export const begun = (address: string): Flow => ({ step: "entering", form: "entering", values: { address, code: "", password: "" }, request: null, needed: null, problems: {} });

const forms: Partial<Record<AuthStep, Flow["form"]>> = { entering: "entering", error: "entering", verifyingCode: "verifyingCode", completingPassword: "completingPassword" };

/** The problems of a failed call. A used or expired code is a problem of the code, so that the person gets to the form that offers a new one. */
export function problemsAfter(thrown: unknown, addressField: AddressField): Problems<Field> {
  if (thrown instanceof ApiError && thrown.code === "gone") return { code: messageOf(thrown) };
  const { [addressField]: address, ...others } = problemsOf<AddressField | "code" | "password">(inWords(thrown, "signIn"), [addressField, "code", "password"]);
  return address === undefined ? others : { ...others, address };
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
    case "needed":
      return to(event.needed.newPassword ? "newPasswordNeeded" : "codeSent", { needed: event.needed });
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

import { stepAfter, type AuthStep } from "@/api/authSteps";
import type { HostedAnswer } from "@/wire/http.generated";

/** The return from a provider, as the page shows it. */
export interface Flow {
  step: AuthStep;
  /** What to try again with; null once the answer was used. */
  answer: HostedAnswer | null;
  /** The sign-in that waits for a code of the second factor. */
  challenge: string | null;
  failure: string | null;
}

/** What happens to the return. */
export type Event = { is: "challenged"; challenge: string } | { is: "signedIn" } | { is: "arrived" } | { is: "refused"; failure: string };

/** The page begins with the exchange; without an answer in its address, it has failed already. */
export function begun(answer: HostedAnswer | null, failure: string): Flow {
  return answer === null ? { step: "error", answer, challenge: null, failure } : { step: "fetching", answer, challenge: null, failure: null };
}

/** The return after an event. An event that the step does not expect changes nothing. */
export function flowAfter(flow: Flow, event: Event): Flow {
  const step = stepAfter(flow.step, event.is === "challenged" ? "codeSent" : event.is);
  if (step === flow.step) return flow;
  if (event.is === "challenged") return { ...flow, step, challenge: event.challenge };
  if (event.is === "refused") return { ...flow, step, failure: event.failure };
  return { ...flow, step };
}

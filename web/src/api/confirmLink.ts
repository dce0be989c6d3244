import type { ConfirmLink, LinkState, Session, WaitForLink } from "@/wire/http.generated";
import { sendForJson, shortPatienceMs } from "./http";
import { begin } from "./session";

/** `confirmed` if the sign-up is confirmed, but the person must log in with their credentials. */
export type Waited = "waiting" | "confirmed" | "signedIn";

/** Confirms an address by the link that was mailed to it. Begins no session. */
export const confirmByLink = (token: string): Promise<void> => sendForJson("/api/auth/confirm-link", { body: { token } satisfies ConfirmLink });

/** Asks whether the link of a sign-up was used. If it was, and this browser has signed up, the person is then signed in. */
export async function askIfConfirmed(signUpId: string): Promise<Waited> {
  const body: WaitForLink = { signUpId };
  const answer = await sendForJson<Session | LinkState>("/api/auth/confirm-wait", { body, patienceMs: shortPatienceMs });
  if ("state" in answer) return answer.state;
  await begin(answer);
  return "signedIn";
}

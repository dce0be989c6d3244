import type { ConfirmLink, LinkState, Session, WaitForLink } from "@/wire/http.generated";
import { sendForJson, shortPatienceMs } from "./http";
import { beginBy } from "./session";

/** `confirmed` if the sign-up is confirmed, but the person must log in with their credentials. */
export type Waited = "waiting" | "confirmed" | "signedIn";

/** Confirms an address by the link that was mailed to it. Begins no session. */
export const confirmByLink = (token: string): Promise<void> => sendForJson("/api/auth/confirm-link", { body: { token } satisfies ConfirmLink });

/** Asks whether the link of a sign-up was used. If it was, and this browser has signed up, the person is then signed in. */
export async function askIfConfirmed(signUpId: string): Promise<Waited> {
  const body: WaitForLink = { signUpId };
  const waits = await beginBy(() => sendForJson<Session | LinkState>("/api/auth/confirm-wait", { body, patienceMs: shortPatienceMs }));
  return waits?.state ?? "signedIn";
}

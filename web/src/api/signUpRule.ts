import type { SignUpRule } from "@/wire/http.generated";
import { sendForJson } from "./http";

export type { SignUpRule };

const open: SignUpRule = { rule: "open", domains: [] };

/** Who may sign up. Nodes of the previous version have no rule. If this call fails, the sign-up shows the refusal. */
export const loadSignUpRule = (): Promise<SignUpRule> => sendForJson<SignUpRule>("/api/auth/sign-up-rule").catch(() => open);

/** The token of the invitation that a person opens after the sign-up, if there is one. */
export function invitationIn(next: string | null): string | null {
  return /^\/invite\/([0-9a-f]{64})$/.exec(next ?? "")?.[1] ?? null;
}

/** The invitation that a sign-up sends. Only a server with a rule gets it: nodes of the previous version refuse the field. */
export async function namedInvitation(next: string | null): Promise<{ invitation?: string }> {
  const invitation = invitationIn(next);
  if (invitation === null) return {};
  return (await loadSignUpRule()).rule === "open" ? {} : { invitation };
}

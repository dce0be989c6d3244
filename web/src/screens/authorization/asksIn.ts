import type { AppAsks } from "@/wire/http.generated";

/**
 * The parameters of an app's request, from the address of the page (RFC 6749). Unknown parameters are ignored. A parameter that is
 * named twice counts as empty, because two parsers could pick different values.
 */
export function asksIn(search: string): AppAsks {
  const params = new URLSearchParams(search);
  const one = (name: string): string | undefined => {
    const [value, second] = params.getAll(name);
    return second === undefined ? value : "";
  };
  const optional = { responseType: "response_type", codeChallenge: "code_challenge", codeChallengeMethod: "code_challenge_method", scope: "scope", state: "state" };
  const given = Object.entries(optional).flatMap(([field, name]) => {
    const value = one(name);
    return value === undefined ? [] : [[field, value]];
  });
  return { clientId: one("client_id") ?? "", redirectUri: one("redirect_uri") ?? "", ...Object.fromEntries(given) };
}

/** The host that an address leads to; null for a program on this computer. */
export function placeOf(redirect: string): string | null {
  try {
    const { protocol, host } = new URL(redirect);
    // Troupe takes addresses with http only if they lead to the same computer.
    return protocol === "https:" ? host : null;
  } catch {
    return null;
  }
}

import type {
  BeginHosted,
  BeginLink,
  HostedAnswer,
  LinkedAccounts,
  ProviderName,
  Providers,
  SentToProvider,
  Unlink,
} from "@/wire/http.generated";
import { enter } from "./auth";
import { sendForJson } from "./http";
import { request } from "./session";

/** The node gives up after ten seconds. A page that waits longer than this has lost its connection. */
const patienceMs = 15_000;
/** The beginning of the state if an account links an identity, and does not sign in. */
const LINKS = "link.";

/** The ways to log in other than with a password. A node of the previous build does not send codes. */
export const loadWaysIn = (): Promise<Providers> => sendForJson("/api/auth/hosted");

/** The providers that people may sign in with, in the order of their buttons. */
export const loadProviders = async (): Promise<ProviderName[]> => (await loadWaysIn()).providers;

/** Begins a sign-in. Returns the address at the provider. */
export const beginHosted = async (provider: string): Promise<string> =>
  (await sendForJson<SentToProvider>("/api/auth/hosted/begin", { body: { provider } satisfies BeginHosted, patienceMs })).url;

/** Begins to link an identity with the account. Returns the address at the provider. */
export const beginLink = async (body: BeginLink): Promise<string> =>
  (await request<SentToProvider>("/api/me/linked-accounts/begin", { body, patienceMs })).url;

/** Whether an answer belongs to a link, and not to a sign-in. */
export const isOfLink = ({ state }: HostedAnswer): boolean => state.startsWith(LINKS);

/** Signs in with the answer of a provider. If the account has a second factor, returns the id of the sign-in, which then needs a code. */
export async function finishHosted(body: HostedAnswer): Promise<string | null> {
  return (await enter("/api/auth/hosted/finish", body, patienceMs))?.challengeId ?? null;
}

export const finishLink = (body: HostedAnswer): Promise<void> => request("/api/me/linked-accounts/finish", { body, patienceMs });

/** Whether the account has a password, and the identities that it is linked with. */
export const loadLinkedAccounts = (signal?: AbortSignal): Promise<LinkedAccounts> => request("/api/me/linked-accounts", signal ? { signal } : {});

export const unlink = (body: Unlink): Promise<void> => request("/api/me/linked-accounts/unlink", { body });

/** The answer of a provider in an address; null without a state. */
export function answerIn(search: string): HostedAnswer | null {
  const params = new URLSearchParams(search);
  const state = params.get("state");
  if (state === null) return null;
  const given = (name: "code" | "iss" | "error") => {
    const value = params.get(name);
    return value === null ? {} : { [name]: value };
  };
  return { state, ...given("code"), ...given("iss"), ...given("error") };
}

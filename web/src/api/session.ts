import { t } from "@lingui/core/macro";
import { create } from "zustand";
import type { Me, Membership, Refresh, Session, SignedOut, SignOut, User, WaitingWorkspace } from "@/wire/http.generated";
import { ApiError, type ApiErrorCode } from "./error";
import { send, sendForJson, shortPatienceMs, type Call } from "./http";

/** The end of a session that its person did not ask for in this browser. */
export interface SessionEnd {
  userId: string;
  /** The refusal of the node. */
  code: ApiErrorCode;
  /** True if the account was deleted. */
  gone: boolean;
}

/** `unknown` until the first refresh is answered. `away` if the node did not answer and no person is known here. */
export type SessionState =
  | { status: "unknown" }
  | { status: "signedOut"; reason: "never" | "left" | "away" }
  | { status: "signedOut"; reason: "ended"; end: SessionEnd }
  | { status: "signedIn"; user: User; workspaces: Membership[]; waiting?: WaitingWorkspace[]; instanceOwner: boolean };

export const useSession = create<SessionState>(() => ({ status: "unknown" }));

/** The only place of the access token. A reload gets a new one through the cookie. */
let access: { token: string; expiresAt: number } | null = null;
/** The node has said that the session of the access token was ended. */
let revoked = false;
let refreshing: Promise<void> | null = null;

const RENEW_BEFORE_MS = 30_000;
const LOCK = "troupe.refresh";
const KEPT = "troupe.me";
/** Stored in place of the person who has logged out, until the node knows. */
const LEFT = '"left"';
/** The end of the last session, stored until the person's data here is deleted. */
const ENDED = "troupe.ended";
/**
 * How long a refresh waits for an answer, by the number of failed refreshes before it. After a sleep, the browser
 * may use one dead connection after another, so the first tries give up early. The last figure is for slow networks, and
 * for a page that has had no answer yet.
 */
const REFRESH_PATIENCE_MS = [3_000, 6_000, shortPatienceMs];
let failedRefreshes = REFRESH_PATIENCE_MS.length - 1;

/** How long a starting page waits for the node before it shows the stored copy. */
const PATIENCE_MS = 3_000;
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("troupe.session");

channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  if (data === "signedOut") close("left");
  // All tabs share one cookie: the person who signed in last is signed in on all of them.
  else if (typeof data === "string" && data !== signedInId()) {
    discardAccessToken();
    void restore();
  }
});

function signedInId(): string | null {
  const session = useSession.getState();
  return session.status === "signedIn" ? session.user.id : null;
}

/** Stores the person, so that an app that is reloaded while the node is away can show its replica. */
function keep(me: Me): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(me));
  } catch {
    // Storage is denied: the app then cannot start without the node.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** The person who was last signed in here. Whether they still are, only the node knows. */
export function kept(): Me | null {
  try {
    const me = JSON.parse(stored() ?? "null") as Partial<Me> | null;
    const whole = typeof me?.user?.id === "string" && typeof me.user.email === "string" && Array.isArray(me.workspaces);
    return whole && me.workspaces?.every(isMembership) ? (me as Me) : null;
  } catch {
    return null;
  }
}

function isMembership(it: unknown): boolean {
  const { id, name, key } = (it ?? {}) as Partial<Record<keyof Membership, unknown>>;
  return typeof id === "string" && typeof name === "string" && typeof key === "string";
}

type Reason = Exclude<Extract<SessionState, { status: "signedOut" }>["reason"], "ended">;

function close(reason: Reason): void {
  access = null;
  useSession.setState({ status: "signedOut", reason }, true);
}

function forget(reason: Reason, instead = "null"): void {
  storeInstead(instead);
  close(reason);
}

/** Stores a mark in place of the person. */
function storeInstead(mark: string): void {
  try {
    localStorage.setItem(KEPT, mark);
  } catch {
    // Storage is denied, so there was nothing to delete.
  }
}

/** The ended sessions whose data is still on this device. */
export function sessionEnds(): SessionEnd[] {
  try {
    const ends: unknown = JSON.parse(localStorage.getItem(ENDED) ?? "[]");
    return Array.isArray(ends) ? ends.filter((end: Partial<SessionEnd> | null): end is SessionEnd => typeof end?.userId === "string" && typeof end.code === "string") : [];
  } catch {
    return [];
  }
}

function storeEnds(ends: readonly SessionEnd[]): void {
  try {
    localStorage.setItem(ENDED, JSON.stringify(ends));
  } catch {
    // Storage is denied, so there is nothing to delete either.
  }
}

/** Notes that nothing of a person is left on this device, or that they are back. */
export const dropSessionEnd = (userId: string): void => storeEnds(sessionEnds().filter((end) => end.userId !== userId));

/** Stores that a session has ended. An account that was deleted stays so. */
function keepSessionEnd(end: SessionEnd): void {
  const ends = sessionEnds();
  const gone = end.gone || ends.some((other) => other.userId === end.userId && other.gone);
  storeEnds([...ends.filter((other) => other.userId !== end.userId), { ...end, gone }]);
}

/**
 * The node has refused the session. If a person was signed in here, `cleanUp` (features/log-out) deletes their data from this
 * device.
 */
function endBy({ code, field }: ApiError): void {
  access = null;
  const before = useSession.getState();
  // The node refuses requests that were under way when the person logged out. The log-in page then says nothing about it.
  if (before.status === "signedOut" && before.reason !== "away") return;
  const stored = kept()?.user.id;
  const userId = signedInId() ?? stored;
  const end = userId === undefined ? sessionEnds().at(-1) : { userId, code: code === "refresh_revoked" && revoked ? "token_revoked" : code, gone: field === "user" };
  if (end === undefined) return forget("never");
  keepSessionEnd(end);
  // Another person may have logged in in another tab.
  if (stored === end.userId) storeInstead("null");
  useSession.setState({ status: "signedOut", reason: "ended", end }, true);
}

function take(session: Session): void {
  access = { token: session.accessToken, expiresAt: Date.now() + session.expiresIn * 1000 };
  revoked = false;
}

function show(me: Me): void {
  comeBack(me.user.id);
  keep(me);
  useSession.setState({ status: "signedIn", ...me }, true);
}

/** Marks the data of the person before for deletion from this device. The copies of this person may stay. */
function comeBack(userId: string): void {
  // All tabs share what is stored: another tab may have shown this person already.
  const before = kept()?.user.id ?? signedInId() ?? userId;
  if (before !== userId) keepSessionEnd({ userId: before, code: "conflict", gone: false });
  if (sessionEnds().some((end) => end.userId === userId && !end.gone)) dropSessionEnd(userId);
}

/** Asks the node for the person and their workspaces, and updates the store. */
export async function loadMe(): Promise<Me> {
  const asking = signedInId();
  const me = await request<Me>("/api/me", { patienceMs: shortPatienceMs });
  // If the account has changed meanwhile, the answer is about the person before.
  const now = signedInId();
  if (now !== asking && now !== me.user.id) throw anotherAccount();
  show(me);
  return me;
}

/**
 * The token is used only once the store names its person: callers that ask for a token read in the store whose token
 * they get.
 */
async function arrive(session: Session): Promise<Me> {
  const me = await sendForJson<Me>("/api/me", { token: session.accessToken, patienceMs: shortPatienceMs });
  take(session);
  show(me);
  return me;
}

/**
 * Sends the last step of a sign-in or a confirmation, and starts the session if the node answers with one; any other answer is
 * returned. The refreshes of all tabs wait for it: a sign-in ends the session before, whose cookie would sign them out.
 */
export const beginBy = <T extends object = never>(ask: () => Promise<Session | T>): Promise<T | null> =>
  inTurn(async () => {
    const answer = await ask();
    if (!("accessToken" in answer)) return answer;
    const { user } = await arrive(answer);
    channel?.postMessage(user.id);
    return null;
  });

function refreshOnce(): Promise<void> {
  const asking = signedInId();
  refreshing ??= inTurn(async () => {
    // Without a cookie the node answers 204: an error status would appear in the console of every first-time visitor.
    const patienceMs = REFRESH_PATIENCE_MS[Math.min(failedRefreshes, REFRESH_PATIENCE_MS.length - 1)];
    failedRefreshes += 1;
    const session = await sendForJson<Session | undefined>("/api/auth/refresh", { body: { quiet: true } satisfies Refresh, patienceMs });
    failedRefreshes = 0;
    if (session === undefined) throw signedOut();
    const isAnother = (id: string | null) => id !== null && id !== session.user.id;
    if (isAnother(asking) || isAnother(signedInId())) await become(session);
    else take(session);
  }).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/**
 * The cookie belongs to another account: another person has signed in in another tab. The caller wanted a token of the
 * person before, and gets none.
 */
async function become(session: Session): Promise<never> {
  // The old token must not be used while the node is asked for the new person.
  access = null;
  await arrive(session).catch(() => endBy(signedOut()));
  throw anotherAccount();
}

function signedOut(): ApiError {
  return new ApiError({ code: "unauthenticated", status: 401, message: t`Log in again.` });
}

function anotherAccount(): ApiError {
  return new ApiError({ code: "conflict", status: 409, message: t`Someone else is now logged in on this device.` });
}

/**
 * A refresh token counts once, and a second use ends the whole family. So one tab refreshes at a time, and a tab that
 * waited sends the cookie that the tab before it received. Without Web Locks (a page that is not a secure context),
 * only the calls of this tab are kept apart.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  let begun = false;
  const start = () => {
    begun = true;
    return work();
  };
  try {
    return await (navigator.locks.request(LOCK, start) as Promise<T>);
  } catch (thrown) {
    // A page that may not store anything may also have no locks.
    if (!begun) return work();
    throw thrown;
  }
}

async function refresh(): Promise<void> {
  try {
    await refreshOnce();
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 401) endBy(thrown);
    throw thrown;
  }
}

/** A token that is valid for at least half a minute. If there is none, the person is signed out. */
export async function accessToken(): Promise<string> {
  if (access === null || access.expiresAt - Date.now() < RENEW_BEFORE_MS) await refresh();
  if (access === null) throw signedOut();
  return access.token;
}

/** The node has refused this token, with this code: the next `accessToken()` requests a new one. */
export function discardAccessToken(code?: string): void {
  access = null;
  revoked ||= code === "token_revoked";
}

async function withToken<T>(work: (token: string) => Promise<T>): Promise<T> {
  try {
    return await work(await accessToken());
  } catch (thrown) {
    // If the refresh itself was refused, the person is signed out and `access` is null.
    const stale = thrown instanceof ApiError && thrown.status === 401 && access !== null;
    if (!stale) throw thrown;
    discardAccessToken(thrown.code);
    return work(await accessToken());
  }
}

/** A call in the name of the signed-in person. It is repeated once with a fresh token. */
export function request<T>(path: string, call: Omit<Call, "token"> = {}): Promise<T> {
  return withToken((token) => sendForJson<T>(path, { ...call, token }));
}

/** The same for answers that are not one JSON value. */
export function requestRaw(path: string, call: Omit<Call, "token"> = {}): Promise<Response> {
  return withToken((token) => send(path, { ...call, token }));
}

/** Shows the person who was last signed in here, if any. The node has not yet said whether they still are. */
function showKept(): boolean {
  const me = kept();
  if (me !== null) useSession.setState({ status: "signedIn", ...me }, true);
  return me !== null;
}

/** Finds out at the start whether a person is signed in. */
export async function restore(): Promise<void> {
  setTimeout(() => useSession.getState().status === "unknown" && showKept(), PATIENCE_MS);
  try {
    if (stored() === LEFT) return await endSession();
    await refreshOnce();
    await loadMe();
  } catch (thrown) {
    // A person has signed in meanwhile, or the node has confirmed the session but did not answer the second request.
    if (access !== null && signedInId() !== null) return;
    if (thrown instanceof ApiError && thrown.status === 401) endBy(thrown);
    else if (signedInId() === null && !showKept()) close("away");
  }
}

/** Ends a session at the node that the person ended while the node was away. The cookie still names that session. */
async function endSession(): Promise<void> {
  await sendForJson("/api/auth/sign-out", { body: { everywhere: false } satisfies SignOut, patienceMs: shortPatienceMs });
  forget("never");
}

/**
 * Ends the session here and in every tab. If the node does not answer, the next start with a network tells it. Returns where the
 * browser also ends its session at a provider.
 */
export async function signOut(everywhere = false): Promise<string | undefined> {
  // The other tabs know it before the node closes their sockets. Otherwise they would tell the person that the session
  // has ended, and would offer to return to their page.
  channel?.postMessage("signedOut");
  let instead = LEFT;
  try {
    const left = await request<SignedOut | undefined>("/api/auth/sign-out", { body: { everywhere } satisfies SignOut });
    instead = "null";
    return left?.url;
  } finally {
    forget("left", instead);
  }
}

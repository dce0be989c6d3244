import { addPushDevice, loadPushDevices, removePushDevice } from "@/api/push";
import { accessToken } from "@/api/session";
import type { PushDevices } from "@/wire/http.generated";
import { askForPush, closeNotifications, isPushAllowed, pushAbility, subscribe, subscriptionFor, unsubscribe } from "./browser";

const key = "troupe.push";

/** Who has turned web push on in this browser, and in which session. */
interface Turned {
  me: string;
  session: string;
}

function turned(): Turned | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as Partial<Turned> | null;
    return typeof kept?.me === "string" && typeof kept.session === "string" ? { me: kept.me, session: kept.session } : null;
  } catch {
    return null;
  }
}

function keep(it: Turned | null): void {
  try {
    if (it === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(it));
  } catch {
    // Without storage, a new session of this browser begins without web push.
  }
}

/** The session that the access token names. */
async function sessionOf(): Promise<string> {
  const [, claims = ""] = (await accessToken()).split(".");
  const { sid } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))) as { sid?: unknown };
  return String(sid);
}

/** Turns web push on for this browser; false if the person has not given the permission. */
export async function turnOnPush(me: string, serverKey: string): Promise<boolean> {
  if (!(await askForPush())) return false;
  await send(me, serverKey);
  return true;
}

async function send(me: string, serverKey: string): Promise<void> {
  const { endpoint, keys } = (await subscribe(serverKey)).toJSON();
  await addPushDevice({ endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" }, serverKey });
  keep({ me, session: await sessionOf() });
}

/** Turns web push off for this browser, which is `id` at the server. */
export async function turnOffPush(id: string): Promise<void> {
  await removePushDevice(id);
  await forgetPush();
}

/** Ends this browser's part. */
export async function forgetPush(): Promise<void> {
  keep(null);
  if (pushAbility() === "unsupported") return;
  await unsubscribe();
  await closeNotifications();
}

/** What is left to do for a browser in which web push was turned on. */
export type Step = "nothing" | "renew" | "forget";

/**
 * A session and a subscription can be replaced, and then the server has to be told. A browser that the server has
 * forgotten in the same session was removed on another device, and stays off.
 */
export function stepFor(before: Turned, now: Turned, subscribed: boolean, { devices }: Pick<PushDevices, "devices">): Step {
  if (before.me !== now.me) return "nothing";
  if (!subscribed || before.session !== now.session) return "renew";
  return devices.some(({ current }) => current) ? "nothing" : "forget";
}

/** Keeps web push on in a browser in which the person has turned it on. */
export async function keepPushOn(me: string): Promise<void> {
  const before = turned();
  if (before === null || before.me !== me || !isPushAllowed()) return;
  const known = await loadPushDevices();
  const subscribed = (await subscriptionFor(known.serverKey)) !== null;
  const step = stepFor(before, { me, session: await sessionOf() }, subscribed, known);
  if (step === "renew") await send(me, known.serverKey);
  if (step === "forget") await forgetPush();
}

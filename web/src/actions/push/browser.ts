/** The state of web push in this browser: its permission and its subscription. */
import { canHaveWorker, startWorker } from "@/lib/worker";

/** What the browser allows: `unsupported` without web push, and `denied` if the person has blocked notifications. */
export type PushAbility = "ready" | "denied" | "unsupported";

export function pushAbility(): PushAbility {
  if (!(canHaveWorker() && "PushManager" in window && "Notification" in window)) return "unsupported";
  return Notification.permission === "denied" ? "denied" : "ready";
}

export const isPushAllowed = (): boolean => pushAbility() === "ready" && Notification.permission === "granted";

/** Asks the person for the permission. Browsers ask once, and only after a click. */
export async function askForPush(): Promise<boolean> {
  return (await Notification.requestPermission()) === "granted";
}

/** The subscription of this browser, if it is for this key of the server. */
export async function subscriptionFor(serverKey: string): Promise<PushSubscription | null> {
  const subscription = await anySubscription();
  return subscription !== null && keyOf(subscription) === serverKey ? subscription : null;
}

/** Subscribes this browser, or answers its present subscription. */
export async function subscribe(serverKey: string): Promise<PushSubscription> {
  await startWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const present = await subscriptionFor(serverKey);
  if (present) return present;
  // A subscription for another key has to go first.
  await unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(serverKey) });
}

export async function unsubscribe(): Promise<void> {
  await (await anySubscription())?.unsubscribe();
}

/** Takes the notifications of this app off the screen. */
export async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

async function anySubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function keyOf({ options }: PushSubscription): string | null {
  const bytes = options.applicationServerKey;
  return bytes === null ? null : textOf(new Uint8Array(bytes));
}

export const textOf = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "playwright-core";

/** A push service on this machine, and the keys of one browser that subscribes at it. */
export interface PushService {
  /** What `subscribe` of the browser answers. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The messages that came, decrypted. */
  messages: string[];
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = randomBytes(16);
  const messages: string[] = [];
  const server = createServer((request, response) => {
    const take = async () => {
      messages.push(decrypted(await bodyOf(request), browser, auth));
      response.writeHead(201).end();
    };
    void take();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const keys = { p256dh: browser.getPublicKey().toString("base64url"), auth: auth.toString("base64url") };
  const close = () => new Promise<void>((closed) => server.close(() => closed()));
  return { subscription: { endpoint: `http://127.0.0.1:${port}/send/one`, keys }, messages, close };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** As RFC 8188 and RFC 8291 say. */
function decrypted(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, server, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const derived = (from: Buffer, secret: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync("sha256", secret, from, info, length));
  const ikm = derived(auth, browser.computeSecret(server), Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), server]), 32);
  const cipher = createDecipheriv(
    "aes-128-gcm",
    derived(salt, ikm, Buffer.from("Content-Encoding: aes128gcm\0"), 16),
    derived(salt, ikm, Buffer.from("Content-Encoding: nonce\0"), 12),
  );
  cipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  // The last byte says that this record is the last one.
  return text.subarray(0, -1).toString();
}

/** A browser of a test reaches no push service, so `subscribe` answers with the given subscription, also after a reload. */
export async function subscribeLocally(context: BrowserContext, subscription: PushService["subscription"]): Promise<void> {
  await context.addInitScript((given) => {
    const kept = "test.push";
    const of = (key: string) => ({
      options: { applicationServerKey: Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer },
      toJSON: () => given,
      unsubscribe: async () => {
        localStorage.removeItem(kept);
        return true;
      },
    });
    const present = () => {
      const key = localStorage.getItem(kept);
      return key === null ? null : of(key);
    };
    const subscribe = async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      const text = btoa(String.fromCharCode(...applicationServerKey)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
      localStorage.setItem(kept, text);
      return of(text);
    };
    Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => present() });
  }, subscription);
}

/** Hands a message to the worker of the app, as the browser does when it comes from the push service. */
export async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  const found = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await found, data });
  await session.detach();
}

/** The notifications on the screen. */
export const shownOn = (page: Page): Promise<{ title: string; body: string; tag: string; path: string }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration("/");
    const all = (await registration?.getNotifications()) ?? [];
    return all.map(({ title, body, tag, data }) => ({ title, body, tag, path: String(data) }));
  });

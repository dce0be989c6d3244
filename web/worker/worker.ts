/**
 * The service worker of the app. It keeps the files of one build, so that the app opens without a network, and shows
 * notifications. It stores nothing of a person, and never answers for `/api`.
 */
import { mayTakeOver, type Build } from "./build";
import { dropOthers, keepAll, keptFile, page } from "./keep";
import { openPage, showNotification } from "./push";
import { sourceOf } from "./requests";

declare const self: ServiceWorkerGlobalScope;
/** Replaced by `scripts/worker.ts`. */
declare const BUILD: Build;

const build: Build = BUILD;
const files = new Set(build.files);

// A new worker waits until no tab uses the files of the worker before.
self.addEventListener("install", (event) => event.waitUntil(keepAll(build)));

self.addEventListener("activate", (event) => {
  const begin = async () => {
    await dropOthers(build);
    // The browser then asks the node for a page without waiting for this worker to start.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

self.addEventListener("fetch", (event) => {
  const source = sourceOf(event.request, self.location.origin, files);
  if (source === "kept") event.respondWith(keptFile(build, event.request));
  if (source === "page") event.respondWith(page(build, event.request, event.preloadResponse as Promise<Response | undefined>));
});

/** A page says which build it runs. */
self.addEventListener("message", (event) => {
  const { kind, entry } = (event.data ?? {}) as { kind?: unknown; entry?: unknown };
  if (kind !== "troupe.running") return;
  const takeOver = async () => {
    const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (mayTakeOver(build, entry, tabs.length)) await self.skipWaiting();
  };
  event.waitUntil(takeOver());
});

self.addEventListener("push", (event) => event.waitUntil(showNotification(event)));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(String(event.notification.data)));
});

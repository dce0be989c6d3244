// Shows notifications, and opens their page on a click. It stores nothing and answers no request of a page.

/** How long a page has to open a task by itself, in milliseconds. After that, a new page opens. */
const patience = 1_000;

self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: path, icon: "/icon-192.png", dir: "auto" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** Opens a page of the app in a tab that is there, or in a new one. */
async function open(path) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shows = ({ url }) => new URL(url).pathname === path;
  const shown = tabs.find(shows);
  if (shown) return shown.focus();
  // Of several tabs, the one of the same workspace: its rows are loaded.
  const workspace = path.split("/").slice(0, 3).join("/");
  const tab = tabs.find(({ url }) => new URL(url).pathname.startsWith(workspace)) ?? tabs[0];
  if (tab && (await hasOpened(tab, path))) return tab.focus();
  return self.clients.openWindow(path);
}

/** Asks a page to open a path without loading anew, which would lose what is being written there. */
function hasOpened(tab, path) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener("message", () => resolve(true));
    port1.start();
    setTimeout(() => resolve(false), patience);
    tab.postMessage({ kind: "troupe.open", path }, [port2]);
  });
}

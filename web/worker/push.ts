/** How long a page has to open a task by itself. After that, a new page opens. */
const patienceMs = 1_000;

/** A message of web push (NT17). */
interface Message {
  title: string;
  body: string;
  path: string;
  tag: string;
}

declare const self: ServiceWorkerGlobalScope;

export function showNotification({ data }: PushEvent): Promise<void> {
  const { title, body, path, tag } = (data as PushMessageData).json() as Message;
  return self.registration.showNotification(title, { body, tag, data: path, icon: "/icon-192.png", dir: "auto" });
}

/** Opens a page of the app in a tab that is there, or in a new one. */
export async function openPage(path: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = tabs.find(({ url }) => new URL(url).pathname === path);
  if (shown) return void (await shown.focus());
  // If several tabs are open, a tab of the same workspace is best: its rows are loaded.
  const workspace = path.split("/").slice(0, 3).join("/");
  const tab = tabs.find(({ url }) => new URL(url).pathname.startsWith(workspace)) ?? tabs[0];
  if (tab && (await hasOpened(tab, path))) await tab.focus();
  else await self.clients.openWindow(path);
}

/** Asks a page to open a path without a reload, which would lose unsent text. */
function hasOpened(tab: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener("message", () => resolve(true));
    port1.start();
    setTimeout(() => resolve(false), patienceMs);
    tab.postMessage({ kind: "troupe.open", path }, [port2]);
  });
}

import type { BrowserContext, Page } from "playwright-core";

/**
 * Takes the network from a browser, and returns once the pages know it. The browser leaves open sockets alone: until a page
 * has heard that it is offline, it sends its edits as usual.
 */
export async function goOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await Promise.all(context.pages().map(hasHeard));
}

/** The app's own listener was there first, so it has run. */
const hasHeard = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    if (navigator.onLine) await new Promise((heard) => addEventListener("offline", heard, { once: true }));
    await new Promise((next) => setTimeout(next));
  });

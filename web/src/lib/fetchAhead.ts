import { idleParts, retryFailed } from "./later";

/** Safari has no `requestIdleCallback`. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 200);
  });

/** Resolves once the browser has a network. */
const network = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) resolve();
    else window.addEventListener("online", () => resolve(), { once: true });
  });

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

let isFetching = false;

/**
 * Fetches the parts that a usable page may need next, one after the other, while the browser is idle. A page that is
 * loaded later brings parts of its own, so this is called again for each page.
 */
export async function fetchAhead(): Promise<void> {
  if (savesData() || isFetching) return;
  isFetching = true;
  for (let part = idleParts.shift(); part; part = idleParts.shift()) {
    await idle();
    await network();
    await part.load().catch(() => undefined);
    // A part that failed is fetched again when it is needed, which may be before the others have arrived.
    retryFailed();
  }
  isFetching = false;
}

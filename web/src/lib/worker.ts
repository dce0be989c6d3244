/** Served by the node without a hash in its name, because a browser knows a worker by its address. */
const file = "/worker.js";

/** False on a page that is not served securely. */
export const canHaveWorker = (): boolean => "serviceWorker" in navigator;

/** Starts the service worker of the app, which keeps the app for visits without a network and shows notifications. */
export const startWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(file, { scope: "/", updateViaCache: "none" });

import { canHaveWorker, startWorker } from "@/lib/worker";
import { runningBuild } from "./build";

/**
 * Lets the service worker keep the app, so that it opens without a network. The page tells a worker of a new build which
 * build it runs, because the worker takes over only if no tab needs the files of the old build.
 */
export async function keepOffline(): Promise<void> {
  if (!canHaveWorker()) return;
  const registration = await startWorker();
  const entry = runningBuild();
  const tell = () => registration.waiting?.postMessage({ kind: "troupe.running", entry });
  tell();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", tell));
}

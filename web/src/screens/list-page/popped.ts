const keyOf = (state: unknown) => (state as { key?: string } | null)?.key ?? "default";

/** The history entry that the person last reached by loading the page (unless a redirect has left it) or by going back or forward. */
let visited: string | null = null;

if (typeof window !== "undefined") {
  const [loaded] = performance.getEntriesByType("navigation");
  if (loaded?.name === window.location.href) visited = keyOf(window.history.state);
  // Listens in the capture phase, so that the entry is known before the router renders it.
  window.addEventListener("popstate", ({ state }) => (visited = keyOf(state)), { capture: true });
}

/** True if a history entry was reached by loading the page or by going back or forward. Its address then names every setting. */
export const wasVisited = (key: string): boolean => key === visited;

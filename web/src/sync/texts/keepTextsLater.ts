/** Runs `keepTexts`, whose code is fetched now. Returns a function that stops it. */
export function keepTextsLater(userId: string, workspaceId: string): () => void {
  let stop: (() => void) | null = () => undefined;
  import("./keepTexts").then(
    (part) => {
      // Stopped before the code has arrived.
      if (stop) stop = part.keepTexts(userId, workspaceId);
    },
    // Without its code, the texts are sent at the next visit.
    () => undefined,
  );
  return () => {
    stop?.();
    stop = null;
  };
}

/** Runs `keepTexts`, whose code is fetched now. Returns a function that stops it. */
export function keepTextsLater(userId: string, workspaceId: string): () => void {
  let stop = () => {};
  let over = false;
  const begin = async () => {
    const { keepTexts } = await import("./keepTexts");
    if (!over) stop = keepTexts(userId, workspaceId);
  };
  // Without its code, the texts are sent at the next visit.
  begin().catch(() => undefined);
  return () => {
    over = true;
    stop();
  };
}

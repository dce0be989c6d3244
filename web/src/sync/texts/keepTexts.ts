import { useTroupe } from "../store";
import type { SyncState } from "../types";
import { hasStoredTexts, TextDatabase } from "./textDatabase";

/** The most copies that are stored. */
const most = 200;

/** The copies to delete: those of tickets that the person no longer sees, and the oldest beyond the maximum. */
export function copiesToDrop(copies: readonly { ticketId: string; at: number }[], unsent: ReadonlySet<string>, tickets: Readonly<Record<string, unknown>>): string[] {
  const gone = copies.filter(({ ticketId }) => !(ticketId in tickets)).map(({ ticketId }) => ticketId);
  const rest = copies.filter(({ ticketId }) => ticketId in tickets && !unsent.has(ticketId)).toSorted((a, b) => b.at - a.at);
  return [...gone, ...rest.slice(most).map(({ ticketId }) => ticketId)];
}

/**
 * Sends the changes to texts that an earlier visit has left, and deletes copies that are not needed (TX8, TX11), once the
 * workspace is connected. Returns a function that stops it.
 */
export function keepTexts(userId: string, workspaceId: string): () => void {
  if (!hasStoredTexts(userId, workspaceId)) return () => undefined;
  const storage = new TextDatabase(userId, workspaceId);
  const tidy = async () => {
    const unsent = new Set(await storage.unsent());
    for (const ticketId of copiesToDrop(await storage.copies(), unsent, useTroupe.getState().tickets)) await storage.drop(ticketId, true);
    if (unsent.size > 0) await (await import("./room")).sendStoredTexts();
  };
  const look = ({ connection, workspace }: Pick<SyncState, "connection" | "workspace">) => {
    if (connection !== "live" || workspace?.id !== workspaceId) return;
    stop();
    // A browser that stores nothing has left nothing.
    tidy().catch(() => undefined);
  };
  const stop = useTroupe.subscribe(look);
  look(useTroupe.getState());
  return stop;
}

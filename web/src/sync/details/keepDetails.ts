import { DetailStorage } from "../storage/detailStorage";
import { changeDetails, useTroupe } from "../store";
import type { SyncState } from "../types";
import { detailsToDrop, detailsToShow, detailsToStore, isCurrent, showStored } from "./storedDetail";

/** Changes within this time are stored together. */
const pauseMs = 500;

/**
 * Stores the details of opened tickets of the open workspace on this machine, and shows them while the node does not
 * answer. Returns a function that stops it.
 */
export function keepDetails(userId: string, workspaceId: string): () => void {
  const storage = new DetailStorage(userId, workspaceId);
  const stored = new Map<string, number>();
  const asked = new Set<string>();
  let kept: SyncState["details"] = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const show = async (ticketId: string) => {
    asked.add(ticketId);
    const detail = await storage.read(ticketId);
    if (detail === null || stopped) return;
    const current = isCurrent(detail, useTroupe.getState().tickets[ticketId]);
    changeDetails((details) => showStored(details, ticketId, detail, current));
  };
  const store = async () => {
    timer = undefined;
    const state = useTroupe.getState();
    if (state.workspace?.id !== workspaceId) return;
    const changed = detailsToStore(state, kept, Date.now());
    if (state.waiting === 0) kept = state.details;
    for (const { ticketId, at } of changed) stored.set(ticketId, at);
    // Without a connection, the page cannot tell which rows the person has lost.
    const drop = state.connection === "live" ? detailsToDrop(stored, state.tickets) : [];
    for (const ticketId of drop) stored.delete(ticketId);
    if (changed.length + drop.length > 0) await storage.change(changed, drop);
  };
  // A browser that stores nothing shows no details without the node.
  const quietly = (work: Promise<void>) => void work.catch(() => undefined);
  const look = (state: SyncState) => {
    if (state.endedReason === "accessLost" || state.endedReason === "notFound") {
      end();
      return quietly(storage.clear());
    }
    if (!state.ready || state.workspace?.id !== workspaceId) return;
    for (const ticketId of detailsToShow(state)) if (!asked.has(ticketId)) quietly(show(ticketId));
    timer ??= setTimeout(() => quietly(store()), pauseMs);
  };
  const begin = async () => {
    for (const { ticketId, at } of await storage.all()) if (!stored.has(ticketId)) stored.set(ticketId, at);
    if (!stopped) look(useTroupe.getState());
  };
  const stop = useTroupe.subscribe(look);
  const end = () => {
    stopped = true;
    stop();
    clearTimeout(timer);
  };
  quietly(begin());
  return end;
}

import type { Activity, Capabilities, Command, PresenceMember, PresenceUpdate, Reaction, Refusal, Workspace } from "@/wire/generated";
import type { ViewTables } from "./tables/tables";

export type ById<T> = Record<string, T>;

/**
 * What a person sees of the workspace: the confirmed rows with their own
 * unanswered commands replayed on top. A row keeps its identity until it
 * changes, and a table keeps its identity until one of its rows does.
 *
 * Tickets come without `description`, which is in `details`. A ticket that the
 * server has not confirmed yet has the number 0; show no key for it.
 */
export interface View extends ViewTables {
  workspace: Workspace | null;
}

/** The parts of a ticket that are loaded when a person opens the ticket. */
export interface TicketDetail {
  /** `failed` keeps the details that were loaded before, if any; `loadDetails` tries again. */
  state: "loading" | "ready" | "failed";
  description: string | null;
  /** Newest first. */
  activities: Activity[];
  reactions: Reaction[];
  /** The cursor of the next older page; null when everything is here. */
  next: string | null;
  loadingOlder: boolean;
  /** Set if the details come from this machine. `outdated` if something has happened to the ticket since they were stored. */
  stored?: "current" | "outdated";
}

export type Connection = "connecting" | "live" | "offline" | "ended";

/** Why the workspace cannot go on until the person acts. */
export type EndedReason =
  /** The session is over: sign in again. */
  | "signedOut"
  /** The person was removed, or is a guest. */
  | "accessLost"
  /** There is no such workspace, or the person is not in it. */
  | "notFound"
  /** The node speaks a newer protocol: reload the page. */
  | "reload"
  /** The node did not understand the page (4400), which is a bug: reload. */
  | "protocol";

/** A command that the node refused. It stays until the person dismisses or retries it. */
export interface RefusedCommand {
  id: string;
  command: Command;
  error: Refusal;
  /** When it was made, RFC 3339. */
  at: string;
}

/** An edit that has no answer yet. */
export type UnsentEdit = Omit<RefusedCommand, "error">;

/** An edit that was stored on this machine and is damaged: it is never sent. */
export interface DamagedEdit {
  id: string;
  /** The text that can still be read; null if there is none. */
  text: string | null;
}

/** The fields of one entity that wait for an answer. */
export interface PendingMark {
  fields: string[];
  /** Milliseconds of the local clock at which the oldest of these edits was made. */
  since: number;
}

export type Answer = { ok: true; scope: string; seq: number } | { ok: false; error: Refusal };

export interface SyncState extends View {
  connection: Connection;
  endedReason: EndedReason | null;
  /** Milliseconds of the local clock; null while live. Show the banner 3 s after it. */
  offlineSince: number | null;
  nextTryAt: number | null;
  /** The node answers over HTTP, but sockets do not get through. */
  blocked: boolean;
  /** True if there is a state to show, from the cache or from the node. */
  ready: boolean;
  /** False if edits cannot be stored: unanswered edits are then in memory only. */
  durable: boolean;
  /** The schema number that the rows are complete for (RS6). */
  schema: number;
  /** The id of the person who looks. */
  me: string | null;
  /** The person's capabilities here; null until the node has sent them. */
  capabilities: Capabilities | null;
  details: Record<string, TicketDetail>;
  /** Commands without an answer yet. */
  waiting: number;
  /** These commands, one by one. */
  unsent: UnsentEdit[];
  damaged: DamagedEdit[];
  /** True if the data that was stored on this machine, perhaps with edits, cannot be opened. */
  unreadable: boolean;
  /** By ticket id, and by the id of any other entity that a waiting command touches. */
  pending: Record<string, PendingMark>;
  refusals: RefusedCommand[];
  presence: PresenceMember[];
  /** True if the node is cut off from the other nodes: `presence` then lacks the people on those. */
  nodeIsolated: boolean;
  canUndo: string | null;
  canRedo: string | null;
}

export type PresenceReport = PresenceUpdate;

export interface DispatchOptions {
  /** The name of the step in the undo history. Without a label, the name follows from the kind of the command. */
  label?: string;
  /** `false` keeps the call out of the undo history. */
  undo?: boolean;
  /** The commands that undo the call. Without them, the inverse of each command undoes it. */
  inverse?: readonly Command[];
}

export type UndoResult =
  | { ok: true; label: string }
  | { ok: false; reason: "nothing" | "changedSince" | "refused"; label?: string; error?: Refusal };

import type { TicketDetails } from "@/wire/http.generated";
import type { Activity, Change, Reaction } from "@/wire/generated";
import type { Run } from "../replica/replica";
import type { TicketDetail } from "../types";

/**
 * The details of an opened ticket. The node's answer and the stream of events may arrive in either order. So `at` holds
 * the seqs of the answer, and changes that arrive during the request are kept in `duringRequest`.
 */
export interface HeldDetail extends TicketDetail {
  readonly at: Readonly<Record<string, number>>;
  /** Changes since the request was sent; null if no request is under way. */
  readonly duringRequest: readonly BufferedChange[] | null;
}

interface BufferedChange {
  scope: string;
  seq: number;
  change: Change;
}

export type Details = Readonly<Record<string, HeldDetail>>;

const empty: HeldDetail = {
  state: "loading",
  description: null,
  activities: [],
  reactions: [],
  next: null,
  loadingOlder: false,
  at: {},
  duringRequest: [],
};

/** Marks the details as being requested. Details that are already shown stay. */
export function requestDetail(details: Details, ticketId: string): Details {
  const held = details[ticketId] ?? empty;
  const state = held.state === "ready" ? "ready" : "loading";
  return { ...details, [ticketId]: { ...held, state, duringRequest: [] } };
}

/** Stores the node's answer, then applies the changes that arrived during the request. */
export function receiveDetail(details: Details, ticketId: string, answer: TicketDetails): Details {
  const duringRequest = details[ticketId]?.duringRequest ?? [];
  const at = Object.fromEntries(Object.entries(answer.cursors).map(([scope, cursor]) => [scope, cursor.seq]));
  let held: HeldDetail = {
    state: "ready",
    description: answer.ticket.description ?? null,
    activities: withThreads(answer).toSorted(newestFirst),
    reactions: answer.reactions,
    next: answer.next,
    loadingOlder: false,
    at,
    duringRequest: null,
  };
  for (const { scope, seq, change } of duringRequest) {
    if (seq > (at[scope] ?? 0)) held = changed(held, ticketId, change);
  }
  return { ...details, [ticketId]: held };
}

export function failDetail(details: Details, ticketId: string): Details {
  const held = details[ticketId];
  if (!held) return details;
  return { ...details, [ticketId]: { ...held, state: held.state === "ready" ? "ready" : "failed", duringRequest: null } };
}

export function askOlder(details: Details, ticketId: string): Details {
  const held = details[ticketId];
  return held ? { ...details, [ticketId]: { ...held, loadingOlder: true, duringRequest: [] } } : details;
}

type Page = Pick<TicketDetails, "activities" | "reactions" | "next"> & Partial<Pick<TicketDetails, "threads">>;

/** The activities of a page, and the first comments of its threads. Nodes of the previous version send no threads. */
const withThreads = ({ activities, threads = [] }: Page): Activity[] => [...activities, ...threads];

/** Appends an older page. Changes that came during the request are applied to the page again, which is harmless. */
export function takeOlder(details: Details, ticketId: string, page: Page | null): Details {
  const held = details[ticketId];
  if (!held) return details;
  if (!page) return { ...details, [ticketId]: { ...held, loadingOlder: false, duringRequest: null } };
  const known = new Set(held.activities.map((activity) => activity.id));
  const reactions = new Set(held.reactions.map((reaction) => reaction.id));
  let next: HeldDetail = {
    ...held,
    activities: [...held.activities, ...withThreads(page).filter((it) => !known.has(it.id))].toSorted(newestFirst),
    reactions: [...held.reactions, ...page.reactions.filter((it) => !reactions.has(it.id))],
    next: page.next,
    loadingOlder: false,
    duringRequest: null,
  };
  for (const { change } of held.duringRequest ?? []) if (change.op !== "create") next = changed(next, ticketId, change);
  return { ...details, [ticketId]: next };
}

/** Applies the events of one animation frame to the opened tickets among them. */
export function applyToDetails(details: Details, runs: readonly Run[]): Details {
  const opened = Object.keys(details);
  if (opened.length === 0) return details;
  let next = details;
  for (const { scope, events } of runs) {
    for (const { seq, changes } of events) {
      for (const change of changes) {
        for (const ticketId of opened) {
          const held = next[ticketId];
          if (!held || !concerns(held, ticketId, change) || seq <= (held.at[scope] ?? 0)) continue;
          const duringRequest = held.duringRequest && [...held.duringRequest, { scope, seq, change }];
          next = { ...next, [ticketId]: { ...changed(held, ticketId, change), duringRequest } };
        }
      }
    }
  }
  return next;
}

function concerns(held: HeldDetail, ticketId: string, change: Change): boolean {
  switch (change.entity) {
    case "ticket":
      return change.id === ticketId && change.op !== "delete" && "description" in (change.data ?? {});
    case "activity":
    case "reaction": {
      if (change.op === "create") return change.data?.ticketId === ticketId;
      // A page that is under way may hold the row: keep the change for it.
      if (held.duringRequest) return true;
      const rows: readonly { id: string }[] = change.entity === "activity" ? held.activities : held.reactions;
      return rows.some((row) => row.id === change.id);
    }
    default:
      return false;
  }
}

function changed(held: HeldDetail, ticketId: string, change: Change): HeldDetail {
  switch (change.entity) {
    case "ticket":
      return change.id === ticketId ? { ...held, description: (change.data?.description as string | null) ?? null } : held;
    case "activity":
      return { ...held, activities: withChange(held.activities, change, ticketId).toSorted(newestFirst) };
    case "reaction":
      return { ...held, reactions: withChange<Reaction>(held.reactions, change, ticketId) };
    default:
      return held;
  }
}

function withChange<T extends Activity | Reaction>(rows: readonly T[], change: Change, ticketId: string): T[] {
  const others = rows.filter((row) => row.id !== change.id);
  if (change.op === "delete") return others;
  const known = rows.find((row) => row.id === change.id);
  if (change.op === "create") return change.data?.ticketId === ticketId ? [...others, change.data as unknown as T] : [...rows];
  return known ? rows.map((row) => (row === known ? { ...row, ...change.data } : row)) : [...rows];
}

export function newestFirst(a: Activity, b: Activity): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

import type { SettingsSection } from "./settingsSections";

/** The kinds of rows that have a page with their tickets, as addresses name them. */
export type RecordPage = "component" | "version" | "sprint" | "person";

/** Pages of the person who looks, which the sidebar may leave out. */
export type OptionalPage = "created" | "completed" | "subscribed" | "private" | "trash";
/** The kind of a list page: one list, the tickets of a component, a fix version, a sprint or a person, or a collection of tickets across lists. */
export type Collection = "list" | RecordPage | "all" | "mine" | OptionalPage;

/** A page that shows tickets of many lists, or the lists themselves, and not the tickets of one list. */
export type PersonalPage = "home" | "inbox" | "roadmap" | "epics" | "lists";

export type ViewKind = "spreadsheet" | "kanban" | "calendar" | "gantt";

interface Place {
  /** The page alone, or with a ticket open over it, and the view. */
  ticketKey?: string | undefined;
  view?: ViewKind | undefined;
}

function within(base: string, { ticketKey, view }: Place): string {
  const path = ticketKey === undefined ? base : `${base}/${encodeURIComponent(ticketKey)}`;
  return view === undefined ? path : `${path}?view=${view}`;
}

/** Every address of the app, in one place; `lib/elsewhere` has those that the first load does not need. `workspace` is the workspace's part of the URL: its key or its id. */
export const paths = {
  signIn: (next?: string) => (next === undefined ? "/signin" : `/signin?next=${encodeURIComponent(next)}`),
  signUp: (next?: string) => (next === undefined ? "/signup" : `/signup?next=${encodeURIComponent(next)}`),
  forgotPassword: (next?: string) => (next === undefined ? "/forgot-password" : `/forgot-password?next=${encodeURIComponent(next)}`),
  confirm: () => "/signup/confirm",
  invite: (token: string) => `/invite/${encodeURIComponent(token)}`,
  welcome: () => "/welcome",
  admin: () => "/admin",
  workspace: (workspace: string) => `/w/${encodeURIComponent(workspace)}`,
  settings: (workspace: string, section: SettingsSection = "general") => `${paths.workspace(workspace)}/settings/${section}`,
  list: (workspace: string, listId: string, place: Place = {}) =>
    within(`${paths.workspace(workspace)}/list/${encodeURIComponent(listId)}`, place),
  record: (workspace: string, page: RecordPage, id: string, place: Place = {}) =>
    within(`${paths.workspace(workspace)}/${page}/${encodeURIComponent(id)}`, place),
  savedView: (workspace: string, viewId: string) => `${paths.workspace(workspace)}/view/${encodeURIComponent(viewId)}`,
  collection: (workspace: string, collection: Exclude<Collection, "list" | RecordPage> | PersonalPage, place: Place = {}) =>
    within(`${paths.workspace(workspace)}/${collection}`, place),
};

/** Decodes a path segment; returns the segment unchanged if it is not valid encoding. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the path only if it is within this app, so that a sign-in never leads to another site. */
export function safeNext(next: string | null): string | null {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : null;
}

/** The address that an invitation passes to the sign-in forms, as the state of the location; empty without one. */
export function invitedAddress(state: unknown): string {
  const { email } = (state ?? {}) as { email?: unknown };
  return typeof email === "string" ? email : "";
}

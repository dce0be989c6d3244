import { t } from "@lingui/core/macro";
import { create } from "zustand";
import { ApiError } from "@/api/error";
import { accessToken, discardAccessToken, kept, loadMe, useSession } from "@/api/session";
import { loadSnapshot } from "@/api/snapshot";
import { loadActivities, loadTicket } from "@/api/workspaces";
import { dropDrafts, writeDraftsAs } from "@/lib/drafts";
import { answerForUnstoredEdits } from "@/lib/unstoredEdits";
import type { Command } from "@/wire/generated";
import { forgetStorage } from "./storage/databases";
import { Outdated, SessionOver, type ActivityLimit, type NodeApi } from "./connection/nodeApi";
import type { Details } from "./details/details";
import { Engine, type TextsLink } from "./engine";
import { Clock, Ids } from "./platform/ids";
import { browserPlatform } from "./platform/platform";
import { watchPage } from "./pageLifecycle";
import { dropAhead, takeAhead } from "./readAhead";
import { openStorage } from "./storage/storage";
import { pageSchema } from "./stream/schema";
import { openTabs } from "./platform/tabs";
import { emptyTables, viewOf, type ViewTables } from "./tables/tables";
import type { Answer, DispatchOptions, PresenceReport, SyncState, UndoResult } from "./types";

const closed: SyncState = {
  connection: "connecting",
  endedReason: null,
  offlineSince: null,
  nextTryAt: null,
  blocked: false,
  ready: false,
  durable: true,
  schema: 0,
  me: null,
  capabilities: null,
  ...viewOf(emptyTables, null),
  details: {},
  waiting: 0,
  unsent: [],
  damaged: [],
  unreadable: false,
  pending: {},
  refusals: [],
  presence: [],
  nodeIsolated: false,
  canUndo: null,
  canRedo: null,
};

/** The open workspace, as its person sees it. This is the only place where the engine meets React. */
export const useTroupe = create<SyncState>(() => closed);

/** The HTTP side of the node in one person's name. It refuses once another person has signed in. */
function nodeApiOf(userId: string): NodeApi {
  const inTheirName = async <T>(work: () => Promise<T>): Promise<T> => {
    const session = useSession.getState();
    if (session.status !== "signedIn" || session.user.id !== userId) throw new SessionOver();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) throw new SessionOver();
      throw error.code === "upgrade_required" ? new Outdated() : error;
    }
  };
  return {
    token: (fresh, refusal) =>
      inTheirName(() => {
        if (fresh) discardAccessToken(refusal);
        return accessToken();
      }),
    answers: () =>
      inTheirName(loadMe).then(
        () => true,
        (error: unknown) => error instanceof Outdated,
      ),
    snapshot: (workspaceId, signal, scope) => inTheirName(() => loadSnapshot(workspaceId, signal, scope)),
    ticket: (workspaceId, ticketId) => inTheirName(() => loadTicket(workspaceId, ticketId)),
    activities: (workspaceId, ticketId, before, limit) => inTheirName(() => loadActivities(workspaceId, ticketId, { before, limit })),
  };
}

/**
 * Only load balancers read the workspace: they route all of its people to one node. `schema` is the schema number of
 * this page (RS6, FO4).
 */
const socketUrl = (workspaceId: string) =>
  `${location.origin.replace(/^http/, "ws")}/api/socket?workspace=${workspaceId}&schema=${pageSchema}`;

interface Open {
  workspaceId: string;
  userId: string;
  engine: Engine;
  leavePage(): void;
}

let open: Open | null = null;
/** Opening and closing run one after the other, however fast the person switches. */
let turn: Promise<void> = Promise.resolve();
const spareIds = new Ids(new Clock());

function inTurn(work: () => Promise<void>): Promise<void> {
  turn = turn.then(work, work);
  return turn;
}

/** Opens the workspace for the person, and closes another one first. If it is open already, nothing happens. */
export function openWorkspace(workspaceId: string, userId: string): Promise<void> {
  return inTurn(async () => {
    if (open?.workspaceId === workspaceId && open.userId === userId) return;
    await close();
    writeDraftsAs(userId);
    const ahead = await takeAhead(workspaceId, userId);
    const storage = ahead?.storage ?? (await openStorage(userId, workspaceId));
    const platform = browserPlatform(() => socketUrl(workspaceId));
    const tabs = openTabs(storage.name, spareIds.next(), navigator.locks);
    const publish = (state: Partial<SyncState>) => useTroupe.setState(state);
    const nodeApi = nodeApiOf(userId);
    const engine = new Engine({ workspaceId, userId, platform, nodeApi, storage, tabs, publish, lost: dropDrafts });
    open = { workspaceId, userId, engine, leavePage: watchPage(engine) };
    await engine.start(ahead?.copy);
  });
}

export function closeWorkspace(): Promise<void> {
  return inTurn(close);
}

async function close(): Promise<void> {
  const was = open;
  open = null;
  was?.leavePage();
  await was?.engine.stop();
  useTroupe.setState(closed, true);
}

/** The open workspace, as the texts need it. */
export interface OpenTexts {
  workspaceId: string;
  userId: string;
  sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean;
}

/** The texts of the open workspace, made at the first call; null if no workspace is open. Their code is a chunk of its own. */
export function textsOf(make: (open: OpenTexts) => TextsLink): TextsLink | null {
  if (!open) return null;
  const { engine, workspaceId, userId } = open;
  if (!engine.texts) engine.attachTexts(make({ workspaceId, userId, sendBytes: (bytes) => engine.sendBytes(bytes) }));
  return engine.texts;
}

/** An id for a row that the client creates, by the node's clock. */
export function newId(): string {
  return (open?.engine.ids ?? spareIds).next();
}

const notOpen = (): Answer => ({ ok: false, error: { code: "unavailable", message: t`No workspace is open.` } });

/** The effect is shown at once, and the command is stored before it is sent. Resolves when the node has answered. */
export async function dispatch(command: Command, options?: DispatchOptions): Promise<Answer> {
  const [answer = notOpen()] = await dispatchAll([command], options);
  return answer;
}

/** Several commands as one step of undo. */
export async function dispatchAll(commands: Command[], options?: DispatchOptions): Promise<Answer[]> {
  return open ? open.engine.dispatchAll(commands, options) : commands.map(() => notOpen());
}

/** The rows after these commands, as far as this page can tell; null if no workspace is open. Nothing is stored or sent. */
export const preview = (commands: readonly Command[]): ViewTables | null => open?.engine.preview(commands) ?? null;

export async function loadDetails(ticketId: string): Promise<void> {
  await open?.engine.loadDetails(ticketId);
}

/** Changes the details of opened tickets. */
export function changeDetails(change: (details: Details) => Details): void {
  open?.engine.changeDetails(change);
}

export async function loadOlderActivities(ticketId: string, limit?: ActivityLimit): Promise<void> {
  await open?.engine.loadOlderActivities(ticketId, limit);
}

/** Loads a ticket's details, keeps them fresh and watches who is there, until released. */
export function watchTicket(ticketId: string): () => void {
  return open?.engine.watchTicket(ticketId) ?? (() => {});
}

export function setPresence(report: PresenceReport): void {
  open?.engine.setPresence(report);
}

export function dismissRefusal(id: string): void {
  open?.engine.dismissRefusal(id);
}

/** Discards an edit that waits, or a damaged edit. */
export function discardEdit(id: string): void {
  open?.engine.discardEdit(id);
}

/** Sends a refused command again, as a new one. */
export function retryRefusal(id: string): void {
  const command = open?.engine.dismissRefusal(id);
  if (command) void dispatch(command);
}

const nothing: UndoResult = { ok: false, reason: "nothing" };

export async function undo(): Promise<UndoResult> {
  return open ? open.engine.undo() : nothing;
}

export async function redo(): Promise<UndoResult> {
  return open ? open.engine.redo() : nothing;
}

answerForUnstoredEdits(() => open?.engine.hasUnstoredEdits ?? false);

/** Tries to reach the node now. */
export function tryNow(): void {
  open?.engine.wake();
}

/** Closes the workspace of a person who is not signed in, and then runs `work` on their stored data. Does nothing if the person has signed in again by then. */
export function whileAway(userId: string, work: () => Promise<void>): Promise<void> {
  return inTurn(async () => {
    // Another tab may know sooner that the person is back.
    const session = useSession.getState();
    if (kept()?.user.id === userId || (session.status === "signedIn" && session.user.id === userId)) return;
    if (open?.userId === userId) await close();
    await dropAhead(userId);
    await work();
  });
}

/** Deletes all data of a person who signs out from this machine, unsent edits included. */
export async function forget(userId: string): Promise<void> {
  await closeWorkspace();
  await dropAhead(userId);
  await forgetStorage(userId);
}

import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { readSnapshot, snapshotForms } from "@/api/snapshot";
import type { NodeApi } from "@/sync/connection/nodeApi";
import { SessionOver } from "@/sync/connection/nodeApi";
import { Engine } from "@/sync/engine";
import { platformSocketOf, type Platform } from "@/sync/platform/platform";
import { pageSchema } from "@/sync/stream/schema";
import { replicaFrom } from "@/sync/stream/snapshotJoin";
import { openStorage } from "@/sync/storage/storage";
import type { Tables } from "@/sync/tables/tables";
import { openTabs } from "@/sync/platform/tabs";
import { FakeLocks } from "@/sync/testing/locks";
import type { Answer, SyncState } from "@/sync/types";
import type { Command } from "@/wire/generated";
import { until } from "./node";

/** A user without a browser: a session, and the sync core as the app runs it. */
export interface ReplicaUser {
  id: string;
  call<T>(path: string, body?: unknown): Promise<T>;
  /** Opens a tab; the tabs of one person share their storage. */
  open(workspaceId: string): Promise<Tab>;
  /** The node's present state for this user. */
  truth(workspaceId: string): Promise<Tables>;
}

export interface Tab {
  engine: Engine;
  state(): Partial<SyncState>;
  /** Executes one command and waits for the answer. */
  do(command: Command): Promise<Answer>;
  /** Waits until the tab is live and has no command in flight. */
  quiet(): Promise<void>;
  /** Ends the tab without a close. */
  crash(): void;
}

const password = "correct horse battery";

async function answered<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
}

export async function replicaUser(url: string, name: string): Promise<ReplicaUser> {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const email = `${name}.${randomUUID().slice(0, 8)}@troupe.example`;
  const signedUp = await post("/api/auth/sign-up", { email, password, firstname: name });
  const { signUpId } = await answered<{ signUpId: string }>(signedUp);
  const mail = await fetch(`${url}/api/dev/mailbox?to=${encodeURIComponent(email)}`);
  const { messages } = await answered<{ messages: { code: string }[] }>(mail);
  const confirmed = await post("/api/auth/confirm", { signUpId, code: messages[0]?.code });
  const { accessToken, user } = await answered<{ accessToken: string; user: { id: string } }>(confirmed);
  const headers = { authorization: `Bearer ${accessToken}` };
  const call = async <T>(path: string, body?: unknown) =>
    answered<T>(body === undefined ? await fetch(`${url}${path}`, { headers }) : await post(path, body, headers));

  const read = async (path: string, accept: string) => {
    const answer = await fetch(`${url}/api/workspaces/${path}`, { headers: { ...headers, accept } });
    if (!answer.ok || !answer.body) throw new Error(`The snapshot answered ${answer.status}`);
    return readSnapshot(answer.body);
  };
  const snapshot = (workspaceId: string, _signal?: AbortSignal, scope?: string) =>
    read(`${workspaceId}/snapshot${scope === undefined ? "" : `?scope=${scope}`}`, snapshotForms);
  // In the other form than the tabs', so that the two are compared as well (SN1).
  const byLines = (workspaceId: string) => read(`${workspaceId}/snapshot`, "application/x-ndjson");
  const nodeApi: NodeApi = {
    token: async (fresh) => {
      if (fresh) throw new SessionOver();
      return accessToken;
    },
    answers: () => fetch(`${url}/readyz`).then(({ ok }) => ok, () => false),
    snapshot,
    ticket: (workspaceId, ticketId) => call(`/api/workspaces/${workspaceId}/tickets/${ticketId}`),
    activities: (workspaceId, ticketId, before) =>
      call(`/api/workspaces/${workspaceId}/tickets/${ticketId}/activities?before=${before}&limit=50`),
  };
  const locks = new FakeLocks();

  return {
    id: user.id,
    call,
    truth: async (workspaceId) => (await replicaFrom(await byLines(workspaceId), workspaceId, [])).tables,
    open: (workspaceId) => openTab({ url, userId: user.id, workspaceId, nodeApi, locks }),
  };
}

interface TabParts {
  url: string;
  userId: string;
  workspaceId: string;
  nodeApi: NodeApi;
  locks: FakeLocks;
}

async function openTab({ url, userId, workspaceId, nodeApi, locks }: TabParts): Promise<Tab> {
  let state: Partial<SyncState> = {};
  let gone = false;
  const { locks: manager, die } = locks.tab();
  const storage = await openStorage(userId, workspaceId);
  const engine = new Engine({
    workspaceId,
    userId,
    platform: platform(`${url}/api/socket?workspace=${workspaceId}&schema=${pageSchema}`, () => gone),
    nodeApi,
    storage,
    tabs: openTabs(storage.name, randomUUID(), manager),
    publish: (part) => {
      state = { ...state, ...part };
    },
    lost: () => undefined,
  });
  await engine.start();
  return {
    engine,
    state: () => state,
    do: async (command) => {
      const [answer] = await engine.dispatchAll([command]);
      if (!answer) throw new Error("no answer");
      return answer;
    },
    quiet: () =>
      until(
        `${userId} is quiet`,
        async () => state.connection === "live" && state.waiting === 0 && Object.keys(state.pending ?? {}).length === 0,
        10_000,
      ).catch((error: unknown) => {
        const { connection, endedReason, waiting, pending, refusals } = state;
        throw new Error(JSON.stringify({ connection, endedReason, waiting, pending, refusals }), { cause: error });
      }),
    crash: () => {
      gone = true;
      engine.networkLost();
      die();
    },
  };
}

/** The tab's platform; parts of a crashed tab do nothing any more. */
function platform(socketUrl: string, gone: () => boolean): Platform {
  const after = (ms: number, work: () => void) => {
    const timer = setTimeout(() => gone() || work(), ms);
    return () => clearTimeout(timer);
  };
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    after,
    nextFrame: (work) => after(1, work),
    openSocket: (handlers) =>
      platformSocketOf(socketTo(socketUrl), {
        opened: () => gone() || handlers.opened(),
        received: (text) => gone() || handlers.received(text),
        closed: (code, reason) => gone() || handlers.closed(code, reason),
      }),
  };
}

/** Node's own WebSocket accepts headers, unlike a browser's: a program must name its origin itself. */
function socketTo(url: string): WebSocket {
  const Socket = WebSocket as unknown as new (url: string, options: { headers: Record<string, string> }) => WebSocket;
  return new Socket(url.replace(/^http/, "ws"), { headers: { origin: new URL(url).origin } });
}

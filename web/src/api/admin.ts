import { request } from "./session";

/** A node, as it told of itself. */
export interface NodeFigures {
  id: string;
  version: string;
  startedAt: string;
  seenAt: string;
  memoryBytes: number;
  connectionsBusy: number;
  connectionsIdle: number;
  sockets: number;
  /** Workspaces in memory, and the scopes of these whose journal is followed. */
  workspaces: number;
  scopes: number;
  /** Messages of other nodes that workspaces have not taken yet. */
  unheard: number;
  /** Commands without an answer yet. */
  waiting: number;
  /** What sockets' readers have not taken yet, and that of the socket with the most. */
  outboxBytes: number;
  outboxFullestBytes: number;
  /** Since the start. */
  requests: number;
  panics: number;
  bus: {
    /** Why it is away; null while it is connected. */
    away: string | null;
    peers: number;
    published: number;
    received: number;
    dropped: number;
    gapsFilled: number;
    /** Messages of others that were told here since the start, and by how many milliseconds they were late, added up. */
    told: number;
    lateMs: number;
  };
}

export interface WorkspaceFigures {
  id: string;
  name: string;
  key: string;
  members: number;
  seq: number;
  lastEventAt: string | null;
}

/** The instance at one moment, for its owner. */
export interface Overview {
  at: string;
  node: string;
  /** The one that answers first. */
  nodes: NodeFigures[];
  totals: { people: number; sessions: number; workspaces: number; events: number; bytes: number };
  /** Those with the most events first, and not all of them. */
  workspaces: WorkspaceFigures[];
}

export function loadOverview(signal?: AbortSignal): Promise<Overview> {
  return request("/api/admin/overview", signal ? { signal } : {});
}

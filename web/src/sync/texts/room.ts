import { textsOf, newId, useTroupe, type OpenTexts } from "../store";
import { blocksOf } from "./fromMarkdown";
import { TextDatabase } from "./textDatabase";
import { Texts } from "./texts";
import type { NodesUpdate, Text, TextState } from "./text";
import type { TreeNode } from "./tree";

const after = (ms: number, work: () => void) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/** The blocks of the description that is shown, unless it is known to be old: changes to an old text would be lost. */
function described(ticketId: string): readonly TreeNode[] | null {
  const detail = useTroupe.getState().details[ticketId];
  return !detail || detail.stored === "outdated" || (detail.state !== "ready" && detail.stored === undefined) ? null : blocksOf(detail.description ?? "");
}

let latest: Texts | null = null;

const make = (open: OpenTexts): Texts => {
  const texts = new Texts({
    platform: { after, now: () => Date.now() },
    storage: new TextDatabase(open.userId, open.workspaceId),
    newId,
    sendBytes: open.sendBytes,
    described,
  });
  latest = texts;
  return texts;
};

useTroupe.subscribe(({ details }, before) => {
  if (details === before.details) return;
  for (const ticketId of Object.keys(details)) if (details[ticketId] !== before.details[ticketId]) latest?.described(ticketId);
});

/** The texts of the open workspace; null if no workspace is open. */
const room = (): Texts | null => textsOf(make) as Texts | null;

/** A text that a component shows: open while there is a listener. */
export interface TextHandle {
  subscribe(listener: () => void): () => void;
  state(): TextState | null;
  dismissLost(id: string): void;
  /** Makes an update of the node a change of the person. See `Text.adopt`. */
  adopt(update: NodesUpdate): (() => void) | null;
}

export function textHandle(ticketId: string): TextHandle {
  let text: Text | null = null;
  return {
    subscribe: (listener) => {
      const held = room()?.open(ticketId, listener);
      text = held?.text ?? null;
      return () => {
        text = null;
        held?.release();
      };
    },
    state: () => text?.state ?? null,
    dismissLost: (id) => text?.dismissLost(id),
    adopt: (update) => text?.adopt(update) ?? null,
  };
}

/** Sends what earlier visits have left. */
export async function sendStoredTexts(): Promise<void> {
  await room()?.sendStored();
}

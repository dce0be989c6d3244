import { textsOf, newId, useTroupe, type OpenTexts } from "../store";
import { blocksOf } from "./fromMarkdown";
import { TextDatabase } from "./textDatabase";
import { Texts } from "./texts";
import type { Text, TextState } from "./text";
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

/** A text that a component shows. */
export interface OpenText {
  state(): TextState;
  dismissLost: Text["dismissLost"];
  release(): void;
}

export function openText(ticketId: string, changed: () => void): OpenText | null {
  const held = room()?.open(ticketId, changed);
  if (!held) return null;
  const { text, release } = held;
  return { state: () => text.state, dismissLost: (id) => text.dismissLost(id), release };
}

/** Sends what earlier visits have left. */
export async function sendStoredTexts(): Promise<void> {
  await room()?.sendStored();
}

import { useCallback, useEffect, useState } from "react";
import { keepDraft, readDraft } from "@/lib/drafts";
import { newId, useTroupe } from "@/sync/store";
import { hasStoredTexts, TextDatabase } from "@/sync/texts/textDatabase";

/** What this machine keeps of the text of a ticket, without loading the editor. */
interface StoredText {
  /** True if there is a copy of the document. */
  copy: boolean;
  /** True if there are own changes or lost texts, which the person must see. */
  waiting: boolean;
  /** Looks again. */
  look: () => void;
}

/** The draft of a description that an earlier version of the app has left; null if there is none. */
function earlierDraft(ticketId: string): string | null {
  try {
    const kept = JSON.parse(readDraft("description", ticketId) ?? "null") as { base?: unknown; text?: unknown } | null;
    return typeof kept?.text === "string" && kept.text !== kept.base ? kept.text : null;
  } catch {
    return null;
  }
}

export function useStoredText(ticketId: string): StoredText {
  const [found, setFound] = useState({ copy: false, waiting: false });
  const look = useCallback(() => {
    const { me, workspace } = useTroupe.getState();
    if (me === null || !workspace) return;
    const draft = earlierDraft(ticketId);
    if (draft === null && !hasStoredTexts(me, workspace.id)) return;
    const storage = new TextDatabase(me, workspace.id);
    const moved = draft === null ? Promise.resolve() : storage.addLost(ticketId, { id: newId(), words: draft, code: "earlier" }).then(() => keepDraft("description", ticketId, null));
    moved.then(() => storage.read(ticketId)).then(
      ({ copy, tail, lost }) => setFound({ copy: copy !== null, waiting: tail.length + lost.length > 0 }),
      // The browser denies storage, so there is nothing.
      () => undefined,
    );
  }, [ticketId]);
  useEffect(look, [look]);
  return { ...found, look };
}

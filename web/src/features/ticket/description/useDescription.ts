import { useCallback, useEffect, useRef, useState } from "react";
import { useTakeBack } from "@/actions/giveBack";
import { setDescription } from "@/actions/tickets";
import { useTroupe } from "@/sync/store";
import { keepDraft, readDraft } from "@/lib/drafts";
import * as draft from "./draft";
import type { Draft } from "./draft";

/** The text is saved after this long without typing. */
const pauseMs = 800;

export type Saving = "saved" | "saving" | "offline" | "refused" | null;

/** A draft, and whether the person has left the editor: the draft then ends once none of it waits to be saved. */
interface Held {
  draft: Draft;
  left: boolean;
}

const waits = ({ draft: { theirs }, draft: one }: Held) => theirs !== null || draft.isTouched(one);

/**
 * The description of a ticket while it is edited: autosaved, kept over reloads, never silently replaced. If the person may
 * no longer edit, the draft stays on this device, and nothing is saved.
 */
export function useDescription(ticketId: string, now: string, mayEdit: boolean) {
  const [held, setHeld] = useState<Held | null>(() => {
    const kept = draft.unpack(readDraft("description", ticketId), now);
    // The draft saves itself or asks for a choice. The person has not opened the editor.
    return kept && { draft: kept, left: true };
  });
  const [saving, setSaving] = useState<Saving>(null);
  const [seen, setSeen] = useState(now);
  const live = useTroupe(({ connection }) => connection === "live");
  const change = useCallback(
    (next: (draft: Draft) => Draft, left?: boolean) =>
      setHeld((before) => before && { draft: next(before.draft), left: left ?? before.left }),
    [],
  );
  if (seen !== now) {
    setSeen(now);
    change((before) => draft.arrive(before, now));
  }
  const shown = mayEdit && held !== null && (!held.left || waits(held)) ? held.draft : null;
  const current = useRef({ shown, live });
  useEffect(() => {
    current.current = { shown, live };
  });

  const save = useCallback(() => {
    const { shown: one, live: online } = current.current;
    const text = one && draft.toSave(one);
    if (text === null) return;
    change((before) => draft.send(before, text));
    setSaving(online ? "saving" : "offline");
    void setDescription(ticketId, text).then(([told]) => {
      const ok = told?.ok ?? true;
      setSaving(ok ? "saved" : "refused");
      change((before) => draft.answer(before, text, ok));
      // Later changes are kept with the next save.
      const later = current.current.shown;
      if (ok && (later === null || later.text === text)) keepDraft("description", ticketId, null);
      return ok;
    });
  }, [ticketId, change]);

  // A refused text stays in the draft, and the editor still shows it.
  useTakeBack("description", ticketId, (text) => shown?.text === text);
  const touched = shown !== null && draft.isTouched(shown);
  useEffect(() => {
    if (shown === null || !touched) return undefined;
    keepDraft("description", ticketId, draft.pack(shown));
    // Without a connection, a save would overwrite other people's changes unseen. The draft waits until the connection
    // is back.
    if (!live) return undefined;
    const due = setTimeout(save, pauseMs);
    return () => clearTimeout(due);
  }, [ticketId, shown, touched, live, save]);
  // Leaving the editor loses nothing: the text is sent, or waits in the outbox if there is no connection.
  useEffect(() => save, [save]);

  const begin = useCallback(() => {
    setHeld((before) => (before && waits(before) ? { ...before, left: false } : { draft: draft.begin(now), left: false }));
  }, [now]);
  const write = useCallback(
    (text: string) => {
      setSaving(null);
      change((before) => draft.write(before, text), false);
    },
    [change],
  );
  const end = useCallback(() => {
    if (current.current.live) save();
    change((before) => before, true);
  }, [save, change]);
  const keepMine = useCallback(() => change(draft.keepMine), [change]);
  const takeTheirs = useCallback(() => {
    keepDraft("description", ticketId, null);
    change(draft.takeTheirs);
  }, [ticketId, change]);
  const bringBack = useCallback(
    (mine: string) => setHeld({ draft: draft.write(draft.begin(now), mine), left: false }),
    [now],
  );
  const mark: Saving = !live && (touched || saving === "saving") ? "offline" : saving;
  return {
    text: shown?.text ?? null,
    theirs: shown?.theirs ?? null,
    /** True if the person opened the editor, and has not left it since. */
    wanted: held?.left === false,
    saving: mark,
    begin,
    write,
    end,
    keepMine,
    takeTheirs,
    bringBack,
  };
}

import { useCallback, useEffect, useRef, useState } from "react";
import { setDescription } from "@/actions/tickets";
import { useTroupe } from "@/sync/store";
import { keepDraft, readDraft } from "../kept";
import * as draft from "./draft";
import type { Draft } from "./draft";

/** How long nothing is typed before the text is saved. */
const pauseMs = 800;

export type Saving = "saved" | "saving" | "offline" | "refused" | null;

/** The description of a ticket while it is edited: autosaved, kept over reloads, never silently replaced. */
export function useDescription(ticketId: string, now: string) {
  const [state, setState] = useState<Draft | null>(() => draft.unpack(readDraft("description", ticketId), now));
  const [saving, setSaving] = useState<Saving>(null);
  const live = useTroupe(({ connection }) => connection === "live");
  const left = useRef(false);
  const current = useRef({ state, live });
  useEffect(() => {
    current.current = { state, live };
  });

  useEffect(() => setState((before) => before && draft.arrive(before, now)), [now]);

  const save = useCallback(() => {
    const { state: held, live: online } = current.current;
    const text = held && draft.toSave(held);
    if (text === null) return;
    setState((before) => before && draft.send(before, text));
    setSaving(online ? "saving" : "offline");
    void setDescription(ticketId, text).then(([told]) => {
      const ok = told?.ok ?? true;
      setSaving(ok ? "saved" : "refused");
      setState((before) => before && draft.answer(before, text, ok));
      // What was written since is kept with the next step.
      const { state: later } = current.current;
      if (ok && (later === null || later.text === text)) keepDraft("description", ticketId, null);
    });
  }, [ticketId]);

  const text = state?.text ?? null;
  const touched = state !== null && draft.isTouched(state);
  useEffect(() => {
    if (state === null || !touched) return undefined;
    keepDraft("description", ticketId, draft.pack(state));
    // Away from the node a save would overwrite unseen what others write meanwhile: the draft waits here for the way back.
    if (!live) {
      setSaving("offline");
      return undefined;
    }
    const due = setTimeout(save, pauseMs);
    return () => clearTimeout(due);
  }, [ticketId, state, touched, live, save]);
  // The text is left as soon as nothing of it waits for a save or a choice.
  useEffect(() => {
    if (left.current && state !== null && !touched && state.theirs === null) setState(null);
  }, [state, touched]);
  // Whoever leaves takes nothing with them: the text goes out, and into the outbox where there is no way.
  useEffect(() => save, [save]);

  const begin = useCallback(() => {
    left.current = false;
    setState((before) => before ?? draft.begin(now));
  }, [now]);
  const write = useCallback((next: string) => {
    left.current = false;
    setSaving(null);
    setState((before) => before && draft.write(before, next));
  }, []);
  const end = useCallback(() => {
    left.current = true;
    if (current.current.live) save();
    setState((before) => before && { ...before });
  }, [save]);
  const keepMine = useCallback(() => setState((before) => before && draft.keepMine(before)), []);
  const takeTheirs = useCallback(() => {
    keepDraft("description", ticketId, null);
    setState((before) => before && draft.takeTheirs(before));
  }, [ticketId]);
  const bringBack = useCallback((mine: string) => setState((before) => draft.write(before ?? draft.begin(now), mine)), [now]);
  return { editing: state !== null, text, theirs: state?.theirs ?? null, saving, begin, write, end, keepMine, takeTheirs, bringBack };
}

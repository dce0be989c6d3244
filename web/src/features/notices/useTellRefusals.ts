import { plural, t } from "@lingui/core/macro";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { giveBack } from "@/actions/giveBack";
import { dismissRefusal, useTroupe } from "@/sync/store";
import type { RefusedCommand } from "@/sync/types";
import { tell, tellRefusal } from "@/ui/Toast";
import { describe, whyNotSaved } from "./describe";
import { leaveToToast, moveToBanner, showNotices } from "./open";
import { noticeFor } from "./refusalNotice";

/** Shows a toast for each new refusal. Refusals from before the page was opened are left to the banner. */
export function useTellRefusals(): void {
  const ready = useTroupe((state) => state.ready);
  const refusals = useTroupe((state) => state.refusals);
  const waited = useWaited();
  const told = useRef<Set<string> | null>(null);
  useEffect(() => () => moveToBanner(), []);
  // Before the browser paints, so that the banner does not flash for an edit that a toast explains.
  useLayoutEffect(() => {
    if (!ready) return;
    const first = told.current === null;
    const known = (told.current ??= new Set());
    const fresh = refusals.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    if (!first) tellOf(fresh, waited.current);
  }, [ready, refusals, waited]);
}

/** The ids of edits that were unanswered at some time without a connection, or before this part of the page had loaded. */
function useWaited() {
  const unsent = useTroupe((state) => state.unsent);
  const [atFirst] = useState(() => new Set(unsent.map(({ id }) => id)));
  const waited = useRef(atFirst);
  const away = useTroupe((state) => state.connection !== "live");
  useLayoutEffect(() => {
    // Without a network, the connection still counts as live for some seconds.
    if (away || !navigator.onLine) for (const { id } of unsent) waited.current.add(id);
  }, [away, unsent]);
  return waited;
}

function tellOf(fresh: readonly RefusedCommand[], waited: ReadonlySet<string>): void {
  const view = useTroupe.getState();
  const now = Date.now();
  const told: RefusedCommand[] = [];
  const kept: RefusedCommand[] = [];
  for (const refusal of fresh) {
    const hasText = describe(view, refusal.command).text !== null;
    const notice = noticeFor(refusal, { hasText, waited: waited.has(refusal.id), now });
    if (notice === "banner") continue;
    told.push(refusal);
    if (notice === "decisionToast" && !giveBack(refusal.command)) kept.push(refusal);
  }
  const [one, ...others] = told;
  if (!one) return;
  const text = others.length > 0 ? plural(told.length, { one: "# edit couldn't be saved.", other: "# edits couldn't be saved." }) : whyNotSaved(view, one);
  const drop = (gone: readonly RefusedCommand[]) => {
    for (const { id } of gone) dismissRefusal(id);
  };
  const ids = kept.map(({ id }) => id);
  const keep = () => moveToBanner(ids);
  if (kept.length === 0) tellRefusal(text);
  else {
    leaveToToast(ids);
    const show = () => {
      keep();
      showNotices();
    };
    tell({ text, refusal: true, action: { name: t`Show`, onClick: show }, stays: { or: { name: t`Discard`, onClick: () => drop(kept) }, onReplaced: keep } });
  }
  drop(told.filter((refusal) => !kept.includes(refusal)));
}

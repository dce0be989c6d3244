import { plural, t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import { dismissRefusal, useTroupe } from "@/sync/store";
import type { RefusedCommand, SyncState } from "@/sync/types";
import { Dialog } from "@/ui/Dialog";
import { tellRefusal } from "@/ui/Toast";
import { describe, whyNotSaved } from "./describe";
import styles from "./Notices.module.css";
import { showNotices, useNotices } from "./open";
import { DamagedLine, RefusedEdit } from "./RefusedEdit";

/** Tells when the node says no, with the reason; keeps the list of what it said no to. */
export function Notices() {
  useTellRefusals();
  const refusals = useTroupe((state) => state.refusals);
  const damaged = useTroupe((state) => state.damaged);
  const open = useNotices((state) => state.open);
  const count = refusals.length + damaged.length;
  const shown = open && count > 0;
  useEffect(() => {
    if (open && !shown) showNotices(false);
  }, [open, shown]);
  return (
    <Dialog
      wide
      open={shown}
      onOpenChange={showNotices}
      title={plural(count, { one: "# edit not saved", other: "# edits not saved" })}
      text={
        refusals.length > 0
          ? plural(refusals.length, {
              one: "The server rejected this edit. Nothing was changed. Your text is kept here until you discard it.",
              other: "The server rejected these edits. Nothing was changed. Your text is kept here until you discard it.",
            })
          : t`They were damaged on this device before they could be sent.`
      }
    >
      <ul className={styles.list}>
        {refusals.map((refusal) => (
          <RefusedEdit key={refusal.id} refusal={refusal} />
        ))}
        {damaged.map((edit) => (
          <DamagedLine key={edit.id} edit={edit} />
        ))}
      </ul>
    </Dialog>
  );
}

/** For how long after an edit its author is assumed to remember the edit. */
const atHandMs = 60_000;

/** True if the refused edit holds text, or is too old for its author to remember. For any other, a toast is enough. */
function isWorthKeeping(view: SyncState, { command, at }: RefusedCommand): boolean {
  return describe(view, command).text !== null || Date.now() - Date.parse(at) > atHandMs;
}

/** Says each no once. Those from before the page was opened have their banner, which is enough. */
function useTellRefusals(): void {
  const ready = useTroupe((state) => state.ready);
  const refusals = useTroupe((state) => state.refusals);
  const told = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!ready) return;
    const first = told.current === null;
    const known = (told.current ??= new Set());
    const fresh = refusals.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    const [one, ...others] = fresh;
    if (!one || first) return;
    const view = useTroupe.getState();
    const kept = fresh.filter((refusal) => isWorthKeeping(view, refusal));
    const show = kept.length > 0 ? { name: t`Show`, onClick: () => showNotices() } : undefined;
    if (others.length > 0) tellRefusal(plural(fresh.length, { one: "# edit couldn't be saved.", other: "# edits couldn't be saved." }), show);
    else tellRefusal(whyNotSaved(view, one), show);
    for (const refusal of fresh) if (!kept.includes(refusal)) dismissRefusal(refusal.id);
  }, [ready, refusals]);
}

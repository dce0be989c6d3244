import { useEffect, useRef } from "react";
import { explain } from "@/actions/refusals";
import { counted } from "@/lib/names";
import { useTroupe } from "@/sync/store";
import { Dialog } from "@/ui/Dialog";
import { tellRefusal } from "@/ui/Toast";
import { describe } from "./describe";
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
      title={`${counted(count, "edit")} not saved`}
      text={
        refusals.length > 0
          ? "The server refused them and nothing of them has changed anything. What you wrote is kept here until you discard it."
          : "They were damaged on this device before they could be sent."
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
    const show = { name: "Show", onClick: () => showNotices() };
    if (others.length > 0) return tellRefusal(`${counted(fresh.length, "edit")} could not be saved.`, show);
    const view = useTroupe.getState();
    tellRefusal(`${describe(view, one.command).what} was not saved. ${explain(view, one.error)}`, show);
  }, [ready, refusals]);
}

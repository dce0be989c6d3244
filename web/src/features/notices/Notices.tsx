import { plural } from "@lingui/core/macro";
import { useEffect } from "react";
import { useTroupe } from "@/sync/store";
import { Dialog } from "@/ui/Dialog";
import styles from "./Notices.module.css";
import { showNotices, useNotices } from "./open";
import { DamagedLine, RefusedEdit } from "./RefusedEdit";
import { useTellRefusals } from "./useTellRefusals";

/** Tells the person about refused edits, and keeps the list of them. */
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
          : plural(damaged.length, {
              one: "This edit was damaged on this device before it could be sent.",
              other: "These edits were damaged on this device before they could be sent.",
            })
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

import { t } from "@lingui/core/macro";
import { discardEdit, useTroupe } from "@/sync/store";
import { KeptEdit } from "./KeptEdit";
import styles from "./Notices.module.css";
import { DamagedLine, RefusedEdit } from "./RefusedEdit";
import { useDescribed } from "./useDescribed";

/**
 * All edits that the server does not have, in a workspace that has ended: the person must see them before they are
 * gone.
 */
export function UnsentEdits() {
  const unsent = useTroupe((state) => state.unsent);
  const refusals = useTroupe((state) => state.refusals);
  const damaged = useTroupe((state) => state.damaged);
  const described = useDescribed();
  return (
    <ul className={styles.list} aria-label={t`Unsaved edits`}>
      {unsent.map(({ id, command, at }) => (
        <KeptEdit key={id} {...described(command)} at={at} onDiscard={() => discardEdit(id)} />
      ))}
      {refusals.map((refusal) => (
        <RefusedEdit key={refusal.id} refusal={refusal} over />
      ))}
      {damaged.map((edit) => (
        <DamagedLine key={edit.id} edit={edit} />
      ))}
    </ul>
  );
}

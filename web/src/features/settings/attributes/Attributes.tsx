import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { deleteAttribute } from "@/actions/attributes";
import { useMay } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { attributesInOrder } from "@/sync/selectors";
import { undo, useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { tell } from "@/ui/Toast";
import type { Attribute } from "@/wire/generated";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import { AttributeDialog } from "./AttributeDialog";
import { AttributeLine } from "./AttributeLine";
import styles from "./Attributes.module.css";
import { tasksByValue } from "./counts";
import { SystemAttributes } from "./SystemAttributes";

/** The open dialog. */
type Asked = { what: "create" } | { what: "describe" | "delete"; attribute: Attribute };

/** The attributes of the workspace, with their options. */
export function Attributes() {
  const attributes = useTroupe((state) => state.attributes);
  const tickets = useTroupe((state) => state.tickets);
  const mayManage = useMay("manageAttributes");
  const [asked, setAsked] = useState<Asked | null>(null);
  const counts = useMemo(() => tasksByValue(tickets), [tickets]);
  const inOrder = attributesInOrder({ attributes });
  const close = () => setAsked(null);
  return (
    <section className={settings.section} aria-label={t`Attributes`}>
      <Head
        title={t`Attributes - Settings`}
        text={mayManage ? t`Fields that you add to the tasks of all lists or of some lists.` : t`The fields that your workspace has added to tasks.`}
        action={
          mayManage && (
            <Button variant="primary" icon={Plus} onClick={() => setAsked({ what: "create" })}>
              <Trans>New attribute</Trans>
            </Button>
          )
        }
      />
      {inOrder.length > 0 && (
        <table className={settings.table} aria-label={t`Attributes`}>
          <thead>
            <tr>
              <th scope="col"><Trans>Name</Trans></th>
              <th scope="col" className={cx(settings.roomy, styles.type)}><Trans>Type</Trans></th>
              <th scope="col" className={cx(settings.roomy, styles.shownIn)}><Trans>Shown in</Trans></th>
              <th scope="col" className={styles.cards}><Trans>Shown on cards</Trans></th>
              <th scope="col">
                <span className={settings.hidden}>{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          {inOrder.map((attribute) => (
            <AttributeLine
              key={attribute.id}
              of={attribute}
              among={inOrder}
              counts={counts}
              onDescribe={() => setAsked({ what: "describe", attribute })}
              onDelete={() => setAsked({ what: "delete", attribute })}
            />
          ))}
        </table>
      )}
      {inOrder.length === 0 && <p className={settings.empty}><Trans>No attributes yet.</Trans></p>}
      <SystemAttributes />
      {asked?.what === "create" && <AttributeDialog of={null} among={inOrder} onClose={close} />}
      {asked?.what === "describe" && <AttributeDialog of={asked.attribute} among={inOrder} onClose={close} />}
      {asked?.what === "delete" && <DeleteAttribute of={asked.attribute} count={counts.get(asked.attribute.id) ?? 0} onClose={close} />}
    </section>
  );
}

interface DeleteAttributeProps {
  of: Attribute;
  /** The number of tasks that have a value. */
  count: number;
  onClose: () => void;
}

function DeleteAttribute({ of: { id, name }, count, onClose }: DeleteAttributeProps) {
  const values = plural(count, { one: "# task has a value.", other: "# tasks have a value." });
  return (
    <ConfirmDialog
      open
      danger
      title={t`Delete the attribute “${name}”?`}
      text={count === 0 ? t`No task that you see has a value. All tasks lose the field.` : t`${values} All tasks lose the field. An undo brings the values back.`}
      confirm={t`Delete attribute`}
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void deleteAttribute(id);
        tell({ text: t`Deleted “${name}”`, icon: Trash2, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
      }}
    />
  );
}

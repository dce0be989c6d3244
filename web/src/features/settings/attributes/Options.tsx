import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Merge, Trash2 } from "lucide-react";
import { useState } from "react";
import { createOption, deleteOption } from "@/actions/attributes";
import { optionsInOrder } from "@/sync/selectors";
import { undo, useTroupe } from "@/sync/store";
import { DeleteIntoDialog } from "@/ui/DeleteIntoDialog";
import { LabelDot } from "@/ui/Label";
import { tell } from "@/ui/Toast";
import type { Attribute, AttributeOption } from "@/wire/generated";
import settings from "../Settings.module.css";
import { AddName } from "./AddName";
import styles from "./Attributes.module.css";
import { optionKey } from "./counts";
import { OptionLine } from "./OptionLine";
import { useMayManage } from "./useMayManage";

interface OptionsProps {
  of: Attribute;
  /** The number of tasks with each option, by `optionKey`. */
  counts: ReadonlyMap<string, number>;
}

/** The options of an attribute, and a field for the next one. */
export function Options({ of: attribute, counts }: OptionsProps) {
  const attributes = useTroupe((state) => state.attributes);
  const options = useTroupe((state) => state.options);
  const mayManage = useMayManage(attribute);
  const [deleting, setDeleting] = useState<AttributeOption | null>(null);
  const [merging, setMerging] = useState<AttributeOption | null>(null);
  const inOrder = optionsInOrder({ attributes, options }, attribute.id);
  const withOption = ({ id }: AttributeOption) => counts.get(optionKey(attribute.id, id)) ?? 0;
  return (
    <>
      <ul className={styles.options} aria-label={t`Options of ${attribute.name}`}>
        {inOrder.map((option) => (
          <OptionLine
            key={option.id}
            of={option}
            among={inOrder}
            tasks={withOption(option)}
            mayManage={mayManage}
            onMerge={() => setMerging(option)}
            onDelete={() => setDeleting(option)}
          />
        ))}
        {inOrder.length === 0 && <li className={settings.empty}><Trans>No options yet.</Trans></li>}
      </ul>
      {mayManage && (
        <AddName
          label={t`New option of ${attribute.name}`}
          placeholder={t`New option`}
          taken={inOrder.map(({ name }) => name)}
          onAdd={(name) => void createOption(attribute.id, name)}
        />
      )}
      {deleting && (
        <DeleteOption of={deleting} others={inOrder.filter(({ id }) => id !== deleting.id)} count={withOption(deleting)} onClose={() => setDeleting(null)} />
      )}
      {merging && (
        <MergeOption of={merging} others={inOrder.filter(({ id }) => id !== merging.id)} count={withOption(merging)} onClose={() => setMerging(null)} />
      )}
    </>
  );
}

interface OptionDialogProps {
  of: AttributeOption;
  others: readonly AttributeOption[];
  /** The number of tasks that have the option. */
  count: number;
  onClose: () => void;
}

/** Asks which option the tasks get instead, if any. */
function DeleteOption({ of: { id, name }, others, count, onClose }: OptionDialogProps) {
  const tasks = plural(count, { one: "# task has this option.", other: "# tasks have this option." });
  const none = { id: "", name: t`No other option` };
  return (
    <DeleteIntoDialog
      title={t`Delete the option “${name}”?`}
      text={count === 0 ? t`No task that you see has this option.` : others.length === 0 ? t`${tasks} They lose it.` : t`${tasks} Choose what they get instead.`}
      confirm={t`Delete option`}
      ask={t`Replace with`}
      empty={count === 0 || others.length === 0}
      targets={[none, ...others.map(targetOf)]}
      first={none.id}
      onCancel={onClose}
      onDelete={(target) => {
        onClose();
        void deleteOption(id, target || null);
        tell({ text: t`Deleted “${name}”`, icon: Trash2, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
      }}
    />
  );
}

/** Two options that mean the same become one: the tasks of the first get the other. */
function MergeOption({ of: { id, name }, others, count, onClose }: OptionDialogProps) {
  const nameOf = (target: string) => others.find((other) => other.id === target)?.name ?? "";
  const first = others[0];
  if (!first) return null;
  return (
    <DeleteIntoDialog
      title={t`Merge the option “${name}” into another?`}
      text={(target) => {
        const into = nameOf(target);
        return plural(count, {
          one: `# task gets “${into}” instead, and “${name}” is deleted.`,
          other: `# tasks get “${into}” instead, and “${name}” is deleted.`,
        });
      }}
      confirm={t`Merge options`}
      ask={t`Merge into`}
      targets={others.map(targetOf)}
      first={first.id}
      onCancel={onClose}
      onDelete={(target) => {
        const into = nameOf(target);
        onClose();
        void deleteOption(id, target);
        tell({ text: t`Merged “${name}” into “${into}”`, icon: Merge, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
      }}
    />
  );
}

const targetOf = ({ id, name, color }: AttributeOption) => ({ id, name, picture: <LabelDot hue={color} /> });

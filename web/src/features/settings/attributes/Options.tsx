import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Merge, Plus, Trash2 } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { createOption, deleteOption } from "@/actions/attributes";
import { isNameTaken } from "@/lib/useName";
import { optionsInOrder } from "@/sync/selectors";
import { undo, useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { DeleteIntoDialog } from "@/ui/DeleteIntoDialog";
import { Input } from "@/ui/Field";
import { LabelDot } from "@/ui/Label";
import { tell } from "@/ui/Toast";
import type { Attribute, AttributeOption } from "@/wire/generated";
import settings from "../Settings.module.css";
import styles from "./Attributes.module.css";
import { OptionLine } from "./OptionLine";
import { useMayManage } from "./useMayManage";

interface OptionsProps {
  of: Attribute;
  /** The number of tasks with each option, by id. */
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
  return (
    <>
      <ul className={styles.options} aria-label={t`Options of ${attribute.name}`}>
        {inOrder.map((option) => (
          <OptionLine
            key={option.id}
            of={option}
            among={inOrder}
            tasks={counts.get(option.id) ?? 0}
            mayManage={mayManage}
            onMerge={() => setMerging(option)}
            onDelete={() => setDeleting(option)}
          />
        ))}
        {inOrder.length === 0 && <li className={settings.empty}><Trans>No options yet.</Trans></li>}
      </ul>
      {mayManage && <AddOption of={attribute} taken={inOrder.map(({ name }) => name)} />}
      {deleting && (
        <DeleteOption of={deleting} others={inOrder.filter(({ id }) => id !== deleting.id)} count={counts.get(deleting.id) ?? 0} onClose={() => setDeleting(null)} />
      )}
      {merging && (
        <MergeOption of={merging} others={inOrder.filter(({ id }) => id !== merging.id)} count={counts.get(merging.id) ?? 0} onClose={() => setMerging(null)} />
      )}
    </>
  );
}

/** The field stays open after Enter, so that several options can be typed one after the other. */
function AddOption({ of: attribute, taken }: { of: Attribute; taken: readonly string[] }) {
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const problem = isNameTaken(name, taken);
  const press = (event: KeyboardEvent) => {
    // Esc clears the field before it leaves the page.
    if (event.key !== "Escape" || typed === "") return;
    event.stopPropagation();
    setTyped("");
  };
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (name === "" || problem) return;
        setTyped("");
        void createOption(attribute.id, name);
      }}
    >
      <Input
        aria-label={t`New option of ${attribute.name}`}
        aria-invalid={problem}
        placeholder={t`New option`}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={press}
      />
      <Button type="submit" icon={Plus} disabled={name === "" || problem}>
        <Trans>Add</Trans>
      </Button>
      {problem && <span className={settings.problem} role="alert">{t`That name is taken`}</span>}
    </form>
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

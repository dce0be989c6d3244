import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Ellipsis, PenLine, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { moveLabelSet, updateLabelSet } from "@/actions/attributes";
import { step } from "@/lib/place";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import { Picker } from "@/ui/Picker";
import type { Attribute, LabelSet } from "@/wire/generated";
import { LabelName } from "../LabelName";
import settings from "../Settings.module.css";
import styles from "./Attributes.module.css";
import { optionKey } from "./counts";
import { LabelOfSet } from "./LabelOfSet";
import { useLabelChoices } from "./useLabelChoices";

interface LabelSetPartProps {
  of: LabelSet;
  in: Attribute;
  /** The number of tasks with each label, by `optionKey`. */
  counts: ReadonlyMap<string, number>;
  mayManage: boolean;
  onDelete: () => void;
}

/** A label set: its name, whether a task may have only one of its labels, and its labels in their order. */
export function LabelSetPart({ of: set, in: attribute, counts, mayManage, onDelete }: LabelSetPartProps) {
  const labels = useTroupe((state) => state.labels);
  const [renaming, setRenaming] = useState(false);
  const singleId = useId();
  const { id, name, single, labelsOrder } = set;
  const others = (attribute.labelSets ?? []).filter((other) => other.id !== id);
  const order = (attribute.labelSets ?? []).map((other) => other.id);
  const known = labelsOrder.flatMap((labelId) => labels[labelId] ?? []);
  const change = (add: string[], remove: string[]) => void updateLabelSet(attribute.id, id, { labels: { add, remove } });
  const choices = useLabelChoices(others, (labelId) => change([labelId], []));
  const move = (after: string | null | undefined) => after !== undefined && void moveLabelSet(attribute.id, id, after);
  const [up, down] = [step(order, id, -1), step(order, id, 1)];
  return (
    <section aria-label={t`Label set ${name}`} className={styles.set}>
      <div className={styles.setHead}>
        {!mayManage ? (
          <h3 className={settings.name} dir="auto" title={name}>{name}</h3>
        ) : renaming ? (
          <LabelName
            name={name}
            label={t`New name for ${name}`}
            taken={others.map((other) => other.name)}
            onName={(wanted) => {
              setRenaming(false);
              void updateLabelSet(attribute.id, id, { name: wanted });
            }}
            onCancel={() => setRenaming(false)}
          />
        ) : (
          <h3 className={settings.name}>
            <button type="button" dir="auto" title={name} aria-label={t`Rename ${name}`} onClick={() => setRenaming(true)}>{name}</button>
          </h3>
        )}
        {mayManage ? (
          <span className={styles.check}>
            <Checkbox id={singleId} checked={single} onChange={(checked) => void updateLabelSet(attribute.id, id, { single: checked })} />
            <label htmlFor={singleId}><Trans>One label per task</Trans></label>
          </span>
        ) : (
          single && <span className={settings.quiet}><Trans>One label per task</Trans></span>
        )}
        {mayManage && (
          <span className={styles.setActions}>
            <Picker
              multi
              name={t`Labels of ${name}`}
              {...choices}
              selected={labelsOrder}
              onPick={(labelId) => (labelsOrder.includes(labelId) ? change([], [labelId]) : change([labelId], []))}
              trigger={<Button size="sm" icon={Plus} aria-label={t`Add labels to ${name}`}><Trans>Labels</Trans></Button>}
            />
            <Menu
              name={t`Actions for ${name}`}
              align="end"
              items={[
                { id: "rename", name: t`Rename`, icon: PenLine, onSelect: () => setRenaming(true) },
                { id: "up", name: t`Move up`, icon: ArrowUp, disabled: up === undefined, onSelect: () => move(up) },
                { id: "down", name: t`Move down`, icon: ArrowDown, disabled: down === undefined, onSelect: () => move(down) },
                { id: "delete", name: t`Delete label set`, icon: Trash2, danger: true, apart: true, onSelect: onDelete },
              ]}
            >
              <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
            </Menu>
          </span>
        )}
      </div>
      <ul className={styles.options} aria-label={t`Labels of ${name}`}>
        {known.map((label) => (
          <LabelOfSet key={label.id} of={label} set={set} in={attribute.id} tasks={counts.get(optionKey(attribute.id, label.id)) ?? 0} mayManage={mayManage} />
        ))}
        {known.length === 0 && <li className={settings.empty}><Trans>No labels yet.</Trans></li>}
      </ul>
    </section>
  );
}

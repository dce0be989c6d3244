import { t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp, Ellipsis, X } from "lucide-react";
import { moveLabel, updateLabelSet } from "@/actions/attributes";
import { cx } from "@/lib/cx";
import { step } from "@/lib/place";
import { IconButton } from "@/ui/IconButton";
import { LabelDot } from "@/ui/Label";
import { Menu } from "@/ui/Menu";
import type { Label, LabelSet } from "@/wire/generated";
import { shownNumber } from "@/words/region";
import settings from "../Settings.module.css";
import styles from "./Attributes.module.css";
import { useOrderDrag } from "./useOrderDrag";

interface LabelOfSetProps {
  of: Label;
  set: LabelSet;
  /** The attribute of the set. */
  in: string;
  /** The number of tasks that have the label as a value of the attribute. */
  tasks: number;
  mayManage: boolean;
}

/** A label in its set. It moves by dragging or by the menu. */
export function LabelOfSet({ of: { id, name, color }, set, in: attributeId, tasks, mayManage }: LabelOfSetProps) {
  const order = set.labelsOrder;
  const move = (moved: string, after: string | null) => void moveLabel(attributeId, set.id, moved, after);
  const { element, dragged, edge } = useOrderDrag<HTMLLIElement>({ of: set.id, id, order, enabled: mayManage, onMove: move });
  const [up, down] = [step(order, id, -1), step(order, id, 1)];
  return (
    <li ref={element} className={cx(styles.option, dragged && styles.dragged, edge === "top" && styles.above, edge === "bottom" && styles.below)} data-label={id}>
      <span className={settings.dot}>
        <LabelDot hue={color} />
      </span>
      <span className={settings.name} dir="auto" title={name}>{name}</span>
      <span className={styles.tasks} title={t`Tasks`}>{tasks > 0 && shownNumber(tasks)}</span>
      {mayManage && (
        <Menu
          name={t`Actions for ${name}`}
          align="end"
          items={[
            { id: "up", name: t`Move up`, icon: ArrowUp, disabled: up === undefined, onSelect: () => up !== undefined && move(id, up) },
            { id: "down", name: t`Move down`, icon: ArrowDown, disabled: down === undefined, onSelect: () => down !== undefined && move(id, down) },
            { id: "remove", name: t`Remove from the set`, icon: X, apart: true, onSelect: () => void updateLabelSet(attributeId, set.id, { labels: { add: [], remove: [id] } }) },
          ]}
        >
          <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
        </Menu>
      )}
    </li>
  );
}

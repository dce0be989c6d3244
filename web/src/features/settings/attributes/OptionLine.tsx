import { t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp, Ellipsis, Merge, PenLine, Trash2 } from "lucide-react";
import { useState } from "react";
import { moveOption } from "@/actions/attributes";
import { updateOption } from "@/actions/config";
import { cx } from "@/lib/cx";
import { step } from "@/lib/place";
import { hueItems } from "@/ui/hueItems";
import { IconButton } from "@/ui/IconButton";
import { LabelDot } from "@/ui/Label";
import { Menu } from "@/ui/Menu";
import type { AttributeOption } from "@/wire/generated";
import { shownNumber } from "@/words/region";
import { LabelName } from "../LabelName";
import settings from "../Settings.module.css";
import styles from "./Attributes.module.css";
import { useOrderDrag } from "./useOrderDrag";

interface OptionLineProps {
  of: AttributeOption;
  /** All options of the attribute in order, this one among them. */
  among: readonly AttributeOption[];
  /** The number of tasks that have it. */
  tasks: number;
  mayManage: boolean;
  onMerge: () => void;
  onDelete: () => void;
}

/** An option with its colour, which a click changes. It moves by dragging or by the menu. */
export function OptionLine({ of: option, among, tasks, mayManage, onMerge, onDelete }: OptionLineProps) {
  const [renaming, setRenaming] = useState(false);
  const { id, name, color, attributeId } = option;
  const order = among.map((other) => other.id);
  const move = (moved: string, after: string | null) => void moveOption(moved, after);
  const { element, dragged, edge } = useOrderDrag<HTMLLIElement>({ of: attributeId, id, order, enabled: mayManage && !renaming, onMove: move });
  const up = step(order, id, -1);
  const down = step(order, id, 1);
  return (
    <li ref={element} className={cx(styles.option, dragged && styles.dragged, edge === "top" && styles.above, edge === "bottom" && styles.below)} data-option={id}>
      {mayManage ? (
        <Menu name={t`Color of ${name}`} items={hueItems(color, LabelDot, (hue) => void updateOption(id, { color: hue }))}>
          <button type="button" className={settings.dot} aria-label={t`Color of ${name}: ${color}`} title={t`Color`}>
            <LabelDot hue={color} />
          </button>
        </Menu>
      ) : (
        <span className={settings.dot}>
          <LabelDot hue={color} />
        </span>
      )}
      {!mayManage ? (
        <span className={settings.name} dir="auto" title={name}>
          {name}
        </span>
      ) : renaming ? (
        <LabelName
          name={name}
          label={t`New name for ${name}`}
          taken={among.filter((other) => other.id !== id).map((other) => other.name)}
          onName={(wanted) => {
            setRenaming(false);
            void updateOption(id, { name: wanted });
          }}
          onCancel={() => setRenaming(false)}
        />
      ) : (
        <button type="button" className={settings.name} dir="auto" title={name} aria-label={t`Rename ${name}`} onClick={() => setRenaming(true)}>
          {name}
        </button>
      )}
      <span className={styles.tasks} title={t`Tasks`}>{tasks > 0 && shownNumber(tasks)}</span>
      {mayManage && (
        <Menu
          name={t`Actions for ${name}`}
          align="end"
          items={[
            { id: "rename", name: t`Rename`, icon: PenLine, onSelect: () => setRenaming(true) },
            { id: "up", name: t`Move up`, icon: ArrowUp, disabled: up === undefined, onSelect: () => up !== undefined && move(id, up) },
            { id: "down", name: t`Move down`, icon: ArrowDown, disabled: down === undefined, onSelect: () => down !== undefined && move(id, down) },
            { id: "merge", name: t`Merge into…`, icon: Merge, disabled: among.length < 2, onSelect: onMerge },
            { id: "delete", name: t`Delete option`, icon: Trash2, danger: true, apart: true, onSelect: onDelete },
          ]}
        >
          <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
        </Menu>
      )}
    </li>
  );
}

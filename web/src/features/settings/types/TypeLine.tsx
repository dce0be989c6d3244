import { t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp, Check, Ellipsis, PenLine, Trash2 } from "lucide-react";
import { moveTaskType } from "@/actions/records";
import { useMay } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { step } from "@/lib/place";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import { TypePicture } from "@/ui/TypePicture";
import { WaitingIcon } from "@/ui/WaitingIcon";
import type { TaskType } from "@/wire/generated";
import { shownNumber } from "@/words/region";
import order from "../attributes/Attributes.module.css";
import { useOrderDrag } from "../attributes/useOrderDrag";
import settings from "../Settings.module.css";
import styles from "./Types.module.css";

interface TypeLineProps {
  of: TaskType;
  /** All task types in order, this one among them. */
  among: readonly TaskType[];
  /** The number of tasks of this type. */
  tasks: number;
  onEdit: () => void;
  onDelete: () => void;
}

/** A task type. It moves by dragging or by the menu. */
export function TypeLine({ of: { id, name, icon, color, container }, among, tasks, onEdit, onDelete }: TypeLineProps) {
  const pending = useTroupe((state) => state.pending[id]);
  const offline = useTroupe((state) => state.connection !== "live");
  const mayManage = useMay("manageAttributes");
  const ids = among.map((other) => other.id);
  const move = (moved: string, after: string | null) => void moveTaskType(moved, after);
  const { element, dragged, edge } = useOrderDrag<HTMLTableRowElement>({ of: "taskTypes", id, order: ids, enabled: mayManage, onMove: move });
  const up = step(ids, id, -1);
  const down = step(ids, id, 1);
  return (
    <tr ref={element} className={cx(dragged && order.dragged, edge === "top" && order.above, edge === "bottom" && order.below)} data-type={id}>
      <td className={settings.who}>
        <span className={settings.person}>
          <TypePicture icon={icon} hue={color} />
          <span className={settings.name} dir="auto" title={name}>
            {name}
          </span>
          {pending && <WaitingIcon since={pending.since} offline={offline} />}
        </span>
      </td>
      <td className={styles.container}>{container && <Icon of={Check} name={t`Container`} />}</td>
      <td className={settings.number}>{tasks > 0 && <span className={settings.quiet}>{shownNumber(tasks)}</span>}</td>
      <td className={settings.more}>
        {mayManage && (
          <Menu
            name={t`Actions for ${name}`}
            align="end"
            items={[
              { id: "edit", name: t`Edit`, icon: PenLine, onSelect: onEdit },
              { id: "up", name: t`Move up`, icon: ArrowUp, disabled: up === undefined, onSelect: () => up !== undefined && move(id, up) },
              { id: "down", name: t`Move down`, icon: ArrowDown, disabled: down === undefined, onSelect: () => down !== undefined && move(id, down) },
              { id: "delete", name: t`Delete task type`, icon: Trash2, danger: true, apart: true, onSelect: onDelete },
            ]}
          >
            <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
          </Menu>
        )}
      </td>
    </tr>
  );
}

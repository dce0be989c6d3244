import { plural, t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp, CalendarRange, Ellipsis, Milestone, Mountain, Target, type LucideIcon } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useShallow } from "zustand/react/shallow";
import { faceOf } from "@/fields/people";
import { isScheduled, type RoadmapKind, type RoadmapRow } from "@/fields/roadmap";
import { cx } from "@/lib/cx";
import { Link } from "@/lib/location";
import { step, type Behind } from "@/lib/place";
import { formatDate } from "@/lib/plainDate";
import { useDragInOrder } from "@/lib/useDragInOrder";
import { useTroupe } from "@/sync/store";
import { AvatarStack } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import { PrivateMark } from "@/ui/PrivateMark";
import type { Axis } from "./axis";
import { Bar } from "./Bar";
import type { RoadmapActs } from "./Roadmap";
import styles from "./Roadmap.module.css";

const icons: Record<RoadmapKind, LucideIcon> = { version: Milestone, epic: Mountain, sprint: Target };

interface RowProps extends RoadmapActs {
  row: RoadmapRow;
  /** Null for a row without a bar. */
  axis: Axis | null;
  /** True if the row is shown beside the roadmap. */
  open: boolean;
  /** The rows among which this one moves by hand; null if it stays where it is. */
  among: readonly RoadmapRow[] | null;
  /** The id of its group. Rows do not move to another group. */
  group: string;
}

/** A row of the roadmap. In the order by hand, it moves by dragging its name, by its menu, or with Alt and the arrow keys. */
export function Row({ row, axis, open, among, group, ...acts }: RowProps) {
  const { mayMove, onMove, mayEdit, onEdit, hrefOf } = acts;
  const movable = among !== null && mayMove(row);
  const order = (among ?? []).map(({ id }) => id);
  const move = (id: string, after: Behind) => among && after !== undefined && onMove(among, id, after);
  const { item, dragged, edge } = useDragInOrder({ kind: `roadmap-${group}`, id: row.id, order, axis: "down", movable, onMove: move });
  const press = (event: KeyboardEvent) => {
    if (!movable || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    event.stopPropagation();
    move(row.id, step(order, row.id, event.key === "ArrowUp" ? -1 : 1));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Alt and the arrows, from the controls within
    <li className={styles.row} data-open={open} data-row={row.id} onKeyDown={press}>
      <div ref={item} className={cx(styles.cell, movable && styles.carried, dragged && styles.lifted, edge === "top" && styles.above, edge === "bottom" && styles.below)}>
        <Cell row={row} order={movable ? order : null} onMove={move} mayEdit={mayEdit} onEdit={onEdit} hrefOf={hrefOf} />
      </div>
      {axis && isScheduled(row) && (
        <div className={styles.track}>
          <Bar row={row} axis={axis} {...acts} />
        </div>
      )}
    </li>
  );
}

interface CellProps extends Pick<RoadmapActs, "hrefOf" | "mayEdit" | "onEdit"> {
  row: RoadmapRow;
  /** The ids among which the row moves; null if it does not move. */
  order: readonly string[] | null;
  onMove: (id: string, after: Behind) => void;
}

function Cell({ row, order, hrefOf, mayEdit, onEdit, onMove }: CellProps) {
  const { kind, id, name, statistics, percent, ownerIds } = row;
  const owners = useTroupe(useShallow((state) => ownerIds.flatMap((owner) => (state.members[owner] ? faceOf(state.members[owner]) : []))));
  const isPrivate = useTroupe((state) => kind === "epic" && state.tickets[id]?.private === true);
  const [up, down] = order ? [step(order, id, -1), step(order, id, 1)] : [];
  return (
    <>
      <Icon of={icons[kind]} className={styles.icon} />
      {isPrivate && <PrivateMark />}
      <span className={styles.texts}>
        <Link to={hrefOf(row)} className={styles.name} dir="auto" title={name} draggable={false}>
          {name}
        </Link>
        <span className={styles.about}>{daysOf(row)}</span>
      </span>
      {owners.length > 0 && <span className={styles.owners}><AvatarStack people={owners} size={18} max={2} /></span>}
      <span className={styles.done}>{statistics.all === 0 ? t`No tasks` : percent === null ? plural(statistics.all, { one: "# task", other: "# tasks" }) : t`${percent}% of ${statistics.all - statistics.canceled}`}</span>
      {order ? (
        <Menu
          name={t`Actions for ${name}`}
          align="end"
          items={[
            { id: "up", name: t`Move up`, icon: ArrowUp, keys: "Alt+ArrowUp", disabled: up === undefined, onSelect: () => onMove(id, up) },
            { id: "down", name: t`Move down`, icon: ArrowDown, keys: "Alt+ArrowDown", disabled: down === undefined, onSelect: () => onMove(id, down) },
            ...(mayEdit(row) ? [{ id: "dates", name: t`Change dates`, icon: CalendarRange, apart: true, onSelect: () => onEdit(row) }] : []),
          ]}
        >
          <IconButton icon={Ellipsis} name={t`Actions for ${name}`} size="xs" className={styles.edit} />
        </Menu>
      ) : (
        mayEdit(row) && <IconButton icon={CalendarRange} name={t`Dates of ${name}`} size="xs" className={styles.edit} onClick={() => onEdit(row)} />
      )}
    </>
  );
}

/** The days of a row in words, for its line. */
function daysOf({ kind, start, end }: RoadmapRow): string {
  const [from, to] = [start && formatDate(start), end && formatDate(end)];
  if (from && to) return start === end ? from : t`${from} to ${to}`;
  if (from) return t`From ${from}`;
  if (!to) return t`No dates`;
  return kind === "version" ? t`Release ${to}` : t`Until ${to}`;
}

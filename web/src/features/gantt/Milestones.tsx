import { Trans } from "@lingui/react/macro";
import { Flag } from "lucide-react";
import { memo } from "react";
import { useParams } from "react-router";
import { cx } from "@/lib/cx";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { formatDate } from "@/lib/plainDate";
import { Icon } from "@/ui/Icon";
import { middleOf, roomsOf, type Milestone } from "./milestones";
import styles from "./Milestones.module.css";
import { widthOf, type Axis } from "./scale";

interface MilestonesProps {
  axis: Axis;
  milestones: readonly Milestone[];
}

/** The days that the tasks of the place work towards, as diamonds below the head. Each leads to its version or its sprint. */
export const Milestones = memo(function Milestones({ axis, milestones }: MilestonesProps) {
  const { workspace: slug = "" } = useParams();
  const rooms = roomsOf(axis, milestones);
  return (
    <div role="row" aria-rowindex={2} className={styles.row}>
      <div role="gridcell" aria-colindex={1} className={styles.name}>
        <Icon of={Flag} size={14} />
        <Trans>Milestones</Trans>
      </div>
      <div role="gridcell" aria-colindex={2} className={styles.lane} style={{ width: widthOf(axis) }}>
        {milestones.map(({ kind, id, name, date, isOver }, index) => {
          const words = `${name}, ${formatDate(date)}`;
          return (
            <Link key={`${kind} ${id}`} to={paths.record(slug, kind, id)} className={cx(styles.milestone, isOver && styles.over)} style={{ left: middleOf(axis, date) - 8 }} aria-label={words} title={words} draggable={false}>
              <i className={styles.diamond} />
              {(rooms[index] ?? 0) > 0 && (
                <span className={styles.label} style={{ maxWidth: rooms[index] }} dir="auto">
                  {name}
                </span>
              )}
            </Link>
          );
        })}
      </div>
    </div>
  );
});

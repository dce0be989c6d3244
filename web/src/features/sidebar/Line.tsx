import type { ReactNode, Ref } from "react";
import { cx } from "@/lib/cx";
import { NavLink } from "@/lib/location";
import { shownNumber } from "@/words/region";
import styles from "./Sidebar.module.css";

interface LineProps {
  to: string;
  icon: ReactNode;
  name: string;
  /** Stands behind the name. */
  mark?: ReactNode;
  /** Not shown if it is 0. */
  count?: number | undefined;
  /** A menu that shows on hover. */
  more?: ReactNode;
  /** True while something that the line accepts is dragged over it. */
  over?: boolean;
  /** True while the line itself is dragged. */
  dragged?: boolean;
  /** The edge where a dragged line would be inserted. */
  edge?: "top" | "bottom" | "left" | "right" | null;
  ref?: Ref<HTMLDivElement>;
}

/** A link to a place. It stays current while a ticket is open over the place. */
export function Line({ to, icon, name, mark, count = 0, more, over = false, dragged = false, edge = null, ref }: LineProps) {
  return (
    <div ref={ref} className={cx(styles.line, over && styles.over, dragged && styles.dragged, edge === "top" && styles.above, edge === "bottom" && styles.below)}>
      <NavLink to={to} className={styles.link} draggable={false}>
        {icon}
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        {mark}
        {count > 0 && <span className={styles.count}>{shownNumber(count)}</span>}
      </NavLink>
      {more}
    </div>
  );
}

import type { ReactNode } from "react";
import { NavLink } from "react-router";
import styles from "./Sidebar.module.css";

interface LineProps {
  to: string;
  icon: ReactNode;
  name: string;
  /** Not shown while it is nothing. */
  count?: number;
  /** A menu that shows on hover. */
  more?: ReactNode;
}

/** One place to go to. It stays current while a ticket is open over it. */
export function Line({ to, icon, name, count = 0, more }: LineProps) {
  return (
    <div className={styles.line}>
      <NavLink to={to} className={styles.link ?? ""} draggable={false}>
        {icon}
        <span className={styles.name} title={name}>
          {name}
        </span>
        {count > 0 && <span className={styles.count}>{count.toLocaleString("en")}</span>}
      </NavLink>
      {more}
    </div>
  );
}

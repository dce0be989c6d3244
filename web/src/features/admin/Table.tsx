import type { ReactNode } from "react";
import { say, type Message } from "@/words/i18n";
import styles from "./Admin.module.css";

interface Column {
  name: Message;
  number?: boolean;
}

interface TableProps {
  /** The accessible name of the table. */
  name: string;
  columns: readonly Column[];
  children: ReactNode;
}

/** A table that scrolls sideways if it is wider than the page. */
export function Table({ name, columns, children }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by key, too
    <div className={styles.scroll} role="region" aria-label={name} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name.id} scope="col" className={column.number ? styles.number : undefined}>
                {say(column.name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

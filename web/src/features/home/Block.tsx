import type { ReactNode } from "react";
import { Link } from "@/lib/location";
import { shownNumber } from "@/words/region";
import styles from "./Home.module.css";

interface BlockProps {
  title: string;
  /** The number of things that the block is about; not shown if it is 0. */
  count?: number;
  /** The page with all of them. */
  all?: { to: string; name: string };
  children: ReactNode;
}

/** One block of the home page. */
export function Block({ title, count = 0, all, children }: BlockProps) {
  return (
    <section className={styles.block} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {count > 0 && <span className={styles.count}>{shownNumber(count)}</span>}
        <span className={styles.space} />
        {all && <Link to={all.to} className={styles.all}>{all.name}</Link>}
      </header>
      {children}
    </section>
  );
}

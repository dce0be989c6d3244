import { plural, t } from "@lingui/core/macro";
import { daysBetween, formatDate } from "@/lib/plainDate";
import styles from "./Epics.module.css";

/** The first and the last day, and by how many days the last one is behind the day that is planned. */
export function Span({ from, to, due }: { from: string | null; to: string | null; due: string | null }) {
  if (from === null && to === null) return null;
  const late = due !== null && to !== null && to > due ? daysBetween(due, to) : 0;
  const [first, last] = [from === null ? null : formatDate(from), to === null ? null : formatDate(to)];
  return (
    <span className={styles.span}>
      <span>{first !== null && last !== null && first !== last ? t`${first} – ${last}` : (last ?? t`From ${first ?? ""}`)}</span>
      {late > 0 && <span className={styles.late} title={t`After the due date of the epic`}>{plural(late, { one: "+# day", other: "+# days" })}</span>}
    </span>
  );
}

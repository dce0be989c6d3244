import { t } from "@lingui/core/macro";
import { create } from "zustand";
import styles from "./Sidebar.module.css";

const nothing: ReadonlySet<string> = new Set();

/** The lists with tasks that are unread in the inbox. Empty until the inbox is counted, once the page is usable. */
export const useUnreadLists = create<ReadonlySet<string>>(() => nothing);

/** Marks a list with unread tasks. */
export function UnreadMark() {
  const name = t`Unread tasks`;
  return <span className={styles.unread} role="img" aria-label={name} title={name} />;
}

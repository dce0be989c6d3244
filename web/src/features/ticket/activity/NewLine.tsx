import { Trans } from "@lingui/react/macro";
import styles from "./Activity.module.css";

/** The line above the first entry that the person has not read. */
export function NewLine() {
  return (
    <li className={styles.newLine} data-new>
      <span>
        <Trans context="unread entries">New</Trans>
      </span>
    </li>
  );
}

import { Trans } from "@lingui/react/macro";
import { Fragment } from "react";
import { Caps } from "@/ui/Keys";
import { spoken } from "./find";
import styles from "./Shortcuts.module.css";

/** Keys with the word "then" between two that are pressed one after the other. Screen readers hear the keys. */
export function WrittenKeys({ keys }: { keys: string }) {
  const parts = keys.split(" ");
  return (
    <span className={styles.written} role="img" aria-label={spoken(keys)}>
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- M M is twice the same key
        <Fragment key={at}>
          {at > 0 && <span className={styles.then}><Trans>then</Trans></span>}
          <Caps keys={part} />
        </Fragment>
      ))}
    </span>
  );
}

import { t } from "@lingui/core/macro";
import { Archive } from "lucide-react";
import { Icon } from "./Icon";
import styles from "./Label.module.css";

/** Marks a list that is archived. Stands beside the name of the list. */
export function ArchivedMark() {
  return (
    <span className={styles.lock} title={t`This list is archived`}>
      <Icon of={Archive} size={12} name={t`Archived`} />
    </span>
  );
}

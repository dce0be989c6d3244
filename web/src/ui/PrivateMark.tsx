import { t } from "@lingui/core/macro";
import { Lock } from "lucide-react";
import { Icon } from "./Icon";
import styles from "./PrivateMark.module.css";

/** Marks a task that only its owner can see. Stands beside the task's key. */
export function PrivateMark() {
  return (
    <span className={styles.lock} title={t`Only you can see this task`}>
      <Icon of={Lock} size={12} name={t`Private`} />
    </span>
  );
}

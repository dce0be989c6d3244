import { t } from "@lingui/core/macro";
import { CloudOff, LoaderCircle } from "lucide-react";
import { useQuiet } from "@/lib/useQuiet";
import { Icon } from "./Icon";
import styles from "./WaitingIcon.module.css";

interface WaitingIconProps {
  /** When the change was made, by the local clock. */
  since: number;
  offline: boolean;
}

/** A change that waits for its answer: nothing at first, then a turning ring, or a still cloud while offline. */
export function WaitingIcon({ since, offline }: WaitingIconProps) {
  return (
    <span className={styles.waiting} style={useQuiet(since)} title={offline ? t`Waiting until you're back online` : t`Saving`}>
      <Icon of={offline ? CloudOff : LoaderCircle} size={12} name={offline ? t`Not sent yet` : t`Saving`} />
    </span>
  );
}

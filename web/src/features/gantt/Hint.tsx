import { cx } from "@/lib/cx";
import styles from "./Gantt.module.css";
import { useHand } from "./hand";

/** The words beside the pointer during a drag. */
export function Hint() {
  const hint = useHand((hand) => hand.hint);
  if (!hint) return null;
  return (
    <div className={cx(styles.hint, hint.bad && styles.bad)} style={{ left: Math.min(hint.x + 14, window.innerWidth - 280), top: Math.min(hint.y + 18, window.innerHeight - 32) }} aria-hidden>
      {hint.text}
    </div>
  );
}

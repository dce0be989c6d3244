import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from "lucide-react";
import { useDirection } from "@/lib/direction";
import { Icon } from "@/ui/Icon";
import styles from "./Month.module.css";
import { stepNames } from "./titles";
import type { Way } from "./turning";
import type { Mode } from "./weeks";

/** A hint at the edge of the days: names the period that opens if the drag rests there. With `top`, the hint is near the buttons for the periods. */
export function Turn({ mode, way, top }: { mode: Mode; way: Way; top: boolean }) {
  const mirrored = useDirection((direction) => direction.mirrored);
  const { back, on } = stepNames(mode);
  const sideways = (way === 1) === mirrored ? ArrowLeft : ArrowRight;
  const at = mode === "week" ? (way === 1 ? "end" : "start") : way === 1 && !top ? "bottom" : "top";
  return (
    <div className={styles.turn} data-at={at} aria-hidden>
      <Icon of={mode === "week" ? sideways : way === 1 ? ArrowDown : ArrowUp} size={14} />
      {way === 1 ? on : back}
    </div>
  );
}

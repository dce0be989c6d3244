import { t } from "@lingui/core/macro";
import { Grip } from "@/ui/Grip";
import { narrowest, setMeasure, useMeasure, widest, within } from "./measure";
import styles from "./TicketPanel.module.css";

/** Pixels by which an arrow key changes the width. */
const step = 16;

function widthAfter(key: string, width: number): number | null {
  if (key === "ArrowLeft") return within(width + step);
  return key === "ArrowRight" ? within(width - step) : null;
}

/** The left edge of the panel. Dragging it or the arrow keys change the width. */
export function PanelGrip() {
  const width = useMeasure((measure) => measure.width);
  return (
    <Grip
      name={t`Panel width`}
      className={styles.grip}
      grows="left"
      {...{ width, narrowest, widest, widthAfter, within }}
      onDrag={(next) => useMeasure.setState({ width: next })}
      onKeep={(next) => setMeasure({ width: next })}
    />
  );
}

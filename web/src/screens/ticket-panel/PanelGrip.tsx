import { t } from "@lingui/core/macro";
import { rangeOf, resized } from "@/lib/paneWidths";
import { setMeasure, useMeasure } from "@/lib/panelMeasure";
import { Grip } from "@/ui/Grip";
import styles from "./TicketPanel.module.css";

/** Pixels by which an arrow key changes the width. */
const step = 16;

interface PanelGripProps {
  /** The widths of the panes in sight, and the place of this one. */
  widths: readonly number[];
  at: number;
  /** The width of the page. One pane alone may cover the list. */
  page: number;
}

/** The start edge of a pane. Dragging it or the arrow keys change the width. */
export function PanelGrip({ widths, at, page }: PanelGripProps) {
  const width = widths[at] ?? 0;
  const { least, greatest } = rangeOf(widths, at, widths.length === 1 ? Infinity : page);
  const within = (next: number) => Math.round(Math.min(Math.max(next, least), greatest));
  const widthAfter = (key: string, now: number): number | null => {
    if (key === "ArrowLeft") return within(now + step);
    return key === "ArrowRight" ? within(now - step) : null;
  };
  const measured = (next: number) => {
    const [first = next] = resized(widths, at, next);
    if (widths.length === 1) return { width: first };
    // Panes that are out of sight keep their widths.
    return { beside: useMeasure.getState().beside.map((each, place) => resized(widths, at, next)[place] ?? each) };
  };
  return (
    <Grip
      name={t`Panel width`}
      className={styles.grip}
      edge="start"
      narrowest={least}
      widest={greatest}
      {...{ width, widthAfter, within }}
      onDrag={(next) => useMeasure.setState(measured(next))}
      onKeep={(next) => setMeasure(measured(next))}
    />
  );
}

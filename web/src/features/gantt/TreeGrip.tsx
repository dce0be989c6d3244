import { t } from "@lingui/core/macro";
import type { KeyboardEvent, PointerEvent } from "react";
import { changeGantt, narrowestTree, useGanttView, widestTree } from "./ganttView";
import styles from "./Gantt.module.css";
import { within } from "./treeColumns";

/** The edge of the tree. Dragging it or the arrow keys set its width. */
export function TreeGrip() {
  const width = useGanttView(({ settings }) => settings.tree);
  const pull = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const grip: HTMLElement = event.currentTarget;
    const from = event.clientX;
    const end = new AbortController();
    const { signal } = end;
    grip.setPointerCapture(event.pointerId);
    grip.addEventListener("pointermove", ({ clientX }) => changeGantt({ tree: within(width + clientX - from) }), { signal });
    for (const over of ["pointerup", "pointercancel"] as const) grip.addEventListener(over, () => end.abort(), { signal });
  };
  const step = (event: KeyboardEvent) => {
    const by = event.key === "ArrowLeft" ? -16 : event.key === "ArrowRight" ? 16 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    changeGantt({ tree: within(width + by) });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is a widget
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t`Width of the task column`}
      aria-valuenow={width}
      aria-valuemin={narrowestTree}
      aria-valuemax={widestTree}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a separator that can be moved is a widget
      tabIndex={0}
      className={styles.grip}
      onPointerDown={pull}
      onKeyDown={step}
      onDoubleClick={() => changeGantt({ tree: 372 })}
    />
  );
}

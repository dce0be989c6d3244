import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { setTarget } from "@/actions/target";
import { useLatest } from "@/lib/useLatest";
import type { Line } from "./lines";

export type Column = "name" | "bar";

interface Active {
  key: string;
  column: Column;
}

/** The row with the keyboard focus, and the focused part of the row. The key of the row is kept, so that the focus follows its ticket. */
export function useChartState(lines: readonly Line[], scrollTo: (line: number) => void) {
  const [active, setActive] = useState<Active | null>(null);
  const indexOf = useMemo(() => new Map(lines.map(({ key }, index) => [key, index])), [lines]);
  const wantsFocus = useRef(false);
  const latest = useLatest({ lines, indexOf, active, scrollTo });

  const stand = useCallback(
    (key: string, column: Column, focus = true) => {
      const { lines, indexOf, scrollTo } = latest.current;
      const at = indexOf.get(key);
      const line = at === undefined ? undefined : lines[at];
      if (at === undefined || !line) return;
      wantsFocus.current = focus;
      setActive({ key, column: line.kind === "ticket" ? column : "name" });
      setTarget({ focused: line.kind === "ticket" ? line.ticketId : null });
      if (!focus) return;
      scrollTo(at);
      // If the row is active already, nothing renders again and focuses it.
      document.querySelector<HTMLElement>(`[data-part="${line.kind === "ticket" ? column : "name"}"][data-line="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
    },
    [latest],
  );
  const takesFocus = useCallback(() => wantsFocus.current, []);
  /** Call when the focus leaves the chart, so that it does not return when rows change. */
  const forgetFocus = useCallback(() => {
    wantsFocus.current = false;
  }, []);

  // When the active row disappears, the row after it becomes active.
  const lastLine = useRef(0);
  const at = active === null ? undefined : indexOf.get(active.key);
  useLayoutEffect(() => {
    if (at !== undefined) lastLine.current = at;
    else if (active !== null && lines.length > 0) {
      const next = lines[Math.min(lastLine.current, lines.length - 1)];
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (next) stand(next.key, active.column, wantsFocus.current && lost);
    }
  }, [at, active, lines, stand]);

  return { active, at, stand, takesFocus, forgetFocus };
}

export type ChartState = ReturnType<typeof useChartState>;

import { useHotkeys } from "@/lib/hotkeys";
import { useTarget } from "@/actions/target";
import { NAME } from "./columns";
import type { Line } from "./lines";
import type { GridState } from "./useGridState";

interface Wanted {
  state: GridState;
  lines: readonly Line[];
  openId: string | null;
  onOpen: (ticketId: string) => void;
}

/** Keys that mean rows wherever the focus is: J and K walk, with the panel open through its tickets; X ticks. */
export function useRowKeys({ state, lines, openId, onOpen }: Wanted): void {
  const walk = (step: 1 | -1) => {
    const opened = openId === null ? -1 : lines.findIndex((line) => line.kind === "ticket" && line.ticketId === openId);
    const from = state.position()?.line ?? (opened >= 0 ? opened : step > 0 ? -1 : lines.length);
    for (let at = (opened >= 0 ? opened : from) + step; at >= 0 && at < lines.length; at += step) {
      const line = lines[at];
      if (line?.kind !== "ticket") continue;
      state.stand({ line: at, column: state.active?.column ?? NAME }, openId === null);
      if (openId !== null) onOpen(line.ticketId);
      return;
    }
  };
  useHotkeys({
    J: () => walk(1),
    K: () => walk(-1),
    X: () => {
      const { focused, hovered } = useTarget.getState();
      const id = focused ?? hovered;
      if (id !== null) state.grid.tick(id, false);
    },
  });
}

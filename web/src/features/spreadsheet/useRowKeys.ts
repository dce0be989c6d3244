import { useHotkeys } from "@/lib/hotkeys";
import { useTarget } from "@/actions/target";
import { NAME, NUMBER } from "./columns";
import type { Line } from "./lines";
import type { GridState } from "./useGridState";

interface Wanted {
  state: GridState;
  lines: readonly Line[];
  openId: string | null;
}

/** Keys for rows, wherever the focus is: J and K move to the next and previous row, X selects. */
export function useRowKeys({ state, lines, openId }: Wanted): void {
  const walk = (step: 1 | -1) => {
    // Never the title: there the next key would overwrite it, and J would type a letter.
    const column = state.active === null || state.active.column === NAME ? NUMBER : state.active.column;
    const from = state.position()?.line ?? (step > 0 ? -1 : lines.length);
    for (let at = from + step; at >= 0 && at < lines.length; at += step) {
      if (lines[at]?.kind === "ticket") return state.stand({ line: at, column });
    }
  };
  useHotkeys({
    // While a ticket is open, its panel handles J and K.
    ...(openId === null && { J: () => walk(1), K: () => walk(-1) }),
    X: () => {
      const { focused, hovered } = useTarget.getState();
      const id = focused ?? hovered;
      if (id !== null) state.grid.tick(id, false);
    },
  });
}

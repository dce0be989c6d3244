import type { FocusEvent, MouseEvent } from "react";
import { keepPage, openTab, opensTab } from "@/lib/newTab";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { ChartActs } from "./chart";
import type { Line } from "./lines";
import type { ChartState } from "./useChartState";

interface Wanted {
  state: ChartState;
  acts: ChartActs;
  lines: readonly Line[];
}

/** Clicks and the focus in the chart. A click on a title or a bar opens its ticket, and makes its row the active one. */
export function useChartPointer({ state, acts, lines }: Wanted) {
  const hrefOf = (ticketId: string) => {
    const view = useTroupe.getState();
    const ticket = view.tickets[ticketId];
    return acts.hrefOf((ticket && ticketKey(view, ticket)) ?? ticketId);
  };
  /** The bar or the cell of the tree that an event is in. */
  const partAt = (target: EventTarget): HTMLElement | null => (target as HTMLElement).closest<HTMLElement>("[data-part]");
  return {
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const { part, line } = event.target.dataset;
      if (event.target === event.currentTarget && lines[0]) state.stand(lines.find(({ kind }) => kind === "ticket")?.key ?? lines[0].key, "name");
      else if ((part === "name" || part === "bar") && line !== undefined && (state.active?.key !== line || state.active.column !== part)) state.stand(line, part);
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) state.forgetFocus();
    },
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      if (partAt(event.target)?.dataset.ticket !== undefined) keepPage(event);
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const target = event.target as HTMLElement;
      const part = partAt(target);
      const { ticket: ticketId, line, part: column } = part?.dataset ?? {};
      if (!part || line === undefined || ticketId === undefined) return;
      const isBar = column === "bar";
      if (!isBar && target.closest("button, input, label")) return;
      if (opensTab(event)) return target.closest("a") ? undefined : openTab(hrefOf(ticketId));
      if (event.shiftKey) {
        event.preventDefault();
        acts.tick(ticketId, true);
        return;
      }
      if (!isBar && !target.closest("a")) return state.stand(line, "name");
      event.preventDefault();
      state.stand(line, isBar ? "bar" : "name", false);
      acts.open(ticketId);
    },
    onAuxClick: (event: MouseEvent<HTMLElement>) => {
      const ticketId = event.button === 1 && !(event.target as HTMLElement).closest("a") ? partAt(event.target)?.dataset.ticket : undefined;
      if (ticketId !== undefined) openTab(hrefOf(ticketId));
    },
  };
}

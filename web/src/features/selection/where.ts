import { isForPanel } from "@/actions/answering";
import type { Asked } from "@/actions/ask";
import { useTarget } from "@/actions/target";
import { fieldById, type Field } from "@/fields/field";
import { isPicked } from "@/fields/value";
import type { Anchor } from "@/ui/Popover";

/**
 * The field that the view shows a picker for. The panel answers for its own ticket, and questions without a picker are
 * answered elsewhere.
 */
export function fieldToAnswer(asked: Asked, fields: readonly Field[]): Field | null {
  const field = fieldById(fields, asked.question);
  return field && isPicked(field.value) && !isForPanel(asked, useTarget.getState().opened) ? field : null;
}

/**
 * The place of a picker: beside the element that asked, else beside the row or card, or the bulk bar, else in the upper
 * middle of the window.
 */
export function placeOf({ anchor, ticketIds }: Asked): Anchor {
  if (anchor) return steady(anchor);
  const [id] = ticketIds;
  const selector = ticketIds.length === 1 && id !== undefined ? `[data-ticket="${CSS.escape(id)}"]` : "[data-bulk]";
  const found = document.querySelector(selector);
  if (found) return steady(found.querySelector('[data-column="1"]') ?? found);
  return { getBoundingClientRect: () => new DOMRect(window.innerWidth / 2 - 120, window.innerHeight / 4, 240, 0) };
}

/**
 * The element that receives the keys around another one: its card or cell. For the name cell it is the number cell
 * beside it, because a key on the name cell would overwrite the title.
 */
export function keyHome(element: HTMLElement): HTMLElement | null {
  const cell = element.closest<HTMLElement>('[role="gridcell"], article');
  return cell?.dataset.column === "1" ? (cell.parentElement?.querySelector<HTMLElement>('[data-column="0"]') ?? cell) : cell;
}

/** An answer may remove its row from the view. The picker then stays where the row was. */
function steady(element: Element): Anchor {
  let last = element.getBoundingClientRect();
  return {
    getBoundingClientRect: () => {
      if (element.isConnected) last = element.getBoundingClientRect();
      return last;
    },
  };
}

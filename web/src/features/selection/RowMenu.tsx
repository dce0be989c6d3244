import { Suspense, useRef, useState, type ComponentPropsWithRef, type MouseEvent } from "react";
import { useAsked } from "@/actions/ask";
import { selectedSet } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { laterComponent } from "@/lib/later";
import { useEver } from "@/lib/useEver";
import type { AskedMenu, Ways } from "./TicketMenu";
import { keyHome } from "./where";

const TicketMenu = laterComponent(async () => (await import("./TicketMenu")).TicketMenu);

/** Holds the rows or cards, whatever carries a ticket's id. The right button on one brings up all that can be done to it, or to the whole selection that it belongs to. */
export function RowMenu({ hrefOf, onOpen, children, ...rest }: ComponentPropsWithRef<"div"> & Ways) {
  const [asked, setAsked] = useState<AskedMenu | null>(null);
  const ever = useEver(asked !== null);
  const cause = useRef<HTMLElement | null>(null);

  const onContextMenu = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const id = target.closest<HTMLElement>("[data-ticket]")?.dataset.ticket;
    // In a text field, the browser's own menu is better; on touch, a long press selects.
    if (id === undefined || event.defaultPrevented || target.closest("input[type=text], input:not([type]), textarea")) return;
    event.preventDefault();
    // A link or button within a cell does not receive the grid's keys, so the focus returns to the cell.
    cause.current = keyHome(target) ?? target.closest<HTMLElement>("[tabindex]");
    const { selected } = useTarget.getState();
    setAsked({ at: { x: event.clientX, y: event.clientY }, ticketIds: selectedSet(selected).has(id) ? selected : [id] });
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what it offers has keys and buttons of its own
    <div {...rest} onContextMenu={onContextMenu}>
      {children}
      <Suspense>
        {ever && (
          <TicketMenu
            asked={asked}
            hrefOf={hrefOf}
            onOpen={onOpen}
            onClose={() => setAsked(null)}
            // If the menu has opened a picker, the picker already has the focus.
            onReturnFocus={() => useAsked.getState().asked === null && cause.current?.focus({ preventScroll: true })}
          />
        )}
      </Suspense>
    </div>
  );
}

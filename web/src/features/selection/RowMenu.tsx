import { plural, t } from "@lingui/core/macro";
import { ExternalLink, PanelRight } from "lucide-react";
import { useRef, useState, type ComponentPropsWithRef, type MouseEvent } from "react";
import { useAsked } from "@/actions/ask";
import { selectedSet } from "@/actions/selection";
import { actionOf } from "@/actions/registry";
import { useTarget } from "@/actions/target";
import { withPart, type Field } from "@/fields/field";
import { useFields } from "@/fields/registry";
import { menuOf, sceneAbout } from "@/actions/ticketMenu";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { PointMenu, type MenuItem } from "@/ui/Menu";
import { keyHome } from "./where";

const groups = [
  ["ticket.complete", "ticket.assignMe"],
  ["ticket.duplicate", "ticket.toSubtask", "ticket.toTask"],
  ["ticket.copyKey", "ticket.copyLink", "ticket.copyTitle"],
  ["ticket.trash", "ticket.restore", "ticket.delete"],
];

/** The actions that set a field, in the order of the menu. */
const settingIds = (fields: readonly Field[]): string[] =>
  withPart(fields, "action")
    .filter(({ action }) => action.menu !== undefined)
    .toSorted((a, b) => (a.action.menu ?? 0) - (b.action.menu ?? 0))
    .map(actionOf);

interface RowMenuProps extends ComponentPropsWithRef<"div"> {
  hrefOf: (ticketKey: string) => string;
  onOpen: (ticketId: string) => void;
}

interface Asked {
  at: { x: number; y: number };
  ticketIds: string[];
}

/** Holds the rows or cards, whatever carries a ticket's id. The right button on one brings up all that can be done to it, or to the whole selection that it belongs to. */
export function RowMenu({ hrefOf, onOpen, children, ...rest }: RowMenuProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const fields = useFields();
  const cause = useRef<HTMLElement | null>(null);
  const [only] = asked?.ticketIds.length === 1 ? asked.ticketIds : [];
  const ways = opening(only, { hrefOf, onOpen });
  const doings = asked === null ? [] : menuOf(sceneAbout(asked.ticketIds), [settingIds(fields), ...groups]);
  const items = [...ways, ...doings.map((item, index) => (index === 0 && ways.length > 0 ? { ...item, apart: true } : item))];

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
      <PointMenu
        name={asked && asked.ticketIds.length > 1 ? plural(asked.ticketIds.length, { one: "Actions for # task", other: "Actions for # tasks" }) : t`Task actions`}
        at={asked?.at ?? null}
        items={items}
        onClose={() => setAsked(null)}
        // If a picker was opened, it has the focus by now.
        onReturnFocus={() => useAsked.getState().asked === null && cause.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}

function opening(ticketId: string | undefined, { hrefOf, onOpen }: Pick<RowMenuProps, "hrefOf" | "onOpen">): MenuItem[] {
  const state = useTroupe.getState();
  const ticket = ticketId === undefined ? undefined : state.tickets[ticketId];
  if (!ticket) return [];
  const href = hrefOf(ticketKey(state, ticket) ?? ticket.id);
  return [
    { id: "open", name: t`Open`, icon: PanelRight, keys: "Enter", onSelect: () => onOpen(ticket.id) },
    { id: "tab", name: t`Open in a new tab`, icon: ExternalLink, onSelect: () => void window.open(href, "_blank", "noopener") },
  ];
}

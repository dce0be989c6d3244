import { plural, t } from "@lingui/core/macro";
import { ExternalLink, PanelRight } from "lucide-react";
import { askBeside } from "@/actions/beside";
import { actionNamed, actionOf, shownKeys } from "@/actions/registry";
import { menuOf, sceneAbout } from "@/actions/ticketMenu";
import { withPart, type Field } from "@/fields/field";
import { useFields } from "@/fields/registry";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { type MenuItem } from "@/ui/Menu";
import { PointMenu } from "@/ui/PointMenu";

const groups = [
  ["ticket.complete", "ticket.assignMe"],
  ["ticket.duplicate", "ticket.toSubtask", "ticket.toTask"],
  ["ticket.favorite", "ticket.copyKey", "ticket.copyLink", "ticket.copyBranch", "ticket.copyTitle"],
  ["ticket.trash", "ticket.restore", "ticket.delete"],
];

/** The actions that set a field, in the order of the menu. */
const settingIds = (fields: readonly Field[]): string[] =>
  withPart(fields, "action")
    .filter(({ action }) => action.menu !== undefined)
    .toSorted((a, b) => (a.action.menu ?? 0) - (b.action.menu ?? 0))
    .map(actionOf);

/** The pages that tickets lead to. */
export interface Ways {
  hrefOf: (ticketKey: string) => string;
  onOpen: (ticketId: string) => void;
}

/** The tickets that a menu is about, and the point where it opens. */
export interface AskedMenu {
  at: { x: number; y: number };
  ticketIds: string[];
}

interface TicketMenuProps extends Ways {
  /** Null while the menu is closed. */
  asked: AskedMenu | null;
  onClose: () => void;
  onReturnFocus: () => void;
}

/** The menu with all actions for the tickets that were right-clicked. */
export function TicketMenu({ asked, onClose, onReturnFocus, ...to }: TicketMenuProps) {
  const fields = useFields();
  const [only] = asked?.ticketIds.length === 1 ? asked.ticketIds : [];
  const ways = opening(only, to);
  const doings = asked === null ? [] : menuOf(sceneAbout(asked.ticketIds), [settingIds(fields), ...groups]);
  const items = [...ways, ...doings.map((item, index) => (index === 0 && ways.length > 0 ? { ...item, apart: true } : item))];
  return (
    <PointMenu
      name={asked && asked.ticketIds.length > 1 ? plural(asked.ticketIds.length, { one: "Actions for # task", other: "Actions for # tasks" }) : t`Task actions`}
      at={asked?.at ?? null}
      items={items}
      onClose={onClose}
      onReturnFocus={onReturnFocus}
    />
  );
}

function opening(ticketId: string | undefined, { hrefOf, onOpen }: Ways): MenuItem[] {
  const state = useTroupe.getState();
  const ticket = ticketId === undefined ? undefined : state.tickets[ticketId];
  if (!ticket) return [];
  const href = hrefOf(ticketKey(state, ticket) ?? ticket.id);
  const beside = actionNamed(state, "ticket.beside");
  return [
    { id: "open", name: t`Open`, icon: PanelRight, keys: "Enter", onSelect: () => onOpen(ticket.id) },
    ...(beside ? [{ id: "beside", name: t`Open in another pane`, icon: beside.icon, ...shownKeys(beside), onSelect: () => askBeside(ticket.id) }] : []),
    { id: "tab", name: t`Open in a new tab`, icon: ExternalLink, onSelect: () => void window.open(href, "_blank", "noopener") },
  ];
}

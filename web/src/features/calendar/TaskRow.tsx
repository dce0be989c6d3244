import { t } from "@lingui/core/macro";
import { ClockAlert } from "lucide-react";
import { memo, useLayoutEffect, useRef, type MouseEvent } from "react";
import { othersAt } from "@/actions/marks";
import { select, selectedSet } from "@/actions/selection";
import { setTarget, useTarget } from "@/actions/target";
import { assignees } from "@/fields/assignees";
import { personOf } from "@/fields/Picture";
import { status as statusField } from "@/fields/status";
import { useOptions } from "@/fields/useOptions";
import { cx } from "@/lib/cx";
import { keepPage, openTab, opensTab } from "@/lib/newTab";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { AvatarStack } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { presenceClass } from "@/ui/presence";
import { PrivateMark } from "@/ui/PrivateMark";
import { StatusIcon } from "@/ui/StatusIcon";
import { isolated } from "@/words/isolate";
import type { Calendar } from "./context";
import styles from "./TaskRow.module.css";
import { useChipDrag } from "./useChipDrag";

export interface TaskRowProps {
  ticketId: string;
  /** The day of the row; absent in the tray. */
  day?: string;
  /** The words at the right: the dates of the task. */
  hint?: string;
  late?: boolean;
  /** A card of the tray: its title may take two lines. */
  card?: boolean;
  /** `stop`: the row is the tab stop. `focused`: the row also takes the focus. */
  stop: boolean;
  focused: boolean;
  open: boolean;
  actions: Pick<Calendar, "open" | "hrefOf" | "order" | "take">;
}

/** A task as a line of a list: in the tray, in the agenda, and below the month on a phone. */
export const TaskRow = memo(function TaskRow({ ticketId, day, hint = "", late = false, card = false, stop, focused, open, actions }: TaskRowProps) {
  const row = useRef<HTMLElement>(null);
  const ticket = useTroupe((state) => state.tickets[ticketId]);
  const key = useTroupe((state) => ticket && ticketKey(state, ticket));
  const status = useTroupe((state) => ticket && statusField.value.options.find(state, ticket.statusId));
  const selected = useTarget((target) => selectedSet(target.selected).has(ticketId));
  const there = useTroupe((state) => othersAt(state, ticketId)[0]);
  const people = useOptions(assignees.value, ticket?.assigneesIds ?? nobody).flatMap(personOf);
  const lifted = useChipDrag(row, ticketId, actions.take, { tray: day === undefined });
  useLayoutEffect(() => {
    if (focused) row.current?.focus({ preventScroll: true });
  }, [focused]);
  if (!ticket) return null;
  const look = status?.look?.is === "status" ? status.look : undefined;
  const href = actions.hrefOf(key ?? ticket.id);
  const facts = [key === null || key === undefined ? ticket.title : `${key} ${isolated(ticket.title)}`, hint, status?.name ?? "", late && t`overdue`, ticket.private && t`private`, selected && t`selected`];
  const click = (event: MouseEvent) => {
    if (opensTab(event)) return (event.target as HTMLElement).closest("a") ? undefined : openTab(href);
    event.preventDefault();
    if (event.shiftKey) select(ticketId, actions.order(), true);
    else actions.open(ticketId);
  };
  return (
    // The list handles keys, because it knows the neighbours.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={row}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the list is one tab stop, and arrow keys walk over its rows
      tabIndex={stop ? 0 : -1}
      aria-label={facts.filter((fact) => fact !== false && fact !== "").join(", ")}
      title={ticket.title}
      data-ticket={ticketId}
      data-day={day}
      className={cx(
        styles.row,
        card && styles.card,
        (look?.category === "completed" || look?.category === "canceled") && styles.over,
        selected && styles.selected,
        open && styles.open,
        lifted && styles.ghost,
        there && styles.live,
        there && presenceClass(there.userId),
      )}
      onClick={click}
      onMouseDown={keepPage}
      onAuxClick={(event) => event.button === 1 && !(event.target as HTMLElement).closest("a") && openTab(href)}
      onPointerEnter={() => setTarget({ hovered: ticketId })}
      onPointerLeave={() => setTarget({ hovered: null })}
    >
      {look && <StatusIcon category={look.category} share={look.share} size={14} />}
      <span className={styles.id}>{key}</span>
      {ticket.private && <PrivateMark />}
      <span className={styles.title} dir="auto">
        <a href={href} tabIndex={-1} draggable={false}>
          {ticket.title}
        </a>
      </span>
      {hint !== "" && (
        <span className={cx(styles.hint, late && styles.late)}>
          {late && <Icon of={ClockAlert} size={12} name={t`Overdue`} />}
          {hint}
        </span>
      )}
      {people.length > 0 && <AvatarStack people={people} size={18} max={2} />}
    </article>
  );
});

const nobody: string[] = [];

import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { MessageSquare } from "lucide-react";
import { memo, useRef } from "react";
import { othersAt, refusalsOf } from "@/actions/marks";
import { ask } from "@/actions/ask";
import { useRemoteChanges } from "@/actions/remoteChanges";
import { selectedSet } from "@/actions/selection";
import { setTarget, useTarget } from "@/actions/target";
import { mayNowOn, useMayOn } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { ticketKey } from "@/sync/selectors";
import type { Widths } from "@/fields/arrange/settings";
import { status as statusField } from "@/fields/status";
import { isPicked } from "@/fields/value";
import { title } from "@/fields/title";
import { isOnAll } from "@/fields/field";
import { useTroupe } from "@/sync/store";
import { Checkbox } from "@/ui/Checkbox";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import type { PresenceMember, Ticket } from "@/wire/generated";
import { Cell } from "./Cell";
import { FIRST, leftOf, NAME, NUMBER, widthOf, type Column } from "./columns";
import { useGrid } from "./grid";
import { Marks } from "./Marks";
import { useCellFocus } from "./useCellFocus";
import { NameCell } from "./NameCell";
import styles from "./Row.module.css";
import { useRowDrag } from "./useRowDrag";
import { Value } from "./values";
import { Visitors } from "./Visitors";

export interface RowProps {
  lineKey: string;
  ticketId: string;
  groupId: string;
  number: number;
  /** The row number for screen readers: from 1, with the head. */
  rowIndex: number;
  top: number;
  columns: readonly Column[];
  widths: Widths;
  /** How many columns behind the title are frozen. */
  frozen: number;
  /** The level in the tree; null if the sheet shows no tree. */
  level: number | null;
  /** Whether the subtasks are folded up; null if none are below the row. */
  closed: boolean | null;
  /** The column with the keyboard focus in this line, or null. */
  active: number | null;
  /** The text that began the edit of the title; null while the title is not edited. */
  edit: { typed: string | null } | null;
  open: boolean;
  /** The row is being dragged: this is the place that it came from. */
  ghost: boolean;
}

/** Pixels on both sides of a cell, with its border. */
const padding = 21;

const none: readonly PresenceMember[] = [];
/** The people who have the ticket open and are in no cell that is shown here. */
const elsewhere = (others: readonly PresenceMember[], columns: readonly Column[]) =>
  others.length === 0 ? none : others.filter(({ field }) => field !== title.key && !columns.some(({ key }) => key === field));
const at = (others: readonly PresenceMember[], field: string) =>
  others.length === 0 ? none : others.filter((other) => other.field === field);

/** One ticket. It renders only when its own row, its marks or its place change. */
export const Row = memo(function Row(props: RowProps) {
  const ticket = useTroupe((state) => state.tickets[props.ticketId]);
  if (!ticket) return null;
  return (
    <ErrorBoundary of={ticket} fallback={<NotDisplayed top={props.top} rowIndex={props.rowIndex} />}>
      <TicketRow {...props} ticket={ticket} />
    </ErrorBoundary>
  );
});

function NotDisplayed({ top, rowIndex }: Pick<RowProps, "top" | "rowIndex">) {
  return (
    <div role="row" aria-rowindex={rowIndex} className={styles.row} style={{ top }}>
      <div role="gridcell" className={styles.failed}>
        <Trans>This task can't be displayed.</Trans>
      </div>
    </div>
  );
}

function TicketRow({ ticket, lineKey, groupId, number, rowIndex, top, columns, widths, frozen, level, closed, active, edit, open, ghost }: RowProps & { ticket: Ticket }) {
  const grid = useGrid();
  const selected = useTarget((target) => selectedSet(target.selected).has(ticket.id));
  const selecting = useTarget((target) => target.selected.length > 0);
  const others = useTroupe((state) => othersAt(state, ticket.id));
  const key = useTroupe((state) => ticketKey(state, ticket));
  const status = useTroupe((state) => statusField.value.options.find(state, ticket.statusId));
  const category = status?.look?.is === "status" ? status.look.category : undefined;
  const pending = useTroupe((state) => state.pending[ticket.id]);
  const refusals = useTroupe((state) => refusalsOf(state, ticket.id));
  const marks = pending || refusals.length > 0 ? { pending, refusals } : null;
  const row = useRef<HTMLDivElement>(null);
  useCellFocus(row, active, edit !== null);
  const makeReady = useRowDrag(row, ticket.id, groupId);
  const flashes = useRemoteChanges(ticket);
  const mayEdit = useMayOn("editTickets", ticket);
  const called = key ?? ticket.title;
  const visitors = elsewhere(others, columns);

  return (
    <div
      ref={row}
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={selected}
      {...(level !== null && { "aria-level": level + 1 })}
      {...(closed !== null && { "aria-expanded": !closed })}
      className={cx(
        styles.row,
        selected && styles.selected,
        open && styles.open,
        ghost && styles.ghost,
        category === "completed" && styles.done,
        category === "canceled" && styles.canceled,
      )}
      style={{ top }}
      data-ticket={ticket.id}
      onPointerEnter={() => setTarget({ hovered: ticket.id })}
      onPointerDown={makeReady}
      onPointerLeave={() => setTarget({ hovered: null })}
    >
      <Cell lineKey={lineKey} column={NUMBER} active={active === NUMBER} readOnly={!mayEdit} className={cx(styles.number, selecting && styles.selecting)}>
        <span className={styles.digits}>{number}</span>
        <Checkbox
          className={styles.tick}
          checked={selected}
          name={t`Select ${called}`}
          tabIndex={-1}
          onChange={() => {}}
          onClick={(event) => grid.tick(ticket.id, event.shiftKey)}
        />
      </Cell>
      <NameCell
        ticket={ticket}
        ticketKey={key}
        lineKey={lineKey}
        active={active === NAME}
        edit={edit}
        level={level}
        closed={closed}
        mayEdit={mayEdit}
        status={status}
        marks={marks}
        others={at(others, title.key)}
        flash={flashes.get(title.key)}
      >
        {visitors.length > 0 && <Visitors there={visitors} size={16} />}
        {ticket.comments > 0 && (
          <span className={styles.comments} title={plural(ticket.comments, { one: "# comment", other: "# comments" })}>
            <MessageSquare width={13} height={13} strokeWidth={1.9} aria-hidden />
            <span aria-hidden>{ticket.comments}</span>
            <span className={styles.hidden}>{plural(ticket.comments, { one: "# comment", other: "# comments" })}</span>
          </span>
        )}
      </NameCell>
      {columns.map((column, index) => {
        const { id, key: field, value } = column;
        const width = widthOf(column, widths);
        const here = at(others, field);
        return (
          <Cell
            key={id}
            lineKey={lineKey}
            column={index + FIRST}
            active={active === index + FIRST}
            readOnly={!mayEdit || !isPicked(value) || !isOnAll(column, [ticket])}
            others={here}
            flash={flashes.get(field)}
            wide={width >= 120}
            className={index < frozen ? cx(styles.value, styles.frozen) : styles.value}
            {...(index < frozen && { left: leftOf(index) })}
          >
            <Value field={column} ticket={ticket} room={width - padding} />
            {marks && <Marks ticketId={ticket.id} field={field} {...marks} />}
          </Cell>
        );
      })}
    </div>
  );
}

/** Opens the picker of a cell beside it, with the typed character in its search. Returns whether this person can set the value. */
export function askInCell(column: Column, ticketId: string, cell: HTMLElement, typed?: string): boolean {
  const ticket = useTroupe.getState().tickets[ticketId];
  if (!ticket || !isPicked(column.value) || !isOnAll(column, [ticket]) || !mayNowOn("editTickets", [ticketId])) return false;
  ask(column.id, [ticketId], cell, typed);
  return true;
}

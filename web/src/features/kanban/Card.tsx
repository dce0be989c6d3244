import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ListChecks, MessageSquare, Paperclip } from "lucide-react";
import { memo, useLayoutEffect, useRef, type MouseEvent } from "react";
import { othersAt } from "@/actions/marks";
import { select, selectedSet } from "@/actions/selection";
import { setTarget, useTarget } from "@/actions/target";
import { RepeatMark } from "@/actions/repeat/RepeatMark";
import { SubtaskMark } from "@/actions/SubtaskMark";
import type { Field } from "@/fields/field";
import { smallPictureOf } from "@/fields/Picture";
import { status as statusField } from "@/fields/status";
import { cx } from "@/lib/cx";
import { keepPage, openTab, opensTab } from "@/lib/newTab";
import { filesOf, memberName, subtasksOf, ticketKey, unnumberedKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Checkbox } from "@/ui/Checkbox";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { Icon } from "@/ui/Icon";
import { presenceClass } from "@/ui/presence";
import { PrivateMark } from "@/ui/PrivateMark";
import type { Ticket } from "@/wire/generated";
import { isolated } from "@/words/isolate";
import { useBoard, useCardExtra, useCardFields } from "./board";
import styles from "./Card.module.css";
import { CardButtons } from "./CardButtons";
import { CardMark } from "./CardMark";
import { CardValue, fieldsAt } from "./CardValue";
import { useCardDrag } from "./useCardDrag";

export interface CardProps {
  ticketId: string;
  columnId: string;
  laneId: string;
  /** True if the card has the keyboard focus. */
  active: boolean;
  open: boolean;
  /** The card is being dragged: this is the place that it came from. */
  ghost: boolean;
}

/** One ticket on the board. */
export const Card = memo(function Card(props: CardProps) {
  const ticket = useTroupe((state) => state.tickets[props.ticketId]);
  if (!ticket) return null;
  return (
    <ErrorBoundary of={ticket} fallback={<article className={styles.card}><Trans>This task can't be displayed.</Trans></article>}>
      <TicketCard {...props} ticket={ticket} />
    </ErrorBoundary>
  );
});

function TicketCard({ ticket, columnId, laneId, active, open, ghost }: CardProps & { ticket: Ticket }) {
  const board = useBoard();
  const card = useRef<HTMLElement>(null);
  const key = useTroupe((state) => ticketKey(state, ticket));
  const unnumbered = useTroupe(unnumberedKey);
  const fields = useCardFields();
  const extra = useCardExtra();
  const chips = fieldsAt(fields, "chips", ticket);
  const status = useTroupe((state) => statusField.value.options.find(state, ticket.statusId));
  const category = status?.look?.is === "status" ? status.look.category : undefined;
  const selected = useTarget((target) => selectedSet(target.selected).has(ticket.id));
  const selecting = useTarget((target) => target.selected.length > 0);
  const there = useTroupe((state) => othersAt(state, ticket.id)[0]);
  const flag = useTroupe((state) => {
    const member = there && state.members[there.userId];
    return member ? memberName(member) : null;
  });
  useCardDrag(card, { ticketId: ticket.id, columnId, laneId }, board);
  useLayoutEffect(() => {
    if (active && board.takesFocus()) card.current?.focus({ preventScroll: true });
  }, [active, board]);
  const called = key ?? ticket.title;
  const href = board.hrefOf(key ?? ticket.id);

  const click = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    if (target.closest("input, button, label")) return;
    board.stand({ columnId, laneId, ticketId: ticket.id });
    // A click on the link itself is left to the browser.
    if (opensTab(event)) return target.closest("a") ? undefined : openTab(href);
    event.preventDefault();
    if (event.shiftKey) select(ticket.id, board.order(), true);
    else board.open(ticket.id);
  };
  return (
    // The board handles keys, because it knows the neighbours.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={card}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the board is one tab stop, and its cards are what is walked
      tabIndex={active ? 0 : -1}
      aria-label={nameOf(key === null ? ticket.title : `${key} ${isolated(ticket.title)}`, status?.name ?? "", selected)}
      data-ticket={ticket.id}
      data-column-id={columnId}
      data-lane-id={laneId}
      className={cx(
        styles.card,
        selected && styles.selected,
        open && styles.open,
        ghost && styles.ghost,
        flag !== null && styles.live,
        there && presenceClass(there.userId),
        category === "completed" && styles.done,
        category === "canceled" && styles.canceled,
      )}
      onClick={click}
      onMouseDown={keepPage}
      onAuxClick={(event) => event.button === 1 && !(event.target as HTMLElement).closest("a") && openTab(href)}
      onPointerEnter={() => setTarget({ hovered: ticket.id })}
      onPointerLeave={() => setTarget({ hovered: null })}
    >
      {flag !== null && <span className={styles.flag} dir="auto">{flag}</span>}
      <div className={styles.top}>
        {/* The label takes the pointer for its checkbox, because some browsers start no drag from an input. */}
        <label className={cx(styles.state, selecting && styles.selecting)}>
          {smallPictureOf(status?.look)}
          <Checkbox
            checked={selected}
            name={t`Select ${called}`}
            tabIndex={-1}
            onChange={() => {}}
            onClick={(event) => select(ticket.id, board.order(), event.shiftKey)}
          />
        </label>
        <span className={styles.id}>{key ?? unnumbered}</span>
        {ticket.private && <PrivateMark />}
        <RepeatMark ticketId={ticket.id} />
        {ticket.parentTicketId !== null && <SubtaskMark parentId={ticket.parentTicketId} className={styles.id} />}
        <span className={styles.end}>
          <CardMark ticketId={ticket.id} />
          {fieldsAt(fields, "top", ticket).map((field) => <CardValue key={field.id} field={field} ticket={ticket} />)}
        </span>
        <CardButtons ticket={ticket} called={called} />
      </div>
      <p className={styles.title} dir="auto" title={ticket.title}>
        <a href={href} tabIndex={-1} draggable={false}>
          {ticket.title}
        </a>
      </p>
      {chips.length > 0 && (
        <div className={styles.labels}>
          {chips.map((field) => <CardValue key={field.id} field={field} ticket={ticket} />)}
        </div>
      )}
      {extra?.(ticket.id)}
      <Foot ticket={ticket} fields={fields} />
    </article>
  );
}

/** The accessible name of a card. */
const nameOf = (title: string, status: string, selected: boolean) => (selected ? t`${title}, ${status}, selected` : t`${title}, ${status}`);

function Foot({ ticket, fields }: { ticket: Ticket; fields: readonly Field[] }) {
  const subtasks = useTroupe((state) => {
    const all = subtasksOf(state, ticket.id);
    return all.length === 0 ? null : `${all.filter(({ completed }) => completed).length}/${all.length}`;
  });
  const values = fieldsAt(fields, "foot", ticket);
  const last = fieldsAt(fields, "end", ticket);
  const files = useTroupe((state) => filesOf(state, ticket.id).length);
  const { comments } = ticket;
  if (values.length === 0 && subtasks === null && comments === 0 && files === 0 && last.length === 0) return null;
  return (
    <div className={styles.foot}>
      {values.map((field) => <CardValue key={field.id} field={field} ticket={ticket} />)}
      {subtasks !== null && (
        <span title={t`Completed subtasks`}>
          <Icon of={ListChecks} size={13} name={t`Completed subtasks`} />
          {subtasks}
        </span>
      )}
      {comments > 0 && (
        <span title={t`Comments`}>
          <Icon of={MessageSquare} size={13} name={t`Comments`} />
          {comments}
        </span>
      )}
      {files > 0 && (
        <span title={t`Files`}>
          <Icon of={Paperclip} size={13} name={t`Files`} />
          {files}
        </span>
      )}
      {last.map((field) => <CardValue key={field.id} field={field} ticket={ticket} />)}
    </div>
  );
}

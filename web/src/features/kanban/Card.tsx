import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Calendar, ListChecks, MessageSquare } from "lucide-react";
import { memo, useLayoutEffect, useRef, type MouseEvent } from "react";
import { useShallow } from "zustand/react/shallow";
import { faceOf, sharesOf } from "@/actions/choices";
import { othersAt } from "@/actions/marks";
import { select, selectedSet } from "@/actions/selection";
import { setTarget, useTarget } from "@/actions/target";
import { SubtaskMark } from "@/actions/SubtaskMark";
import { cx } from "@/lib/cx";
import { keepPage, openTab, opensTab } from "@/lib/newTab";
import { formatDate, today } from "@/lib/plainDate";
import { memberName, subtasksOf, ticketKey, unnumberedKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { AvatarStack } from "@/ui/Avatar";
import { Checkbox } from "@/ui/Checkbox";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { Icon } from "@/ui/Icon";
import { LabelChip } from "@/ui/Label";
import { presenceClass } from "@/ui/presence";
import { PriorityIcon } from "@/ui/PriorityIcon";
import { PrivateMark } from "@/ui/PrivateMark";
import { StatusIcon } from "@/ui/StatusIcon";
import type { Ticket } from "@/wire/generated";
import { isolated } from "@/words/isolate";
import { useBoard } from "./board";
import styles from "./Card.module.css";
import { CardMark } from "./CardMark";
import { useCardDrag } from "./useCardDrag";

export interface CardProps {
  ticketId: string;
  columnId: string;
  /** The keyboard stands on it. */
  active: boolean;
  open: boolean;
  /** It is in somebody's hand: what stands here is where it came from. */
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

function TicketCard({ ticket, columnId, active, open, ghost }: CardProps & { ticket: Ticket }) {
  const board = useBoard();
  const card = useRef<HTMLElement>(null);
  const key = useTroupe((state) => ticketKey(state, ticket));
  const unnumbered = useTroupe(unnumberedKey);
  const status = useTroupe((state) => state.statuses[ticket.statusId]);
  const share = useTroupe((state) => sharesOf(state.statuses)[ticket.statusId]);
  const selected = useTarget((target) => selectedSet(target.selected).has(ticket.id));
  const selecting = useTarget((target) => target.selected.length > 0);
  const there = useTroupe((state) => othersAt(state, ticket.id)[0]);
  const flag = useTroupe((state) => {
    const member = there && state.members[there.userId];
    return member ? memberName(member) : null;
  });
  useCardDrag(card, ticket.id, board);
  useLayoutEffect(() => {
    if (active && board.takesFocus()) card.current?.focus({ preventScroll: true });
  }, [active, board]);
  const called = key ?? ticket.title;
  const href = board.hrefOf(key ?? ticket.id);

  const click = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    if (target.closest("input, button, label")) return;
    board.stand({ columnId, ticketId: ticket.id });
    // A click on the link itself is left to the browser.
    if (opensTab(event)) return target.closest("a") ? undefined : openTab(href);
    event.preventDefault();
    if (event.shiftKey) select(ticket.id, board.order(), true);
    else board.open(ticket.id);
  };
  return (
    // Keys are heard by the board, which knows the neighbours.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={card}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the board is one tab stop, and its cards are what is walked
      tabIndex={active ? 0 : -1}
      aria-label={nameOf(key === null ? ticket.title : `${key} ${isolated(ticket.title)}`, status?.name ?? "", selected)}
      data-ticket={ticket.id}
      data-column-id={columnId}
      className={cx(
        styles.card,
        selected && styles.selected,
        open && styles.open,
        ghost && styles.ghost,
        flag !== null && styles.live,
        there && presenceClass(there.userId),
        status?.category === "completed" && styles.done,
        status?.category === "canceled" && styles.canceled,
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
          {status && <StatusIcon category={status.category} share={share} size={14} />}
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
        {ticket.parentTicketId !== null && <SubtaskMark parentId={ticket.parentTicketId} className={styles.id} />}
        <span className={styles.end}>
          <CardMark ticketId={ticket.id} />
          {ticket.priority !== null && <PriorityIcon priority={ticket.priority} named />}
        </span>
      </div>
      <p className={styles.title} dir="auto" title={ticket.title}>
        <a href={href} tabIndex={-1} draggable={false}>
          {ticket.title}
        </a>
      </p>
      {ticket.labels.length > 0 && <Labels ids={ticket.labels} />}
      <Foot ticket={ticket} />
    </article>
  );
}

/** The accessible name of a card. */
const nameOf = (title: string, status: string, selected: boolean) => (selected ? t`${title}, ${status}, selected` : t`${title}, ${status}`);

function Labels({ ids }: { ids: readonly string[] }) {
  const labels = useTroupe(useShallow((state) => ids.flatMap((id) => state.labels[id] ?? [])));
  return (
    <div className={styles.labels}>
      {labels.map(({ id, name, color }) => (
        <LabelChip key={id} hue={color} name={name} />
      ))}
    </div>
  );
}

function Foot({ ticket }: { ticket: Ticket }) {
  const subtasks = useTroupe((state) => {
    const all = subtasksOf(state, ticket.id);
    return all.length === 0 ? null : `${all.filter(({ completed }) => completed).length}/${all.length}`;
  });
  const people = useTroupe(
    useShallow((state) =>
      ticket.assigneesIds.flatMap((id) => {
        const member = state.members[id];
        return member ? [faceOf(member)] : [];
      }),
    ),
  );
  const { dueDate, comments } = ticket;
  if (dueDate === null && subtasks === null && comments === 0 && people.length === 0) return null;
  const late = dueDate !== null && !ticket.completed && dueDate < today();
  return (
    <div className={styles.foot}>
      {dueDate !== null && (
        <span className={cx(late && styles.late)} title={late ? t`Overdue` : t`Due`}>
          <Icon of={Calendar} size={13} name={late ? t`Overdue` : t`Due`} />
          {formatDate(dueDate)}
        </span>
      )}
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
      {people.length > 0 && (
        <span className={styles.who}>
          <AvatarStack people={people} size={20} />
        </span>
      )}
    </div>
  );
}

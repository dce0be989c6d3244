import { t } from "@lingui/core/macro";
import { ClockAlert, TriangleAlert } from "lucide-react";
import { memo, useLayoutEffect, useRef, type MouseEvent } from "react";
import { othersAt, refusalsOf } from "@/actions/marks";
import { mayOn } from "@/actions/rights";
import { select, selectedSet } from "@/actions/selection";
import { setTarget, useTarget } from "@/actions/target";
import { assignees } from "@/fields/assignees";
import { personOf } from "@/fields/Picture";
import { status as statusField } from "@/fields/status";
import { useOptions } from "@/fields/useOptions";
import { cx } from "@/lib/cx";
import { keepPage, openTab, opensTab } from "@/lib/newTab";
import { memberName, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { AvatarStack } from "@/ui/Avatar";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { Icon } from "@/ui/Icon";
import { presenceClass } from "@/ui/presence";
import { PrivateMark } from "@/ui/PrivateMark";
import { StatusIcon } from "@/ui/StatusIcon";
import { WaitingIcon } from "@/ui/WaitingIcon";
import type { Ticket } from "@/wire/generated";
import { isolated } from "@/words/isolate";
import { useCalendar } from "./context";
import styles from "./Chip.module.css";
import type { Scheduled } from "./spans";
import { datesOf } from "./titles";
import { useChipDrag } from "./useChipDrag";

export interface ChipProps {
  task: Scheduled;
  /** The day of the chip: the first shown day of the task in the week. */
  at: string;
  before?: boolean;
  after?: boolean;
  /** True for a chip with two lines. */
  roomy?: boolean;
  /** True if the chip has the keyboard focus. */
  active: boolean;
  open: boolean;
  /** True for a chip in a list, where each is a tab stop. */
  listed?: boolean;
  onOpened?: () => void;
}

/** A task on the calendar, or the part of it that lies in one week. */
export const Chip = memo(function Chip(props: ChipProps) {
  const ticket = useTroupe((state) => state.tickets[props.task.ticketId]);
  if (!ticket) return null;
  return (
    <ErrorBoundary of={ticket} fallback={<span className={styles.chip}>{t`This task can't be displayed.`}</span>}>
      <TicketChip {...props} ticket={ticket} />
    </ErrorBoundary>
  );
});

function TicketChip({ ticket, task, at, before = false, after = false, roomy = false, active, open, listed = false, onOpened }: ChipProps & { ticket: Ticket }) {
  const calendar = useCalendar();
  const chip = useRef<HTMLElement>(null);
  const key = useTroupe((state) => ticketKey(state, ticket));
  const status = useTroupe((state) => statusField.value.options.find(state, ticket.statusId));
  const share = status?.look?.is === "status" ? status.look.share : undefined;
  const mayEdit = useTroupe((state) => mayOn(state, "editTickets", [ticket]));
  const selected = useTarget((target) => selectedSet(target.selected).has(ticket.id));
  const there = useTroupe((state) => othersAt(state, ticket.id)[0]);
  const flag = useTroupe((state) => {
    const member = there && state.members[there.userId];
    return member ? memberName(member) : null;
  });
  const people = useOptions(assignees.value, ticket.assigneesIds).flatMap(personOf);
  const { category, late } = task;
  const ends = mayEdit ? `${before ? "" : "start"} ${after ? "" : "end"}` : "";
  const lifted = useChipDrag(chip, ticket.id, calendar.take, { ends });
  useLayoutEffect(() => {
    if (active && calendar.takesFocus()) chip.current?.focus({ preventScroll: true });
  }, [active, calendar]);
  const href = calendar.hrefOf(key ?? ticket.id);
  const dates = datesOf(task);

  const openIt = () => {
    calendar.open(ticket.id);
    onOpened?.();
  };
  const click = (event: MouseEvent) => {
    if (!listed) calendar.stand({ day: at, item: ticket.id });
    if (opensTab(event)) return (event.target as HTMLElement).closest("a") ? undefined : openTab(href);
    event.preventDefault();
    if (event.shiftKey) select(ticket.id, calendar.order(), true);
    else openIt();
  };
  const facts = [key === null ? ticket.title : `${key} ${isolated(ticket.title)}`, dates, status?.name ?? "", late && t`overdue`, ticket.private && t`private`, selected && t`selected`];
  return (
    // The calendar handles keys, because it knows the neighbours.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={chip}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the calendar is one tab stop, and arrow keys walk over its days and chips
      tabIndex={active || listed ? 0 : -1}
      aria-label={facts.filter((fact) => fact !== false && fact !== "").join(", ")}
      title={`${ticket.title}\n${late ? t`${dates}, overdue` : dates}`}
      data-ticket={ticket.id}
      data-at={at}
      className={cx(
        styles.chip,
        styles[category],
        late && styles.late,
        before && styles.before,
        after && styles.after,
        roomy && styles.roomy,
        selected && styles.selected,
        open && styles.open,
        lifted && styles.ghost,
        there && styles.live,
        there && presenceClass(there.userId),
      )}
      onClick={click}
      onKeyDown={(event) => {
        if (!listed || event.key !== "Enter") return;
        event.preventDefault();
        openIt();
      }}
      onMouseDown={keepPage}
      onAuxClick={(event) => event.button === 1 && !(event.target as HTMLElement).closest("a") && openTab(href)}
      onPointerEnter={() => setTarget({ hovered: ticket.id })}
      onPointerLeave={() => setTarget({ hovered: null })}
    >
      {mayEdit && !before && <span className={styles.edge} data-edge="start" />}
      <span className={styles.mark}>
        <StatusIcon category={category} share={share} size={12} />
      </span>
      <span className={styles.label} dir="auto">
        <a href={href} tabIndex={-1} draggable={false}>
          {ticket.title}
        </a>
      </span>
      <span className={styles.end}>
        <Mark ticketId={ticket.id} />
        {ticket.private && <PrivateMark />}
        {late && <Icon of={ClockAlert} size={12} />}
        {flag !== null && <span className={styles.flag} dir="auto">{flag}</span>}
        {people.length > 0 && (
          <span className={styles.faces}>
            <AvatarStack people={people} size={16} max={2} />
          </span>
        )}
      </span>
      {roomy && <span className={styles.second}>{key === null ? dates : `${key} · ${dates}`}</span>}
      {mayEdit && !after && <span className={styles.edge} data-edge="end" />}
    </article>
  );
}

/** Shown while a change of the task has no answer, or was refused. */
function Mark({ ticketId }: { ticketId: string }) {
  const since = useTroupe((state) => state.pending[ticketId]?.since ?? null);
  const refusal = useTroupe((state) => refusalsOf(state, ticketId).at(-1)?.error.message ?? null);
  const offline = useTroupe((state) => state.connection !== "live");
  if (refusal !== null) return <Icon of={TriangleAlert} size={12} name={t`Not saved: ${refusal}`} />;
  return since === null ? null : <WaitingIcon since={since} offline={offline} />;
}

import { t } from "@lingui/core/macro";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import { ask } from "@/actions/ask";
import { othersAt } from "@/actions/marks";
import { RepeatMark } from "@/actions/repeat/RepeatMark";
import { SubtaskMark } from "@/actions/SubtaskMark";
import { setTarget, useTarget } from "@/actions/target";
import { useMayOn } from "@/actions/useMay";
import { faceOf } from "@/fields/people";
import { pictureOf } from "@/fields/Picture";
import { status as statusField } from "@/fields/status";
import { cx } from "@/lib/cx";
import { ticketKey, unnumberedKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar, AvatarStack } from "@/ui/Avatar";
import { Checkbox } from "@/ui/Checkbox";
import { Icon } from "@/ui/Icon";
import { presenceClass } from "@/ui/presence";
import { PrivateMark } from "@/ui/PrivateMark";
import { WaitingIcon } from "@/ui/WaitingIcon";
import type { Ticket } from "@/wire/generated";
import { useChart } from "./chart";
import styles from "./Row.module.css";
import { TreeValues } from "./TreeValues";

interface TreeCellProps {
  ticket: Ticket;
  lineKey: string;
  level: number;
  hasChildren: boolean;
  folded: boolean;
  active: boolean;
  selected: boolean;
}

/** The ticket in the tree: its state, key, title and people. It stays in sight however far the chart is scrolled. */
export const TreeCell = memo(function TreeCell({ ticket, lineKey, level, hasChildren, folded, active, selected }: TreeCellProps) {
  const { acts } = useChart();
  const key = useTroupe((state) => ticketKey(state, ticket));
  const unnumbered = useTroupe(unnumberedKey);
  const status = useTroupe((state) => statusField.value.options.find(state, ticket.statusId));
  const members = useTroupe((state) => state.members);
  const others = useTroupe((state) => othersAt(state, ticket.id));
  const pending = useTroupe((state) => state.pending[ticket.id]);
  const offline = useTroupe((state) => state.connection !== "live");
  const selecting = useTarget((target) => target.selected.length > 0);
  const mayEdit = useMayOn("editTickets", ticket);
  const people = ticket.assigneesIds.flatMap((id) => (members[id] ? [faceOf(members[id])] : []));
  const visitor = others[0] && members[others[0].userId];
  const called = key ?? ticket.title;
  return (
    <div
      role="gridcell"
      aria-colindex={1}
      tabIndex={active ? 0 : -1}
      data-part="name"
      data-line={lineKey}
      data-ticket={ticket.id}
      className={cx(styles.tree, selecting && styles.selecting)}
      onPointerEnter={() => setTarget({ hovered: ticket.id })}
      onPointerLeave={() => setTarget({ hovered: null })}
    >
      <Checkbox className={styles.tick} checked={selected} name={t`Select ${called}`} tabIndex={-1} onChange={() => {}} onClick={(event) => acts.tick(ticket.id, event.shiftKey)} />
      <i style={{ width: level * 16 }} className={styles.indent} aria-hidden />
      {hasChildren ? (
        <button type="button" tabIndex={-1} className={styles.fold} aria-label={folded ? t`Show subtasks of ${called}` : t`Hide subtasks of ${called}`} aria-expanded={!folded} onClick={() => acts.fold(ticket.id)}>
          <Icon of={folded ? ChevronRight : ChevronDown} size={14} />
        </button>
      ) : (
        <i className={styles.noFold} aria-hidden />
      )}
      {status &&
        (mayEdit ? (
          <button type="button" tabIndex={-1} className={styles.status} aria-label={t`Status of ${called}: ${status.name}`} title={status.name} onClick={(event) => ask(statusField.id, [ticket.id], event.currentTarget)}>
            {pictureOf(status.look)}
          </button>
        ) : (
          <span role="img" className={styles.status} aria-label={status.name} title={status.name}>
            {pictureOf(status.look)}
          </span>
        ))}
      <span className={styles.id}>{key ?? unnumbered}</span>
      {ticket.private && <PrivateMark />}
      <RepeatMark ticketId={ticket.id} />
      {ticket.parentTicketId !== null && level === 0 && <SubtaskMark parentId={ticket.parentTicketId} className={styles.id} />}
      <a className={styles.title} dir="auto" href={acts.hrefOf(key ?? ticket.id)} tabIndex={-1} draggable={false} title={ticket.title}>
        {ticket.title}
      </a>
      {pending && <WaitingIcon since={pending.since} offline={offline} />}
      {visitor && (
        <span className={cx(styles.visitor, presenceClass(visitor.id))}>
          <Avatar person={faceOf(visitor)} size={16} solid={others[0]?.state !== "viewing"} />
        </span>
      )}
      <TreeValues ticket={ticket} />
      <span className={styles.who}>{people.length > 0 && <AvatarStack people={people} size={20} max={2} />}</span>
    </div>
  );
});

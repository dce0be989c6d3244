import { t } from "@lingui/core/macro";
import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useState } from "react";
import { fieldById } from "@/fields/field";
import type { Option } from "@/fields/options";
import { pictureOf } from "@/fields/Picture";
import { fieldsOf } from "@/fields/registry";
import { status as statusField } from "@/fields/status";
import { ask } from "@/actions/ask";
import { refuseTitle } from "@/actions/refuseTitle";
import { RepeatMark } from "@/actions/repeat/RepeatMark";
import { SubtaskMark } from "@/actions/SubtaskMark";
import { setTitle } from "@/actions/tickets";
import { unnumberedKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { PrivateMark } from "@/ui/PrivateMark";
import type { PresenceMember, Ticket } from "@/wire/generated";
import { Cell } from "./Cell";
import { NAME } from "./columns";
import { useGrid } from "./grid";
import { Marks, type LineMarks } from "./Marks";
import styles from "./Row.module.css";
import { statusOf } from "./statusOf";

/** Pixels of one level of the tree, and of the button that folds one. */
const step = 20;
const foldWidth = 16;

interface NameCellProps {
  ticket: Ticket;
  ticketKey: string | null;
  lineKey: string;
  active: boolean;
  edit: { typed: string | null } | null;
  /** The level in the tree; null if the sheet shows no tree. */
  level: number | null;
  /** Whether the subtasks are folded up; null if none are below the row. */
  closed: boolean | null;
  mayEdit: boolean;
  status: Option | undefined;
  others: readonly PresenceMember[];
  flash: string | undefined;
  marks: LineMarks | null;
  children: ReactNode;
}

/** The frozen column: status, key and title. The title is a link to the ticket, and is edited in place. */
export function NameCell({ ticket, ticketKey, lineKey, active, edit, level, closed, mayEdit, status, others, flash, marks, children }: NameCellProps) {
  const grid = useGrid();
  const unnumbered = useTroupe(unnumberedKey);
  const called = ticketKey ?? ticket.title;
  const field = useTroupe((state) => (fieldById(fieldsOf(state), statusField.id) ?? statusField).name());
  return (
    <Cell
      lineKey={lineKey}
      column={NAME}
      active={active}
      editing={edit !== null}
      readOnly={!mayEdit}
      others={others}
      flash={flash}
      wide
      className={styles.name}
    >
      {level !== null && <i className={styles.indent} style={{ width: level * step + (closed === null ? foldWidth : 0) }} aria-hidden />}
      {closed !== null && (
        <button type="button" tabIndex={-1} className={styles.fold} aria-label={closed ? t`Show subtasks of ${called}` : t`Hide subtasks of ${called}`} aria-expanded={!closed} data-fold onClick={() => grid.fold(ticket.id)}>
          <Icon of={closed ? ChevronRight : ChevronDown} size={14} />
        </button>
      )}
      {status && !mayEdit && (
        <span role="img" className={styles.status} aria-label={status.name} title={status.name}>
          {pictureOf(status.look)}
        </span>
      )}
      {status && mayEdit && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.status}
          aria-label={statusOf(field, called, status.name)}
          title={status.name}
          onClick={(event) => ask(statusField.id, [ticket.id], event.currentTarget)}
        >
          {pictureOf(status.look)}
        </button>
      )}
      <span className={styles.id}>{ticketKey ?? unnumbered}</span>
      {ticket.private && <PrivateMark />}
      <RepeatMark ticketId={ticket.id} />
      {ticket.parentTicketId !== null && !level && <SubtaskMark parentId={ticket.parentTicketId} className={styles.parent} />}
      {edit ? (
        <TitleInput ticket={ticket} typed={edit.typed} />
      ) : (
        <>
          <a
            className={styles.title}
            dir="auto"
            href={grid.hrefOf(ticketKey ?? ticket.id)}
            tabIndex={-1}
            draggable={false}
            title={ticket.title}
          >
            {ticket.title}
          </a>
          {children}
          {marks && <Marks ticketId={ticket.id} field="title" {...marks} />}
          {marks && <Marks ticketId={ticket.id} field="id" {...marks} />}
        </>
      )}
    </Cell>
  );
}

/** The title while it is edited. Enter and Tab save it, Esc discards it. An empty title changes nothing, and one that is too long stays in the field. */
function TitleInput({ ticket, typed }: { ticket: Ticket; typed: string | null }) {
  const grid = useGrid();
  const [text, setText] = useState(typed ?? ticket.title);
  const [invalid, setInvalid] = useState(false);
  /** Returns false if the title was refused and stays in the field. */
  const keep = () => {
    const title = text.trim();
    const refused = refuseTitle(title);
    setInvalid(refused);
    if (!refused && title !== "" && title !== ticket.title) void setTitle(ticket.id, title);
    return !refused;
  };
  return (
    <input
      className={styles.input}
      aria-label={t`Title`}
      dir="auto"
      autoFocus
      aria-invalid={invalid}
      value={text}
      onFocus={(event) => typed === null && event.currentTarget.select()}
      onChange={(event) => {
        setText(event.target.value);
        setInvalid(false);
      }}
      onBlur={() => {
        if (keep()) grid.leaveEdit("away");
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        const { key } = event;
        if (key !== "Enter" && key !== "Tab" && key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        if (key !== "Escape" && !keep()) return;
        grid.leaveEdit(key === "Escape" ? "stay" : key === "Enter" ? "down" : event.shiftKey ? "left" : "right");
      }}
    />
  );
}

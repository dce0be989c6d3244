import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { isLate } from "@/fields/deadline";
import type { Field } from "@/fields/field";
import { hueOf, personOf, pictureOf, smallPictureOf } from "@/fields/Picture";
import { textOf } from "@/fields/text";
import { useOptions } from "@/fields/useOptions";
import type { Choice, DateValue, Many, One, Value as AnyValue } from "@/fields/value";
import { formatInstantLong } from "@/lib/instant";
import { formatDate, today } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
import { AvatarStack } from "@/ui/Avatar";
import { LabelChip } from "@/ui/Label";
import type { Ticket } from "@/wire/generated";
import { inRow } from "@/words/isolate";
import { fitting } from "./fit";
import styles from "./Row.module.css";

interface ValueProps {
  field: Pick<Field, "value">;
  ticket: Ticket;
  /** The width of the cell in pixels. */
  room: number;
}

/** The content of a cell, by the kind of its value. Each cell reads only the rows that it shows. */
export function Value({ field: { value }, ticket, room }: ValueProps) {
  switch (value.kind) {
    case "one": {
      const id = value.read(ticket);
      return id === null ? null : <Single value={value} id={id} />;
    }
    case "many": {
      const ids = value.read(ticket);
      return ids.length === 0 ? null : <Several value={value} ids={ids} room={room} />;
    }
    case "date":
      return <Day value={value} ticket={ticket} />;
    case "entry": {
      const text = value.read(ticket);
      return text === null ? null : <span className={value.form === "number" ? styles.figure : styles.text} dir="auto" title={text}>{text}</span>;
    }
    case "moment": {
      const at = value.read(ticket)?.at;
      if (at === undefined) return null;
      return (
        <span className={styles.text} title={formatInstantLong(at)}>
          {formatDate(today(new Date(at)))}
        </span>
      );
    }
    default:
      return <Plain value={value} ticket={ticket} />;
  }
}

function Plain({ value, ticket }: { value: AnyValue; ticket: Ticket }) {
  const text = useTroupe((state) => textOf(value, state, ticket));
  return <span className={styles.text} dir="auto">{text}</span>;
}

function Single({ value: { options }, id }: { value: One; id: string }) {
  const option = useTroupe((state) => options.find(state, id));
  return option ? (
    <>
      {smallPictureOf(option.look)}
      <span className={styles.text} dir="auto">{option.name}</span>
    </>
  ) : null;
}

interface SeveralProps {
  value: Many;
  ids: readonly string[];
  room: number;
}

function Several({ value, ids, room }: SeveralProps) {
  switch (value.shown) {
    case "faces":
      return <Faces value={value} ids={ids} />;
    case "first":
      return <First value={value} ids={ids} />;
    case "chips":
      return <Chips value={value} ids={ids} room={room} />;
  }
}

interface Of {
  value: Choice;
  ids: readonly string[];
}

function Faces({ value, ids }: Of) {
  const people = useOptions(value, ids).flatMap(personOf);
  return people.length === 0 ? null : <AvatarStack people={people} size={20} />;
}

function First({ value, ids }: Of) {
  const options = useOptions(value, ids);
  const [first, ...others] = options;
  if (!first) return null;
  return (
    <>
      {pictureOf(first.look)}
      <span className={styles.text} dir="auto" title={inRow(options.map(({ name }) => name))}>
        {first.name}
      </span>
      {others.length > 0 && <span className={styles.more}>+{others.length}</span>}
    </>
  );
}

function Chips({ value, ids, room }: SeveralProps) {
  const options = useOptions(value, ids);
  const names = options.map(({ name }) => name);
  const shown = fitting(names, room);
  const more = options.length - shown;
  return (
    <span className={styles.labels} {...(more > 0 && { title: inRow(names) })}>
      {options.slice(0, shown).map(({ id, name, look }) => (
        <LabelChip key={id} hue={hueOf(look)} name={name} />
      ))}
      {more > 0 && <span className={styles.more}>+{more}</span>}
    </span>
  );
}

function Day({ value, ticket }: { value: DateValue; ticket: Ticket }) {
  const date = value.read(ticket);
  if (date === null) return null;
  const late = isLate(value, ticket);
  return (
    <span className={late ? styles.late : styles.text} {...(late && { title: t`Overdue` })}>
      {formatDate(date)}
      {late && (
        <span className={styles.hidden}>
          <Trans>, overdue</Trans>
        </span>
      )}
    </span>
  );
}

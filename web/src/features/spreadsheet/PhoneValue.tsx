import { t } from "@lingui/core/macro";
import { isLate } from "@/fields/deadline";
import { nameIn, type Field } from "@/fields/field";
import { personOf, smallPictureOf } from "@/fields/Picture";
import { useOptions } from "@/fields/useOptions";
import { idsOf, isChoice, type Choice } from "@/fields/value";
import { cx } from "@/lib/cx";
import { formatDate } from "@/lib/plainDate";
import { AvatarStack } from "@/ui/Avatar";
import type { Ticket } from "@/wire/generated";
import styles from "./PhoneList.module.css";

interface PhoneValueProps {
  field: Field;
  ticket: Ticket;
}

/** A value as a mark in the row of a phone, by its kind. */
export function PhoneValue({ field, ticket }: PhoneValueProps) {
  const { value } = field;
  if (isChoice(value)) return <Options value={value} ticket={ticket} />;
  if (value.kind === "entry") return <span title={nameIn(field, "column")} dir="auto">{value.read(ticket)}</span>;
  const date = value.kind === "date" ? value.read(ticket) : null;
  if (value.kind !== "date" || date === null) return null;
  const late = isLate(value, ticket);
  return (
    <span className={cx(late && styles.late)} title={late ? t`Overdue` : nameIn(field, "column")}>
      {formatDate(date)}
    </span>
  );
}

function Options({ value, ticket }: { value: Choice; ticket: Ticket }) {
  const options = useOptions(value, idsOf(value, ticket));
  const people = options.flatMap(personOf);
  if (people.length > 0) return <AvatarStack people={people} size={24} max={2} />;
  return options.map(({ id, name, look }) => (
    <span key={id}>
      {smallPictureOf(look)}
      {name}
    </span>
  ));
}

import { t } from "@lingui/core/macro";
import { Calendar } from "lucide-react";
import { Fragment } from "react";
import { isLate } from "@/fields/deadline";
import { nameIn, withPart, type CardPlace, type Field } from "@/fields/field";
import { hueOf, personOf, smallPictureOf } from "@/fields/Picture";
import { useOptions } from "@/fields/useOptions";
import { idsOf, isChoice, type Choice, type DateValue } from "@/fields/value";
import { cx } from "@/lib/cx";
import { formatDate } from "@/lib/plainDate";
import { AvatarStack } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { LabelChip } from "@/ui/Label";
import type { Ticket } from "@/wire/generated";
import styles from "./Card.module.css";

/** The fields with a value at a place of a card. */
export const fieldsAt = (fields: readonly Field[], place: CardPlace, ticket: Ticket): readonly Field[] =>
  withPart(fields, "card").filter(({ card, value }) => card.place === place && idsOf(value, ticket).length > 0);

interface CardValueProps {
  field: Field;
  ticket: Ticket;
}

/** A value as a mark on a card, by its kind. */
export function CardValue({ field, ticket }: CardValueProps) {
  const { value } = field;
  if (isChoice(value)) return <Options value={value} ticket={ticket} />;
  return value.kind === "date" ? <Day name={nameIn(field, "column")} value={value} ticket={ticket} /> : null;
}

function Options({ value, ticket }: { value: Choice; ticket: Ticket }) {
  const options = useOptions(value, idsOf(value, ticket));
  if (value.kind === "one" || value.shown === "first") return options.map(({ id, name, look }) => <Fragment key={id}>{smallPictureOf(look, name)}</Fragment>);
  if (value.shown === "chips") return options.map(({ id, name, look }) => <LabelChip key={id} hue={hueOf(look)} name={name} />);
  const people = options.flatMap(personOf);
  if (people.length === 0) return null;
  return (
    <span className={styles.who}>
      <AvatarStack people={people} size={20} />
    </span>
  );
}

function Day({ name, value, ticket }: { name: string; value: DateValue; ticket: Ticket }) {
  const date = value.read(ticket);
  if (date === null) return null;
  const late = isLate(value, ticket);
  const title = late ? t`Overdue` : name;
  return (
    <span className={cx(late && styles.late)} title={title}>
      <Icon of={Calendar} size={13} name={title} />
      {formatDate(date)}
    </span>
  );
}

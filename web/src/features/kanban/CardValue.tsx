import { t } from "@lingui/core/macro";
import { Calendar, CalendarCheck, CalendarClock } from "lucide-react";
import { Fragment } from "react";
import { isLate } from "@/fields/deadline";
import { nameIn, withPart, type CardPlace, type Field } from "@/fields/field";
import { hueOf, personOf, smallPictureOf } from "@/fields/Picture";
import { useOptions } from "@/fields/useOptions";
import { idsOf, isChoice, type Choice, type DateValue, type One } from "@/fields/value";
import { cx } from "@/lib/cx";
import { formatDate } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
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
  if (value.kind === "one" && field.card?.place === "chips") return <Chip name={nameIn(field, "column")} value={value} ticket={ticket} />;
  if (isChoice(value)) return <Options value={value} chips={field.card?.place === "chips"} ticket={ticket} />;
  if (value.kind === "entry") return <Entry name={nameIn(field, "column")} text={value.read(ticket)} />;
  return value.kind === "date" ? <Day name={nameIn(field, "column")} value={value} ticket={ticket} /> : null;
}

/** One option as a chip. An option without a look, like the "Yes" of a checkbox, needs the name of its field. */
function Chip({ name, value, ticket }: { name: string; value: One; ticket: Ticket }) {
  const [option] = useOptions(value, idsOf(value, ticket));
  if (!option) return null;
  return option.look ? <LabelChip hue={hueOf(option.look)} name={option.name} /> : <Entry name={name} text={option.name} />;
}

function Entry({ name, text }: { name: string; text: string | null }) {
  return text === null ? null : (
    <span className={styles.entry} title={t`${name}: ${text}`}>
      <span className={styles.entryName} dir="auto">{name}</span> <span dir="auto">{text}</span>
    </span>
  );
}

function Options({ value, chips, ticket }: { value: Choice; chips: boolean; ticket: Ticket }) {
  const options = useOptions(value, idsOf(value, ticket));
  if (chips) return options.map(({ id, name, look }) => <LabelChip key={id} hue={hueOf(look)} name={name} />);
  if (value.kind === "one" || value.shown !== "faces") return options.map(({ id, name, look }) => <Fragment key={id}>{smallPictureOf(look, name)}</Fragment>);
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
  const met = useTroupe(({ statuses }) => value.deadline === true && statuses[ticket.statusId]?.category === "completed");
  if (date === null) return null;
  const late = isLate(value, ticket);
  const title = late ? t`Overdue` : met ? t`${name}, completed` : name;
  return (
    <span className={cx(late && styles.late, met && styles.met)} title={title}>
      <Icon of={late ? CalendarClock : met ? CalendarCheck : Calendar} size={13} name={title} />
      {formatDate(date)}
    </span>
  );
}

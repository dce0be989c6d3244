import { t } from "@lingui/core/macro";
import { isLate } from "@/fields/deadline";
import { nameIn } from "@/fields/field";
import { personOf, smallPictureOf } from "@/fields/Picture";
import { textOf } from "@/fields/text";
import { useOptions } from "@/fields/useOptions";
import { idsOf, isChoice, type Choice } from "@/fields/value";
import { cx } from "@/lib/cx";
import { formatDate } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
import { AvatarStack } from "@/ui/Avatar";
import type { Ticket } from "@/wire/generated";
import { useChart } from "./chart";
import styles from "./Row.module.css";
import { widthOfColumn, type TreeColumn } from "./treeColumns";

/** The values of a ticket in the chosen columns of the tree. */
export function TreeValues({ ticket }: { ticket: Ticket }) {
  const { columns } = useChart();
  return columns.map((field) => <TreeValue key={field.id} field={field} ticket={ticket} />);
}

function TreeValue({ field, ticket }: { field: TreeColumn; ticket: Ticket }) {
  const { value } = field;
  const text = useTroupe((state) => textOf(value, state, ticket));
  const late = value.kind === "date" && isLate(value, ticket);
  const name = late ? t`Overdue` : nameIn(field, "column");
  return (
    <span className={cx(styles.value, late && styles.late)} style={{ width: widthOfColumn(field) }} {...(text !== "" && { title: t`${name}: ${text}` })}>
      {isChoice(value) ? <Options value={value} ticket={ticket} /> : <span dir="auto">{value.kind === "date" && text !== "" ? formatDate(text) : text}</span>}
      {late && <span className={styles.hidden}>{t`Overdue`}</span>}
    </span>
  );
}

/** Faces of people, or the first option and the number of the others. */
function Options({ value, ticket }: { value: Choice; ticket: Ticket }) {
  const [first, ...others] = useOptions(value, idsOf(value, ticket));
  if (!first) return null;
  const people = [first, ...others].flatMap(personOf);
  if (value.kind === "many" && value.shown === "faces") return <AvatarStack people={people} size={20} max={3} />;
  return (
    <>
      {smallPictureOf(first.look)}
      <span dir="auto">{first.name}</span>
      {others.length > 0 && <small>+{others.length}</small>}
    </>
  );
}

import { t } from "@lingui/core/macro";
import { addNewOption, pickOption } from "@/actions/tickets";
import { useMay, useMayOn } from "@/actions/useMay";
import { hueOf, pictureOf } from "@/fields/Picture";
import { NONE, type Option } from "@/fields/options";
import { notAmong, useChoices, useFitting, useOffered } from "@/fields/useChoices";
import { useOptions } from "@/fields/useOptions";
import { idsOf, type Choice } from "@/fields/value";
import type { With } from "@/fields/field";
import { LabelChip } from "@/ui/Label";
import { Picker } from "@/ui/Picker";
import type { Ticket } from "@/wire/generated";
import { inRow } from "@/words/isolate";
import { Nothing, Property, Still, Value } from "./Property";
import styles from "./Properties.module.css";
import { usePropertyPicker } from "./usePropertyPicker";

interface ChoicePropertyProps {
  field: With<"panel">;
  value: Choice;
  ticket: Ticket;
}

/** A value with one or several options, which a picker changes. */
export function ChoiceProperty({ field, value, ticket }: ChoicePropertyProps) {
  const label = field.name();
  const picker = usePropertyPicker(ticket.id, field);
  const multi = value.kind === "many";
  const offered = useOffered(value);
  const choices = useChoices(value);
  const chosen = idsOf(value, ticket);
  // In the order of the picker. Values that are no longer offered come last.
  const order = [...offered.flatMap(({ id }) => (chosen.includes(id) ? [id] : [])), ...(multi ? notAmong(offered, chosen) : [])];
  const shown = useOptions(value, order);
  const fitting = useFitting(value, multi ? offered : choices, [ticket], chosen);
  const { create } = value.options;
  const mayEdit = useMayOn("editTickets", ticket);
  const mayCreate = useMay("manageLabels");
  const content = shown.length === 0 ? <Nothing>{field.panel.nothing?.()}</Nothing> : shown.map(multi && value.shown === "chips" ? chip : face);
  if (!mayEdit)
    return (
      <Property label={label} ticketId={ticket.id} field={field.key}>
        <Still>{content}</Still>
      </Property>
    );
  return (
    <Property label={label} ticketId={ticket.id} field={field.key}>
      <Picker
        {...picker}
        name={label}
        keys={field.action?.keys[0]}
        multi={multi}
        create={multi && create && mayCreate ? { name: create.name, onCreate: (name) => addNewOption([ticket.id], value, name) } : undefined}
        options={fitting}
        selected={!multi && chosen.length === 0 ? [NONE] : chosen}
        onPick={(id) => void pickOption([ticket], value, id)}
        trigger={
          <Value name={shown.length === 0 ? t`${label}: none` : `${label}: ${inRow(shown.map(({ name }) => name))}`}>
            {content}
          </Value>
        }
      />
    </Property>
  );
}

const chip = ({ id, name, look }: Option) => <LabelChip key={id} name={name} hue={hueOf(look)} />;

const face = ({ id, name, look }: Option) => (
  <span key={id} className={styles.item}>
    {pictureOf(look)}
    <span className={styles.text} dir="auto">{name}</span>
  </span>
);

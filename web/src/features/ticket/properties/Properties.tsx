import { t } from "@lingui/core/macro";
import { ChevronDown, ChevronUp, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { isForPanel } from "@/actions/answering";
import { useAsked } from "@/actions/ask";
import { useMayOn } from "@/actions/useMay";
import { isOnAll, withPart, type With } from "@/fields/field";
import { useFields } from "@/fields/registry";
import { hasLine } from "@/fields/hasLine";
import { cx } from "@/lib/cx";
import { setMeasure, useMeasure } from "@/lib/panelMeasure";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import type { Ticket } from "@/wire/generated";
import { listed } from "@/words/i18n";
import { AudienceFact } from "./AudienceFact";
import { byList } from "./byList";
import { ChoiceProperty } from "./ChoiceProperty";
import { DateProperty } from "./DateProperty";
import { EntryProperty } from "./EntryProperty";
import { isFoldable } from "./foldable";
import { LinkedProperty } from "./LinkedProperty";
import { MomentFact } from "./MomentFact";
import { ParentProperty } from "./ParentProperty";
import { SourceFact } from "./SourceFact";
import { TextFact } from "./TextFact";
import styles from "./Properties.module.css";

/** All values of a ticket, those of some lists below the others. On a phone, the rarer ones are folded away. */
export function Properties({ ticket }: { ticket: Ticket }) {
  const [folded, setFolded] = useState(true);
  const shown = withPart(useFields(), "panel").filter((field) => hasLine(field.value, ticket) && isOnAll(field, [ticket]));
  // A question about a folded field unfolds the fields: its picker opens at its line.
  const asksRare = useAsked(({ asked }) => isForPanel(asked, ticket.id) && shown.some(({ id, panel }) => panel.rare && id === asked?.question));
  if (asksRare && folded) setFolded(false);
  const mayEdit = useMayOn("editTickets", ticket);
  const showsEmpty = useMeasure((measure) => measure.empty);
  // A line stays when its value is removed, because the focus is there, and when a key has asked for it.
  const [held, setHeld] = useState<readonly string[]>([]);
  const empty = shown.filter((field) => isFoldable(field, ticket));
  const asksEmpty = useAsked(({ asked }) => (isForPanel(asked, ticket.id) ? (empty.find(({ id }) => id === asked?.question)?.id ?? null) : null));
  const seen = shown.filter((field) => !held.includes(field.id) && (!empty.includes(field) || field.id === asksEmpty));
  if (seen.length > 0) setHeld([...held, ...seen.map(({ id }) => id)]);
  const hidden = mayEdit ? empty.filter(({ id }) => !held.includes(id) && id !== asksEmpty) : [];
  const isHidden = (field: With<"panel">) => !showsEmpty && hidden.includes(field);
  const lists = useTroupe((state) => state.lists);
  const { everywhere, ofLists } = useMemo(() => byList(shown, ticket, { lists }), [shown, ticket, lists]);
  const rare = shown.filter(({ panel }) => panel.rare).length;
  return (
    <>
      <div className={cx(styles.properties, folded && styles.folded)}>
        {everywhere.map((field) => <Line key={field.id} field={field} ticket={ticket} hidden={isHidden(field)} />)}
        <AudienceFact ticket={ticket} />
        {ofLists.map(({ id, names, fields }) => (
          <div key={id} role="group" aria-label={listed(names)} className={cx(styles.ofLists, fields.every(({ panel }) => panel.rare) && styles.rare)}>
            <h3 className={styles.heading} dir="auto">{listed(names)}</h3>
            {fields.map((field) => <Line key={field.id} field={field} ticket={ticket} />)}
          </div>
        ))}
        {hidden.length > 0 && (
          <button type="button" className={styles.addAttribute} aria-expanded={showsEmpty} onClick={() => setMeasure({ empty: !showsEmpty })}>
            <Icon of={showsEmpty ? ChevronUp : Plus} size={14} />
            {showsEmpty ? t`Hide empty attributes` : t`Add attribute`}
          </button>
        )}
      </div>
      <button type="button" className={styles.more} aria-expanded={!folded} onClick={() => setFolded(!folded)}>
        <Icon of={folded ? ChevronDown : ChevronUp} />
        {folded ? t`${rare} more attributes` : t`Fewer attributes`}
      </button>
    </>
  );
}

interface FieldPropertyProps {
  field: With<"panel">;
  ticket: Ticket;
}

/** The line of a field, which may be folded away: on a phone the rare ones, elsewhere the empty ones. */
function Line({ field, ticket, hidden = false }: FieldPropertyProps & { hidden?: boolean }) {
  const line = <FieldProperty field={field} ticket={ticket} />;
  return field.panel.rare || hidden ? <div className={cx(field.panel.rare && styles.rare, hidden && styles.empty)}>{line}</div> : line;
}

/** The line of a field, by the kind of its value. */
function FieldProperty({ field, ticket }: FieldPropertyProps) {
  const { value } = field;
  switch (value.kind) {
    case "one":
    case "many":
      if (value.kind === "many" && value.options.search) return <LinkedProperty field={field} value={value} ticket={ticket} />;
      return <ChoiceProperty field={field} value={value} ticket={ticket} />;
    case "date":
      return <DateProperty field={field} value={value} ticket={ticket} />;
    case "entry":
      return <EntryProperty field={field} value={value} ticket={ticket} />;
    case "parent":
      return <ParentProperty field={field} value={value} ticket={ticket} />;
    case "moment":
      return <MomentFact field={field} value={value} ticket={ticket} />;
    case "source":
      return <SourceFact field={field} value={value} ticket={ticket} />;
    default:
      return <TextFact field={field} ticket={ticket} />;
  }
}

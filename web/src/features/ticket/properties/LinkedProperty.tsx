import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { pickOption } from "@/actions/tickets";
import { useMayOn } from "@/actions/useMay";
import type { With } from "@/fields/field";
import { useSearch } from "@/fields/useChoices";
import { useOptions } from "@/fields/useOptions";
import type { Many } from "@/fields/value";
import { Picker } from "@/ui/Picker";
import type { Ticket } from "@/wire/generated";
import { inRow } from "@/words/isolate";
import { TicketLink } from "../TicketLink";
import { Nothing, Property, Still, Value } from "./Property";
import styles from "./Properties.module.css";
import { usePropertyPicker } from "./usePropertyPicker";

interface LinkedPropertyProps {
  field: With<"panel">;
  value: Many;
  ticket: Ticket;
}

/** A value that names tickets. Each is a link that opens its ticket; a button beside them changes the value. */
export function LinkedProperty({ field, value, ticket }: LinkedPropertyProps) {
  const label = field.name();
  const picker = usePropertyPicker(ticket.id, field);
  const chosen = value.read(ticket);
  const shown = useOptions(value, chosen);
  const searched = useSearch(value, [ticket], chosen);
  const mayEdit = useMayOn("editTickets", ticket);
  const names = inRow(shown.map(({ code, name }) => code ?? name));
  return (
    <Property label={label} ticketId={ticket.id} field={field.key}>
      <span className={styles.linked}>
        {shown.map(({ id, name }) => (
          <TicketLink key={id} ticketId={id} className={styles.task} title={name} dir="auto">
            {name}
          </TicketLink>
        ))}
        {!mayEdit && shown.length === 0 && <Still><Nothing /></Still>}
        {mayEdit && (
          <Picker
            {...picker}
            name={label}
            multi
            options={[]}
            {...searched}
            selected={chosen}
            onPick={(id) => void pickOption([ticket], value, id)}
            trigger={
              <Value name={shown.length === 0 ? t`${label}: none` : `${label}: ${names}`}>
                {shown.length === 0 ? <Nothing>{field.panel.nothing?.()}</Nothing> : <span className={styles.quiet}><Trans>Change</Trans></span>}
              </Value>
            }
          />
        )}
      </span>
    </Property>
  );
}

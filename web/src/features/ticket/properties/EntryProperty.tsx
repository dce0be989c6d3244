import { t } from "@lingui/core/macro";
import { ExternalLink } from "lucide-react";
import { setValue } from "@/actions/tickets";
import { useMayOn } from "@/actions/useMay";
import { keyboardOf } from "@/fields/keyboard";
import type { With } from "@/fields/field";
import type { EntryValue } from "@/fields/value";
import { EntryPicker } from "@/ui/EntryPicker";
import { Icon } from "@/ui/Icon";
import type { Ticket } from "@/wire/generated";
import { useChangedBy } from "../useChangedBy";
import { entryDraft, keepEntryDraft } from "./entryDrafts";
import { Nothing, Property, Still, Value } from "./Property";
import styles from "./Properties.module.css";
import { usePropertyPicker } from "./usePropertyPicker";

interface EntryPropertyProps {
  field: With<"panel">;
  value: EntryValue;
  ticket: Ticket;
}

/** A text, number or address, which a popover changes. An address is a link as well. */
export function EntryProperty({ field, value, ticket }: EntryPropertyProps) {
  const label = field.name();
  const picker = usePropertyPicker(ticket.id, field);
  const changedBy = useChangedBy(ticket.id, field, picker.open);
  const mayEdit = useMayOn("editTickets", ticket);
  const text = value.read(ticket);
  const content = text === null ? <Nothing>{field.panel.nothing?.()}</Nothing> : <span className={styles.text} dir="auto">{text}</span>;
  return (
    <Property label={label} ticketId={ticket.id} field={field.key}>
      {mayEdit ? (
        <EntryPicker
          {...picker}
          name={label}
          value={text}
          objection={value.objection}
          kept={value.kept}
          changedBy={changedBy}
          draft={picker.open ? entryDraft(ticket.id, field.key) : null}
          onDraft={(draft) => keepEntryDraft(ticket.id, field.key, draft)}
          keyboard={keyboardOf(value)}
          onChange={(next) => void setValue([ticket.id], value, next)}
          trigger={<Value name={text === null ? t`${label}: none` : t`${label}: ${text}`}>{content}</Value>}
        />
      ) : (
        <Still>{content}</Still>
      )}
      {value.form === "url" && text !== null && (
        <a className={styles.visit} href={text} target="_blank" rel="noopener noreferrer" aria-label={t`Open ${text}`} title={text}>
          <Icon of={ExternalLink} size={14} />
        </a>
      )}
    </Property>
  );
}

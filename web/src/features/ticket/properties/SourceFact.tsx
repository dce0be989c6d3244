import { Trans } from "@lingui/react/macro";
import type { With } from "@/fields/field";
import type { SourceValue } from "@/fields/value";
import type { Ticket } from "@/wire/generated";
import { Property } from "./Property";
import styles from "./Properties.module.css";

interface SourceFactProps {
  field: With<"panel">;
  value: SourceValue;
  ticket: Ticket;
}

/** The source of an imported ticket, with a link to its page there if the file names one. */
export function SourceFact({ field, value, ticket }: SourceFactProps) {
  const source = value.read(ticket);
  if (!source) return null;
  const name = source.key ?? source.file;
  return (
    <Property label={field.name()} ticketId={ticket.id}>
      <span className={styles.text} title={source.address ?? source.file}>
        {isPage(source.address) ? (
          <Trans>
            Imported from{" "}
            <a className={styles.source} href={source.address} target="_blank" rel="noopener noreferrer">
              <bdi>{name}</bdi>
            </a>
          </Trans>
        ) : (
          <Trans>
            Imported from <bdi>{name}</bdi>
          </Trans>
        )}
      </span>
    </Property>
  );
}

/** The node accepts no other scheme, but a link must not rely on that. */
function isPage(address: string | null): address is string {
  return address !== null && /^https?:\/\//i.test(address);
}

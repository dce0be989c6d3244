import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Ticket } from "@/wire/generated";
import { Property } from "./Property";
import styles from "./Properties.module.css";

/** The source of an imported ticket, with a link to its page there if the file names one. */
export function SourceFact({ ticket }: { ticket: Ticket }) {
  const source = ticket.source;
  if (!source) return null;
  const name = source.key ?? source.file;
  return (
    <Property label={t`Source`} ticketId={ticket.id}>
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

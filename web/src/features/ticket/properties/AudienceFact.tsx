import { t } from "@lingui/core/macro";
import { AudienceFaces, AudiencePopover, useAudience } from "@/fields/Audience";
import { homeIn } from "@/sync/homes";
import { useTroupe } from "@/sync/store";
import type { Ticket } from "@/wire/generated";
import { Property, Value } from "./Property";

/** Who sees the ticket, with their names in a popover. */
export function AudienceFact({ ticket }: { ticket: Ticket }) {
  const home = useTroupe((state) => homeIn(state, ticket));
  const { text, people } = useAudience(home);
  return (
    <Property label={t`Visible to`} ticketId={ticket.id}>
      <AudiencePopover
        people={people}
        trigger={
          <Value name={t`Visible to: ${text}`} style={{ marginInlineStart: -8 }}>
            <AudienceFaces home={home} people={people} />
            {text}
          </Value>
        }
      />
    </Property>
  );
}

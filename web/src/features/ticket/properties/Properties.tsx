import { t } from "@lingui/core/macro";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useState, type ReactNode } from "react";
import { cx } from "@/lib/cx";
import { Icon } from "@/ui/Icon";
import type { Ticket } from "@/wire/generated";
import {
  AssigneesProperty,
  LabelsProperty,
  ListsProperty,
  PriorityProperty,
  ReporterProperty,
  StatusProperty,
} from "./ChoiceProperties";
import { DatesProperty } from "./DatesProperty";
import { ParentProperty } from "./ParentProperty";
import { CompletedFact, CreatedFact } from "./PeopleFacts";
import { SourceFact } from "./SourceFact";
import styles from "./Properties.module.css";

/** All values of a ticket; on a phone those that are asked for less often are folded away. */
export function Properties({ ticket }: { ticket: Ticket }) {
  const [folded, setFolded] = useState(true);
  const rare = 5 + Number(ticket.completedAt !== null) + Number(ticket.source !== undefined);
  return (
    <>
      <div className={cx(styles.properties, folded && styles.folded)}>
        <StatusProperty ticket={ticket} />
        <Rare>
          <ListsProperty ticket={ticket} />
        </Rare>
        <AssigneesProperty ticket={ticket} />
        <Rare>
          <LabelsProperty ticket={ticket} />
        </Rare>
        <PriorityProperty ticket={ticket} />
        <Rare>
          <ReporterProperty ticket={ticket} />
        </Rare>
        <DatesProperty ticket={ticket} />
        <Rare>
          <CreatedFact ticket={ticket} />
        </Rare>
        <Rare>
          <ParentProperty ticket={ticket} />
        </Rare>
        <Rare>
          <CompletedFact ticket={ticket} />
        </Rare>
        <Rare>
          <SourceFact ticket={ticket} />
        </Rare>
      </div>
      <button type="button" className={styles.more} aria-expanded={!folded} onClick={() => setFolded(!folded)}>
        <Icon of={folded ? ChevronDown : ChevronUp} />
        {folded ? t`${rare} more properties` : t`Fewer properties`}
      </button>
    </>
  );
}

function Rare({ children }: { children: ReactNode }) {
  return <div className={styles.rare}>{children}</div>;
}

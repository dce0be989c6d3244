import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { GitCompare } from "lucide-react";
import type { MouseEvent } from "react";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { TicketText } from "../TicketText";
import styles from "./Description.module.css";

interface ChoiceProps {
  /** The author of the other text, if known. */
  who: string | undefined;
  theirs: string;
  /** True if the person's own text is already saved. */
  stands: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shown when two people edited the description at once: shows the other version and lets the person choose one. */
export function Choice({ who, theirs, stands, onKeepMine, onTakeTheirs }: ChoiceProps) {
  // A click must not take the focus from the text, which would end its edit.
  const hold = (event: MouseEvent) => event.preventDefault();
  const name = who ?? t`Someone else`;
  return (
    <div className={styles.choice} role="alert">
      <p className={styles.choiceHead}>
        <Icon of={GitCompare} />
        {stands ? (
          <Trans>
            <b>{name} saved another description at the same time.</b> Yours replaced it:
          </Trans>
        ) : (
          <Trans>
            <b>{name} changed the description while you were editing.</b> Your version isn't saved yet. Their version:
          </Trans>
        )}
      </p>
      <div className={styles.theirs} role="group" aria-label={t`Their description`}>
        {theirs.trim() === "" ? (
          <em>
            <Trans>They removed the description.</Trans>
          </em>
        ) : (
          <TicketText source={theirs} what="description" />
        )}
      </div>
      <div className={styles.choiceActions}>
        <Button size="sm" onMouseDown={hold} onClick={onKeepMine}>
          <Trans>Keep mine</Trans>
        </Button>
        <Button size="sm" variant="ghost" onMouseDown={hold} onClick={onTakeTheirs}>
          <Trans>Use theirs</Trans>
        </Button>
      </div>
    </div>
  );
}

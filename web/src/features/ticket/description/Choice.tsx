import { GitCompare } from "lucide-react";
import type { MouseEvent } from "react";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { TicketText } from "../TicketText";
import styles from "./Description.module.css";

interface ChoiceProps {
  /** Who wrote the other text, where that is known. */
  who?: string | undefined;
  theirs: string;
  /** Whether the own text is in its place already. */
  stands: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Two people wrote at once: says so, shows theirs, and leaves it to the person which of the two is to stand. */
export function Choice({ who = "Somebody else", theirs, stands, onKeepMine, onTakeTheirs }: ChoiceProps) {
  // A press must not take the focus from the text, which would end its edit.
  const hold = (event: MouseEvent) => event.preventDefault();
  return (
    <div className={styles.choice} role="alert">
      <p className={styles.choiceHead}>
        <Icon of={GitCompare} />
        {stands ? (
          <>
            <b>{who} saved another description at the same moment.</b> Yours has replaced it:
          </>
        ) : (
          <>
            <b>{who} changed the description meanwhile.</b> Yours is not saved yet. Theirs:
          </>
        )}
      </p>
      <div className={styles.theirs} role="group" aria-label="Their description">
        {theirs.trim() === "" ? <em>They cleared it.</em> : <TicketText source={theirs} />}
      </div>
      <div className={styles.choiceActions}>
        <Button size="sm" onMouseDown={hold} onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button size="sm" variant="ghost" onMouseDown={hold} onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </div>
    </div>
  );
}

import { GitCompare } from "lucide-react";
import type { MouseEvent } from "react";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { TicketText } from "../TicketText";
import styles from "./Description.module.css";

interface ChoiceProps {
  theirs: string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Two people wrote at once: says so, shows theirs, and saves nothing before one of the two is chosen. */
export function Choice({ theirs, onKeepMine, onTakeTheirs }: ChoiceProps) {
  // A press must not take the focus from the text, which would end its edit.
  const hold = (event: MouseEvent) => event.preventDefault();
  return (
    <div className={styles.choice} role="alert">
      <p className={styles.choiceHead}>
        <Icon of={GitCompare} />
        <b>Somebody else changed the description meanwhile.</b> Yours is not saved yet.
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

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Icon } from "@/ui/Icon";
import { ListDot } from "@/ui/Label";
import { Picker } from "@/ui/Picker";
import type { List } from "@/wire/generated";
import styles from "./Sidebar.module.css";

const NOWHERE = "nowhere";

interface DeleteListDialogProps {
  list: List;
  others: readonly List[];
  /** "24 open tasks". */
  tasks: string;
  onCancel: () => void;
  onDelete: (moveTo: string | null) => void;
}

/** The tasks of a list outlive it: asks where they go. */
export function DeleteListDialog({ list, others, tasks, onCancel, onDelete }: DeleteListDialogProps) {
  const [moveTo, setMoveTo] = useState<string>(others.at(-1)?.id ?? NOWHERE);
  const target = others.find(({ id }) => id === moveTo);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={`Delete “${list.name}”?`}
      text={`It has ${tasks}. No task is deleted with it.`}
      actions={
        <>
          <Button autoFocus onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => onDelete(target?.id ?? null)}>
            Delete list
          </Button>
        </>
      }
    >
      <Picker
        name="Move its tasks to"
        selected={[moveTo]}
        options={[
          ...others.map((other) => ({
            id: other.id,
            name: other.name,
            picture: <ListDot hue={other.color} outline={other.suggested} />,
          })),
          { id: NOWHERE, name: "No other list" },
        ]}
        onPick={setMoveTo}
        trigger={
          <Button className={styles.target}>
            {target ? <>Move its tasks to “{target.name}”</> : "Only take its tasks out of it"}
            <Icon of={ChevronDown} size={14} />
          </Button>
        }
      />
    </Dialog>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { createSubtask } from "@/actions/tickets";
import { useMay, useMayOn } from "@/actions/useMay";
import { titleTooLong } from "@/lib/text";
import { Button } from "@/ui/Button";
import { Input } from "@/ui/Field";
import type { Ticket } from "@/wire/generated";
import styles from "./Epics.module.css";

/** Adds tasks to an epic: Enter adds one and stays for the next; Esc and a click elsewhere add the one that is typed. A title that is too long stays. */
export function NewChild({ parent }: { parent: Ticket }) {
  const mayCreate = useMay("createTickets");
  const mayEdit = useMayOn("editTickets", parent);
  const [title, setTitle] = useState<string | null>(null);
  const finished = useRef(false);
  const begin = () => {
    finished.current = false;
    setTitle("");
  };
  if (!mayCreate || !mayEdit) return null;
  if (title === null)
    return (
      <Button size="sm" variant="ghost" icon={Plus} onClick={begin}>
        <Trans>Add a task</Trans>
      </Button>
    );
  const long = titleTooLong(title);
  const create = () => {
    if (title.trim() !== "") createSubtask(parent, title.trim());
    setTitle("");
  };
  const finish = () => {
    if (finished.current || long !== null) return;
    finished.current = true;
    create();
    setTitle(null);
  };
  return (
    <form
      className={styles.newChild}
      onSubmit={(event) => {
        event.preventDefault();
        if (long === null) create();
      }}
    >
      <Input
        autoFocus
        dir="auto"
        data-new-title
        data-parent={parent.id}
        aria-label={t`Title of the new task`}
        placeholder={t`Title, then Enter`}
        value={title}
        aria-invalid={long !== null}
        onChange={({ target }) => setTitle(target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          finish();
        }}
      />
      {long !== null && <span role="alert">{long}</span>}
    </form>
  );
}

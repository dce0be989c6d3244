import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { createSubtask } from "@/actions/tickets";
import { useMay, useMayOn } from "@/actions/useMay";
import { titleTooLong } from "@/lib/text";
import { Button } from "@/ui/Button";
import { Input } from "@/ui/Field";
import type { Ticket } from "@/wire/generated";
import styles from "./Epics.module.css";

/** Adds tasks to an epic. */
export function NewChild({ parent }: { parent: Ticket }) {
  const mayCreate = useMay("createTickets");
  const mayEdit = useMayOn("editTickets", parent);
  const [title, setTitle] = useState<string | null>(null);
  if (!mayCreate || !mayEdit) return null;
  if (title === null)
    return (
      <Button size="sm" variant="ghost" icon={Plus} onClick={() => setTitle("")}>
        <Trans>Add a task</Trans>
      </Button>
    );
  const long = titleTooLong(title);
  return (
    <form
      className={styles.newChild}
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() === "" || long !== null) return;
        createSubtask(parent, title.trim());
        setTitle("");
      }}
    >
      <Input
        autoFocus
        dir="auto"
        aria-label={t`Title of the new task`}
        placeholder={t`Title, then Enter`}
        value={title}
        aria-invalid={long !== null}
        onChange={({ target }) => setTitle(target.value)}
        onBlur={() => title.trim() === "" && setTitle(null)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          setTitle(null);
        }}
      />
      {long !== null && <span role="alert">{long}</span>}
    </form>
  );
}

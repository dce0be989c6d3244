import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Repeat } from "lucide-react";
import { useState } from "react";
import { laterComponent } from "@/lib/later";
import { recurrenceOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { DatePicker } from "@/ui/DatePicker";
import { useOpen } from "@/ui/useOpen";
import type { Ticket } from "@/wire/generated";

const RepeatEditor = laterComponent(async () => (await import("./RepeatEditor")).RepeatEditor, { idle: false, instead: () => null });
const RepeatWords = laterComponent(async () => (await import("./RepeatWords")).RepeatWords, { idle: false, instead: () => null });

type DueDatePickerProps = Omit<Parameters<typeof DatePicker>[0], "foot" | "instead"> & { ticket: Ticket };

/** Picks the due date of a task, and how the task repeats. */
export function DueDatePicker({ ticket, open, onOpenChange, ...rest }: DueDatePickerProps) {
  const [isOpen, setOpen] = useOpen(open, onOpenChange);
  const [editing, setEditing] = useState(false);
  const rule = useTroupe((state) => recurrenceOf(state, ticket.id));
  const close = (next: boolean) => {
    setOpen(next);
    if (!next) setEditing(false);
  };
  const offered = !ticket.completed && ticket.trashedAt === null;
  return (
    <DatePicker
      {...rest}
      open={isOpen}
      onOpenChange={close}
      instead={editing ? <RepeatEditor ticket={ticket} rule={rule} onDone={() => close(false)} onBack={() => setEditing(false)} /> : null}
      foot={
        offered && (
          <Button size="sm" variant="ghost" icon={Repeat} aria-label={t`Repeat`} onClick={() => setEditing(true)}>
            {rule ? <RepeatWords rule={rule} /> : <Trans>Repeat…</Trans>}
          </Button>
        )
      }
    />
  );
}

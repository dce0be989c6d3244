import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { snooze } from "@/actions/inbox";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { addDays, today } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import styles from "./SnoozeDialog.module.css";
import { chosenTime } from "./sections";

/** Asks until when a task is snoozed. */
export function SnoozeDialog() {
  const ticketId = useOverlay(({ overlay }) => (overlay?.kind === "snooze" ? overlay.ticketId : null));
  return ticketId === null ? null : <Question key={ticketId} ticketId={ticketId} />;
}

function Question({ ticketId }: { ticketId: string }) {
  const title = useTroupe((state) => state.tickets[ticketId]?.title ?? "");
  const [date, setDate] = useState(() => addDays(today(), 1));
  const [time, setTime] = useState("09:00");
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeOverlay()}
      title={t`Snooze “${title}” until`}
      actions={
        <>
          <Button onClick={closeOverlay}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="snooze-until" variant="primary"><Trans>Snooze</Trans></Button>
        </>
      }
    >
      <form
        id="snooze-until"
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const until = chosenTime(date, time, new Date());
          if (!until) return setProblem(date === "" || time === "" ? t`Enter a date and a time` : t`Choose a time in the future`);
          closeOverlay();
          snooze(ticketId, until);
        }}
      >
        <TextField label={t`Date`} type="date" autoFocus required min={today()} value={date} error={problem} onChange={({ target }) => setDate(target.value)} />
        <TextField label={t`Time`} type="time" required value={time} onChange={({ target }) => setTime(target.value)} />
      </form>
    </Dialog>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { formatDateLong, today, type PlainDate } from "@/lib/plainDate";
import { readDate } from "@/lib/typedDate";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import { endOf } from "./baseline";
import styles from "./Baseline.module.css";

/** The values that the dialog asks for. Without `takenAt`, the baseline is set to the present moment. */
export interface WantedBaseline {
  name: string;
  personal: boolean;
  takenAt?: string;
}

interface BaselineDialogProps {
  /** The name of the baseline to rename; null for a new one. */
  name: string | null;
  /** The suggested name for a new baseline of this day. */
  nameOn: (day: PlainDate) => string;
  mayShare: boolean;
  onClose: () => void;
  onSave: (wanted: WantedBaseline) => void;
}

/** Asks for the name of a baseline. For a new baseline, also asks for the day and whether to share it. */
export function BaselineDialog({ name: before, nameOn, mayShare, onClose, onSave }: BaselineDialogProps) {
  const [typed, setTyped] = useState(before);
  const [asOf, setAsOf] = useState("");
  const [shared, setShared] = useState(mayShare);
  const [tried, setTried] = useState(false);
  const now = today();
  const day = asOf.trim() === "" ? now : readDate(asOf);
  // The suggested name follows the day until the person types a name.
  const name = typed ?? nameOn(day ?? now);
  const wanted = name.trim();
  const problem = day === null ? (tried ? t`Enter a valid date` : null) : day > now ? t`The day can't be in the future.` : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={before === null ? t`Set baseline` : t`Rename “${before}”`}
      {...(before === null && { text: t`The gantt will show how far task dates have moved since then.` })}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="baseline" variant="primary">
            {before === null ? t`Set baseline` : t`Save`}
          </Button>
        </>
      }
    >
      <form
        id="baseline"
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (wanted === "" || day === null || day > now) return;
          onClose();
          onSave({ name: wanted, personal: !shared, ...(day < now && { takenAt: endOf(day) }) });
        }}
      >
        <TextField label={t`Name`} autoFocus maxLength={100} value={name} error={tried && wanted === "" ? t`Enter a name` : null} onChange={({ target }) => setTyped(target.value)} />
        {before === null && (
          <TextField
            label={t`As of`}
            placeholder={t`Now`}
            hint={day !== null && day < now ? t`At the end of ${formatDateLong(day)}` : t`You can also enter an earlier day.`}
            error={problem}
            value={asOf}
            onChange={({ target }) => setAsOf(target.value)}
          />
        )}
        {before === null && mayShare && (
          <div className={styles.share}>
            <Checkbox id="baseline-shared" checked={shared} onChange={setShared} />
            <label htmlFor="baseline-shared">
              <Trans>Share with everyone who can see these tasks</Trans>
            </label>
          </div>
        )}
      </form>
    </Dialog>
  );
}

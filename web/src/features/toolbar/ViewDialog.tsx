import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import styles from "./SavedViews.module.css";

export interface ViewDialogProps {
  /** The name of the view to change; null for a new one. */
  name: string | null;
  /** True if the person may share a new view. */
  mayShare: boolean;
  onClose: () => void;
  onSave: (view: { name: string; personal: boolean }) => void;
}

/** Asks for the name of a view, and for whom a new one is. */
export function ViewDialog({ name: before, mayShare, onClose, onSave }: ViewDialogProps) {
  const [name, setName] = useState(before ?? "");
  const [shared, setShared] = useState(false);
  const [tried, setTried] = useState(false);
  const wanted = name.trim();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={before === null ? t`Save view` : t`Rename “${before}”`}
      {...(before === null && { text: t`The view keeps the filter, the order, the grouping, the columns and the layout.` })}
      actions={
        <>
          <Button onClick={onClose}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="saved-view" variant="primary">
            {before === null ? t`Save view` : t`Rename`}
          </Button>
        </>
      }
    >
      <form
        id="saved-view"
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (wanted === "") return;
          onClose();
          onSave({ name: wanted, personal: !shared });
        }}
      >
        <TextField label={t`Name`} autoFocus maxLength={100} value={name} error={tried && wanted === "" ? t`Enter a name` : null} onChange={({ target }) => setName(target.value)} />
        {before === null && mayShare && (
          <div className={styles.share}>
            <Checkbox id="saved-view-shared" checked={shared} onChange={setShared} />
            <label htmlFor="saved-view-shared"><Trans>Share it with everyone who sees these tasks</Trans></label>
          </div>
        )}
      </form>
    </Dialog>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Bookmark } from "lucide-react";
import { useState } from "react";
import type { ViewLabel } from "@/actions/savedViews";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import { Icon } from "@/ui/Icon";
import { IconRow } from "@/ui/IconRow";
import styles from "./SavedViews.module.css";

/** What the dialog asks for. */
export type NewView = ViewLabel & { personal: boolean };

export interface ViewDialogProps {
  /** The view to change; null for a new one. */
  view: ViewLabel | null;
  /** True if the person may share a new view. */
  mayShare: boolean;
  /** True for a view of a page that shows each reader their own tasks. */
  ofPage: boolean;
  onClose: () => void;
  onSave: (view: NewView) => void;
}

/** Asks for the name and the icon of a view, and whether to share a new view. */
export function ViewDialog({ view, mayShare, ofPage, onClose, onSave }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? "");
  const [icon, setIcon] = useState(view?.icon ?? null);
  const [shared, setShared] = useState(false);
  const [tried, setTried] = useState(false);
  const wanted = name.trim();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={view === null ? t`Save as new view` : t`Edit “${view.name}”`}
      {...(view === null && { text: t`The view saves the filters, search text, sorting, grouping, layout, and columns with their widths. For a board, it also saves the swimlanes, the fields on cards, and the limits.` })}
      actions={
        <>
          <Button onClick={onClose}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="saved-view" variant="primary">
            {t`Save`}
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
          onSave({ name: wanted, icon, personal: !shared });
        }}
      >
        <TextField label={t`Name`} autoFocus maxLength={100} value={name} error={tried && wanted === "" ? t`Enter a name` : null} onChange={({ target }) => setName(target.value)} />
        <IconRow icon={icon} plain={{ name: t`No icon`, picture: <Icon of={Bookmark} /> }} onPick={setIcon} />
        {view === null && mayShare && (
          <div className={styles.share}>
            <Checkbox id="saved-view-shared" checked={shared} onChange={setShared} />
            <label htmlFor="saved-view-shared">{ofPage ? t`Share it with everyone. Each person sees their own tasks.` : t`Share it with everyone who sees these tasks`}</label>
          </div>
        )}
      </form>
    </Dialog>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { statusesInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field, Select, TextField } from "@/ui/Field";
import { categories, categoryNames } from "@/ui/vocabulary";
import type { Status, StatusCategory } from "@/wire/generated";
import { createStatus, updateStatus } from "./commands";
import { placeOf } from "./order";
import styles from "./StatusDialog.module.css";

interface StatusDialogProps {
  /** The status to change; null for a new one. */
  status: Status | null;
  onClose: () => void;
}

/** Edits the name of a status, and its category. */
export function StatusDialog({ status, onClose }: StatusDialogProps) {
  const statuses = useTroupe((state) => state.statuses);
  // A status of tasks keeps its category: a node refuses the change.
  const used = useTroupe(({ tickets }) => status !== null && Object.values(tickets).some(({ statusId }) => statusId === status.id));
  const [name, setName] = useState(status?.name ?? "");
  const [category, setCategory] = useState<StatusCategory>(status?.category ?? "started");
  const [problem, setProblem] = useState<string | null>(null);
  const called = status?.name ?? "";
  const save = () => {
    const wanted = name.trim();
    const taken = Object.values(statuses).some((each) => each.id !== status?.id && each.name.toLowerCase() === wanted.toLowerCase());
    if (wanted === "") return setProblem(t`Enter a name`);
    if (taken) return setProblem(t`That name is taken`);
    onClose();
    if (status) void updateStatus(status.id, { name: wanted, category });
    else void createStatus({ name: wanted, category, after: placeOf(statusesInOrder({ statuses }), category) });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={status ? t`Edit “${called}”` : t`New status`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="status" variant="primary">
            {status ? t`Save` : t`Create status`}
          </Button>
        </>
      }
    >
      <form
        id="status"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={t`Name`}
          data-autofocus
          maxLength={50}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(null);
          }}
        />
        <Field label={t`Category`} hint={used ? t`Tasks have this status, so its category can't change.` : undefined}>
          {(tied) => (
            <Select {...tied} disabled={used} value={category} onChange={(event) => setCategory(categories.find((each) => each === event.target.value) ?? category)}>
              {categories.map((each) => (
                <option key={each} value={each}>
                  {categoryNames[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </form>
    </Dialog>
  );
}

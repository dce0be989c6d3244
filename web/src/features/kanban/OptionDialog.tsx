import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { isNameTaken } from "@/lib/useName";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import { HueRow } from "@/ui/HueRow";
import type { Hue } from "@/ui/vocabulary";
import styles from "./Kanban.module.css";
import type { OwnOption } from "./useOwnOption";

interface OptionDialogProps {
  of: OwnOption;
  onClose: () => void;
}

/** Edits the name and the color of the option that a column stands for. */
export function OptionDialog({ of: { name: called, color, taken, update }, onClose }: OptionDialogProps) {
  const [name, setName] = useState(called);
  const [hue, setHue] = useState<Hue>(color);
  const [problem, setProblem] = useState<string | null>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === "") return setProblem(t`Enter a name`);
    if (isNameTaken(wanted, taken)) return setProblem(t`That name is taken`);
    onClose();
    if (wanted !== called || hue !== color) update({ ...(wanted !== called && { name: wanted }), ...(hue !== color && { color: hue }) });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Edit “${called}”`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="option" variant="primary">
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <form id="option" className={styles.statusForm} noValidate onSubmit={save}>
        <TextField
          label={t`Name`}
          data-autofocus
          maxLength={100}
          value={name}
          error={problem}
          onChange={({ target }) => {
            setName(target.value);
            setProblem(null);
          }}
        />
        <HueRow hue={hue} onPick={setHue} />
      </form>
    </Dialog>
  );
}

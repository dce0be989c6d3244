import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { createTaskType, updateTaskType } from "@/actions/records";
import { cx } from "@/lib/cx";
import { isNameTaken } from "@/lib/useName";
import { undo } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { useDiscard } from "@/ui/Discard";
import { TextField } from "@/ui/Field";
import { hueName } from "@/ui/hueItems";
import { LabelDot } from "@/ui/Label";
import { tell } from "@/ui/Toast";
import { TypePicture } from "@/ui/TypePicture";
import { typeIconNames, typeIcons } from "@/ui/typeIcons";
import { hues, type Hue } from "@/ui/vocabulary";
import type { TaskType, TaskTypePatch } from "@/wire/generated";
import form from "../attributes/Attributes.module.css";
import styles from "./Types.module.css";

interface TypeDialogProps {
  /** The task type to change; null for a new one. */
  of: TaskType | null;
  among: readonly TaskType[];
  onClose: () => void;
}

/** Asks for the name, the picture and the colour of a task type. */
export function TypeDialog({ of: type, among, onClose }: TypeDialogProps) {
  const [name, setName] = useState(type?.name ?? "");
  const [icon, setIcon] = useState(type?.icon ?? "task");
  const [color, setColor] = useState<Hue>(type?.color ?? hues[(among.length * 5) % hues.length] ?? "blue");
  const [container, setContainer] = useState(type?.container ?? false);
  const [tried, setTried] = useState(false);
  const { leave, question } = useDiscard({ name, icon, color, container }, onClose);
  const containerId = useId();
  const wanted = name.trim();
  const taken = isNameTaken(wanted, among.filter(({ id }) => id !== type?.id).map((other) => other.name)) ? t`That name is taken` : null;
  const problem = taken ?? (tried && wanted === "" ? t`Enter a name` : null);
  const save = () => {
    setTried(true);
    if (wanted === "" || taken !== null) return;
    onClose();
    if (type === null) return void createTaskType({ name: wanted, icon, color, container });
    const patch: TaskTypePatch = {
      ...(wanted !== type.name && { name: wanted }),
      ...(icon !== type.icon && { icon }),
      ...(color !== type.color && { color }),
      ...(container !== type.container && { container }),
    };
    if (Object.keys(patch).length === 0) return;
    void updateTaskType(type.id, patch).then(
      ({ ok }) => ok && tell({ text: t`Saved “${wanted}”`, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } }),
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={type === null ? t`New task type` : t`Edit “${type.name}”`}
      actions={
        <>
          <Button onClick={leave}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="task-type" variant="primary">
            {type === null ? t`Create task type` : t`Save`}
          </Button>
          {question}
        </>
      }
    >
      <form
        id="task-type"
        className={form.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField label={t`Name`} autoFocus maxLength={100} value={name} error={problem} onChange={({ target }) => setName(target.value)} />
        <fieldset className={styles.choices}>
          <legend className={form.label}><Trans>Icon</Trans></legend>
          {typeIcons.map((each) => (
            <label key={each} className={cx(styles.choice, each === icon && styles.chosen)} title={typeIconNames[each]}>
              <input type="radio" name="icon" value={each} checked={each === icon} aria-label={typeIconNames[each]} onChange={() => setIcon(each)} />
              <TypePicture icon={each} hue={color} />
            </label>
          ))}
        </fieldset>
        <fieldset className={styles.choices}>
          <legend className={form.label}><Trans>Color</Trans></legend>
          {hues.map((hue) => (
            <label key={hue} className={cx(styles.choice, hue === color && styles.chosen)} title={hueName(hue)}>
              <input type="radio" name="color" value={hue} checked={hue === color} aria-label={hueName(hue)} onChange={() => setColor(hue)} />
              <LabelDot hue={hue} />
            </label>
          ))}
        </fieldset>
        <div className={form.check}>
          <Checkbox id={containerId} checked={container} onChange={setContainer} />
          <label htmlFor={containerId}><Trans>Container</Trans></label>
          <span className={form.hint}><Trans>For larger pieces of work, such as epics.</Trans></span>
        </div>
      </form>
    </Dialog>
  );
}

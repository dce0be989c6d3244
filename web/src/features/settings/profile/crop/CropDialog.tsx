import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ZoomIn, ZoomOut } from "lucide-react";
import { useId, useState, type FormEvent, type KeyboardEvent } from "react";
import { messageOf } from "@/api/error";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { IconButton } from "@/ui/IconButton";
import { shownNumber } from "@/words/region";
import { cutOut } from "./canvas";
import styles from "./Crop.module.css";
import { CropArea } from "./CropArea";
import { middleOf, mostZoom, placeOf, zoomAt, zoomed } from "./crop";

/** The factor of one press of + or of a button. */
const STEP = 1.2;

export interface CropDialogProps {
  picture: ImageBitmap;
  /** Rejects if the picture was not stored. */
  onSave: (file: Blob) => Promise<void>;
  onClose: () => void;
}

/** Lets a person choose the part of a picture that is shown. */
export function CropDialog({ picture, onSave, onClose }: CropDialogProps) {
  const id = useId();
  const hint = useId();
  const [crop, setCrop] = useState(() => middleOf(picture));
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // While the node works, the dialog stays open, because it shows a failure. A button that is disabled would lose the focus.
  const leave = () => {
    if (!isSaving) onClose();
  };
  const zoomBy = (factor: number) => setCrop((now) => zoomed(picture, now, factor));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const factors: Partial<Record<string, number>> = { "+": STEP, "=": STEP, "-": 1 / STEP };
    const factor = factors[event.key];
    if (factor === undefined) return;
    event.preventDefault();
    zoomBy(factor);
  };
  const save = async () => {
    setIsSaving(true);
    setFailure(null);
    try {
      await onSave(await cutOut(picture, crop));
    } catch (thrown) {
      setFailure(messageOf(thrown));
      setIsSaving(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving) void save();
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && leave()}
      title={t`Crop the picture`}
      actions={
        <>
          <Button variant="ghost" className={styles.reset} onClick={() => setCrop(middleOf(picture))}>{t`Reset`}</Button>
          <Button aria-disabled={isSaving} onClick={leave}>{t`Cancel`}</Button>
          <Button type="submit" form={id} variant="primary" aria-disabled={isSaving}>
            {isSaving ? t`Saving…` : t`Save`}
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys act on the picture, from each control of the form */}
      <form id={id} className={styles.form} onSubmit={onSubmit} onKeyDown={onKeyDown}>
        {failure !== null && <p className={styles.failure} role="alert">{failure}</p>}
        <CropArea picture={picture} crop={crop} onCrop={setCrop} hint={hint} />
        <div className={styles.zoom}>
          <IconButton icon={ZoomOut} name={t`Zoom out`} keys="-" aria-disabled={crop.zoom === 1} onClick={() => zoomBy(1 / STEP)} />
          <input
            type="range"
            min={0}
            max={1}
            step={0.02}
            value={placeOf(picture, crop.zoom)}
            aria-label={t`Zoom`}
            aria-valuetext={shownNumber(crop.zoom, { style: "percent" })}
            onChange={({ target }) => zoomBy(zoomAt(picture, target.valueAsNumber) / crop.zoom)}
          />
          <IconButton icon={ZoomIn} name={t`Zoom in`} keys="+" aria-disabled={crop.zoom === mostZoom(picture)} onClick={() => zoomBy(STEP)} />
        </div>
        <p id={hint} className={styles.hint}><Trans>Drag the picture or press the arrow keys to move it.</Trans></p>
      </form>
    </Dialog>
  );
}

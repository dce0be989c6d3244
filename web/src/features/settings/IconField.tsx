import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { setWorkspaceIcon } from "@/actions/config";
import { initials, lettersOn, pictureIn } from "@/ui/workspacePicture";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import { HueRow } from "@/ui/HueRow";
import type { Hue } from "@/ui/vocabulary";
import { WorkspaceIcon } from "@/ui/WorkspaceIcon";
import styles from "./IconField.module.css";

interface IconFieldProps {
  icon: string | null;
  /** The name of the workspace, for the letters. */
  name: string;
  readOnly: boolean;
}

/** The icon of the workspace, with a dialog that changes it. */
export function IconField({ icon, name, readOnly }: IconFieldProps) {
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.field}>
      <span className={styles.label}><Trans>Icon</Trans></span>
      <div className={styles.row}>
        <WorkspaceIcon icon={icon} size={32} />
        {!readOnly && (
          <>
            <Button onClick={() => setAsking(true)}>{t`Change icon`}</Button>
            {icon !== null && <Button variant="ghost" onClick={() => void setWorkspaceIcon(null)}>{t`Remove icon`}</Button>}
          </>
        )}
      </div>
      {asking && <IconDialog icon={icon} name={name} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Emojis, and others that a person types. */
const isEmoji = (text: string) => /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(text);

function IconDialog({ icon, name, onClose }: { icon: string | null; name: string; onClose: () => void }) {
  const now = icon === null ? null : pictureIn(icon);
  const [text, setText] = useState(() => (now?.is === "letters" ? now.letters : now?.is === "text" ? now.text : initials(name)));
  const [hue, setHue] = useState<Hue>(now?.is === "letters" ? now.hue : "teal");
  const [tried, setTried] = useState(false);
  const wanted = text.trim();
  const letters = [...wanted];
  const problem = wanted === "" ? t`Enter one or two letters, or an emoji` : !isEmoji(wanted) && letters.length > 2 ? t`Enter at most two letters` : isEmoji(wanted) && letters.length > 16 ? t`Enter one emoji` : null;
  const next = isEmoji(wanted) ? wanted : lettersOn(hue, letters.slice(0, 2).join(""));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Icon of the workspace`}
      text={t`Everyone in the workspace sees it, and people who are invited.`}
      actions={
        <>
          <Button onClick={onClose}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="workspace-icon" variant="primary"><Trans>Save</Trans></Button>
        </>
      }
    >
      <form
        id="workspace-icon"
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (problem !== null) return;
          onClose();
          if (next !== icon) void setWorkspaceIcon(next);
        }}
      >
        <div className={styles.row}>
          <WorkspaceIcon icon={wanted === "" || problem !== null ? null : next} size={48} />
          <TextField label={t`Letters or emoji`} autoFocus value={text} error={tried || wanted !== "" ? problem : null} onChange={({ target }) => setText(target.value)} />
        </div>
        {!isEmoji(wanted) && <HueRow hue={hue} onPick={setHue} />}
      </form>
    </Dialog>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/ui/Button";
import styles from "./Activity.module.css";
import { CommentField } from "./CommentField";

interface CommentEditorProps {
  ticketId: string;
  text: string;
  onSave: (text: string) => void;
  onCancel: () => void;
}

/** Edits a comment. The caret starts at the end of the text, and Save stays visible. */
export function CommentEditor({ ticketId, text: before, onSave, onCancel }: CommentEditorProps) {
  const [text, setText] = useState(before);
  const [uploading, setUploading] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const area = useRef<{ focus: () => void }>(null);
  useLayoutEffect(() => area.current?.focus(), []);
  // The field grows with its text, and a tall field would push Save out of view.
  useLayoutEffect(() => {
    // The result is not returned: newer browsers return a promise, and an effect must not.
    box.current?.scrollIntoView({ block: "end" });
  }, [text]);
  const ready = text.trim() !== "" && !uploading;
  const save = () => ready && onSave(text.trim());
  return (
    <div ref={box} className={styles.composer}>
      <CommentField
        ticketId={ticketId}
        handle={area}
        label={t`Edit comment`}
        value={text}
        onText={setText}
        onSend={save}
        onLeave={() => text === before && onCancel()}
        onUploading={setUploading}
      >
        <span className={styles.composerActions}>
          <Button size="sm" variant="ghost" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button size="sm" variant="primary" disabled={!ready} onClick={save}>
            <Trans>Save</Trans>
          </Button>
        </span>
      </CommentField>
    </div>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/ui/Button";
import { MentioningText } from "../mentions/MentioningText";
import styles from "./Activity.module.css";

interface CommentEditorProps {
  ticketId: string;
  text: string;
  onSave: (text: string) => void;
  onCancel: () => void;
}

/** Edits a comment. The caret starts at the end of the text, and Save stays visible. */
export function CommentEditor({ ticketId, text: before, onSave, onCancel }: CommentEditorProps) {
  const [text, setText] = useState(before);
  const box = useRef<HTMLDivElement>(null);
  const area = useRef<{ focus: () => void }>(null);
  useLayoutEffect(() => area.current?.focus(), []);
  // The field grows with its text, and a tall field would push Save out of view.
  useLayoutEffect(() => {
    // The result is not returned: newer browsers return a promise, and an effect must not.
    box.current?.scrollIntoView({ block: "end" });
  }, [text]);
  const save = () => text.trim() !== "" && onSave(text.trim());
  return (
    <div ref={box} className={styles.composer}>
      <MentioningText
        ticketId={ticketId}
        handle={area}
        aria-label={t`Edit comment`}
        value={text}
        onText={setText}
        onSend={save}
        onLeave={() => text === before && onCancel()}
      />
      <div className={styles.composerRow}>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button size="sm" variant="primary" disabled={text.trim() === ""} onClick={save}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </div>
  );
}

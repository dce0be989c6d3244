import { useState } from "react";
import { Button } from "@/ui/Button";
import { GrowingText } from "../GrowingText";
import styles from "./Activity.module.css";

interface CommentEditorProps {
  text: string;
  onSave: (text: string) => void;
  onCancel: () => void;
}

/** A comment that is written again. */
export function CommentEditor({ text: before, onSave, onCancel }: CommentEditorProps) {
  const [text, setText] = useState(before);
  const save = () => text.trim() !== "" && onSave(text.trim());
  return (
    <div className={styles.composer}>
      <GrowingText
        autoFocus
        aria-label="Edit comment"
        value={text}
        onText={setText}
        onSend={save}
        onLeave={() => text === before && onCancel()}
      />
      <div className={styles.composerRow}>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" disabled={text.trim() === ""} onClick={save}>
          Save
        </Button>
      </div>
    </div>
  );
}

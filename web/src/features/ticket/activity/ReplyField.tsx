import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { comment } from "@/actions/talk";
import { playSent } from "@/lib/sentSound";
import { Button } from "@/ui/Button";
import styles from "./Activity.module.css";
import { CommentField } from "./CommentField";
import { keepReplyDraft, readReplyDraft } from "./replyDrafts";
import { useTyping } from "./useTyping";

interface ReplyFieldProps {
  ticketId: string;
  /** The first comment of the thread. */
  firstId: string;
  /** True if the person has just asked for the field. */
  focus: boolean;
  onClose: () => void;
}

/** A new reply to a thread, kept on this machine until it is sent. */
export function ReplyField({ ticketId, firstId, focus, onClose }: ReplyFieldProps) {
  const [text, setText] = useState(() => readReplyDraft(ticketId, firstId));
  const [uploading, setUploading] = useState(false);
  const { typing, stop } = useTyping(ticketId);
  const area = useRef<{ focus: () => void }>(null);
  useEffect(() => {
    if (focus) area.current?.focus();
  }, [focus]);
  const write = (next: string) => {
    setText(next);
    keepReplyDraft(ticketId, firstId, next);
    typing(next);
  };
  const ready = text.trim() !== "" && !uploading;
  const send = () => {
    if (!ready) return;
    write("");
    void comment(ticketId, text.trim(), { replyTo: firstId }).answer.then(({ ok }) => ok && playSent());
    onClose();
  };
  return (
    <div className={styles.composer}>
      <CommentField
        ticketId={ticketId}
        handle={area}
        label={t`Reply`}
        placeholder={t`Reply`}
        value={text}
        onText={write}
        onSend={send}
        onLeave={() => text.trim() === "" && onClose()}
        onBlur={stop}
        onUploading={setUploading}
      >
        <span className={styles.composerActions}>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              write("");
              onClose();
            }}
          >
            <Trans>Cancel</Trans>
          </Button>
          <Button size="sm" variant={ready ? "primary" : "default"} disabled={!ready} onClick={send}>
            <Trans>Send reply</Trans>
          </Button>
        </span>
      </CommentField>
    </div>
  );
}

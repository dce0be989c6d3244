import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowUp } from "lucide-react";
import { useRef, useState } from "react";
import { useAnswer } from "@/actions/answering";
import { useTakeBack } from "@/actions/giveBack";
import { comment } from "@/actions/talk";
import { playSent } from "@/lib/sentSound";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { Button } from "@/ui/Button";
import { keepDraft, readDraft } from "@/lib/drafts";
import { DraftPassage } from "../passages/PassageQuote";
import { keepPassage, useDraftPassage } from "../passages/usePassages";
import styles from "./Activity.module.css";
import { CommentField } from "./CommentField";
import { useQuotes, withQuote } from "./quotes";
import { useTyping } from "./useTyping";
import { Writers } from "./Writers";

interface ComposerProps {
  ticketId: string;
  /** Called when a comment was sent: the feed then scrolls to its end. */
  onSent: () => void;
}

/** A new comment, kept on this machine until it is sent. */
export function Composer({ ticketId, onSent }: ComposerProps) {
  const [text, setText] = useState(() => readDraft("comment", ticketId) ?? "");
  const [uploading, setUploading] = useState(false);
  const narrow = useMediaQuery("(max-width: 767px)");
  const area = useRef<{ focus: () => void }>(null);
  const { typing, stop } = useTyping(ticketId);
  const passage = useDraftPassage(ticketId);
  useAnswer(ticketId, "comment", () => area.current?.focus());

  const write = (next: string) => {
    setText(next);
    keepDraft("comment", ticketId, next === "" ? null : next);
    typing(next);
  };
  const ready = text.trim() !== "" && !uploading;
  const send = () => {
    if (!ready) return;
    const message = text.trim();
    write("");
    if (passage) keepPassage(ticketId, null);
    void comment(ticketId, message, passage ? { passage } : {}).answer.then(({ ok }) => ok && playSent());
    onSent();
  };
  useTakeBack("comment", ticketId, (message) => {
    // The person is already writing the next comment.
    if (text.trim() !== "") return false;
    write(message);
    return true;
  });
  useQuotes(ticketId, (quote) => {
    write(withQuote(text, quote));
    // The menu that asked for it holds the focus until it has closed.
    setTimeout(() => area.current?.focus());
  });
  return (
    <footer className={styles.foot}>
      <Writers ticketId={ticketId} />
      <div className={styles.composerLine}>
        <div className={styles.composer}>
          {passage && <DraftPassage ticketId={ticketId} passage={passage} />}
          <CommentField
            ticketId={ticketId}
            handle={area}
            label={t`Comment`}
            placeholder={t`Comment`}
            value={text}
            onText={write}
            onSend={send}
            onBlur={stop}
            onUploading={setUploading}
          >
            {!narrow && (
              <Button size="sm" keys="form:Mod+Enter" disabled={!ready} variant={ready ? "primary" : "default"} onClick={send}>
                <Trans>Send</Trans>
              </Button>
            )}
          </CommentField>
        </div>
        {narrow && (
          <button type="button" className={styles.sendRound} aria-label={t`Send`} disabled={!ready} onClick={send}>
            <ArrowUp size={18} aria-hidden />
          </button>
        )}
      </div>
    </footer>
  );
}

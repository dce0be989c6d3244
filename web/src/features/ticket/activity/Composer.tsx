import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useAnswer } from "@/actions/answering";
import { useFieldPresence } from "@/actions/presence";
import { useTakeBack } from "@/actions/giveBack";
import { comment } from "@/actions/talk";
import { playSent } from "@/lib/sentSound";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { Button } from "@/ui/Button";
import { MentioningText } from "../mentions/MentioningText";
import { keepDraft, readDraft } from "@/lib/drafts";
import styles from "./Activity.module.css";
import { Writers } from "./Writers";

/** How long after the last key a person still counts as typing. */
const writingMs = 3_000;

interface ComposerProps {
  ticketId: string;
  /** Called when a comment was sent: the feed then scrolls to its end. */
  onSent: () => void;
}

/** A new comment, kept on this machine until it is sent. */
export function Composer({ ticketId, onSent }: ComposerProps) {
  const [text, setText] = useState(() => readDraft("comment", ticketId) ?? "");
  const [writing, setWriting] = useState(false);
  const narrow = useMediaQuery("(max-width: 767px)");
  const area = useRef<{ focus: () => void }>(null);
  const lull = useRef<ReturnType<typeof setTimeout>>(undefined);
  useFieldPresence(ticketId, "comment", writing ? "typing" : null);
  useAnswer(ticketId, "comment", () => area.current?.focus());
  useEffect(() => () => clearTimeout(lull.current), []);

  const write = (next: string) => {
    setText(next);
    keepDraft("comment", ticketId, next === "" ? null : next);
    clearTimeout(lull.current);
    setWriting(next.trim() !== "");
    lull.current = setTimeout(() => setWriting(false), writingMs);
  };
  const send = () => {
    const message = text.trim();
    if (message === "") return;
    write("");
    void comment(ticketId, message).answer.then(({ ok }) => ok && playSent());
    onSent();
  };
  useTakeBack("comment", ticketId, (message) => {
    // The person is already writing the next comment.
    if (text.trim() !== "") return false;
    write(message);
    return true;
  });
  const empty = text.trim() === "";
  return (
    <footer className={styles.foot}>
      <Writers ticketId={ticketId} />
      <div className={styles.composerLine}>
        <div className={styles.composer}>
          <MentioningText
            ticketId={ticketId}
            handle={area}
            aria-label={t`Comment`}
            placeholder={t`Comment`}
            value={text}
            onText={write}
            onSend={send}
            onBlur={() => setWriting(false)}
          />
          {!narrow && (
            <div className={styles.composerRow}>
              <Button size="sm" keys="form:Mod+Enter" disabled={empty} variant={empty ? "default" : "primary"} onClick={send}>
                <Trans>Send</Trans>
              </Button>
            </div>
          )}
        </div>
        {narrow && (
          <button type="button" className={styles.sendRound} aria-label={t`Send`} disabled={empty} onClick={send}>
            <ArrowUp size={18} aria-hidden />
          </button>
        )}
      </div>
    </footer>
  );
}

import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import type { LostText } from "@/sync/texts/textStorage";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { PlainText } from "@/ui/PlainText";
import { tell } from "@/ui/Toast";
import { say, type Message } from "@/words/i18n";
import styles from "./TextEditor.module.css";

const reasons: Readonly<Record<string, Message>> = {
  forbidden: msg`You can no longer edit this task.`,
  conflict: msg`The task can't be edited right now.`,
  too_many: msg`The description is too long.`,
  payload_too_large: msg`The description is too long.`,
  earlier: msg`It's a draft from an earlier version of the app.`,
  changed: msg`Someone else changed the same part.`,
};

/** Own texts that could not be saved, so that the person can copy them. */
export function LostTexts({ lost, onDismiss }: { lost: readonly LostText[]; onDismiss: (id: string) => void }) {
  const copy = async (words: string) => {
    await navigator.clipboard.writeText(words);
    tell({ text: t`Copied` });
  };
  return lost.map(({ id, words, code }) => (
    <div key={id} className={styles.lost} role="alert">
      <p className={styles.lostHead}>
        <Icon of={TriangleAlert} />
        <b><Trans>This text wasn't saved.</Trans></b> {say(reasons[code] ?? msg`The server didn't accept it.`)}
      </p>
      <PlainText text={words} />
      <div className={styles.lostActions}>
        <Button size="sm" onClick={() => void copy(words)}>
          <Trans>Copy text</Trans>
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onDismiss(id)}>
          <Trans>Dismiss</Trans>
        </Button>
      </div>
    </div>
  ));
}

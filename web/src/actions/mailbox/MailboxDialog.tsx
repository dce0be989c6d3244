import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { developmentMailbox } from "@/api/auth";
import type { MailMessage } from "@/wire/http.generated";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import styles from "./Mailbox.module.css";

interface MailboxDialogProps {
  email: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCode: (code: string) => void;
}

/** The mails of a node without a mail server. Only nodes in development have this mailbox. */
export function MailboxDialog({ email, open, onOpenChange, onCode }: MailboxDialogProps) {
  const [messages, setMessages] = useState<MailMessage[] | null>(null);
  useEffect(() => {
    if (!open) return;
    let here = true;
    void developmentMailbox(email).then((found) => here && setMessages(found ?? []));
    return () => {
      here = false;
    };
  }, [open, email]);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Development mailbox`} text={t`Messages to ${email}, newest first`}>
      <div className={styles.mails}>
        {messages?.length === 0 && <p>
            <Trans>No messages yet</Trans>
          </p>}
        {messages?.map((message, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- mails have no id and only arrive
          <article key={index} className={styles.mail}>
            <h3>{message.subject}</h3>
            <p>{message.text}</p>
            {message.code !== undefined && (
              <div>
                <Button size="sm" onClick={() => onCode(message.code ?? "")}>
                  <Trans>Use this code</Trans>
                </Button>
              </div>
            )}
          </article>
        ))}
      </div>
    </Dialog>
  );
}

import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { developmentMailbox } from "@/api/auth";
import { AuthNote } from "@/ui/AuthLayout";
import styles from "./Mailbox.module.css";
import { MailboxDialog } from "./MailboxDialog";

interface DevelopmentMailboxProps {
  /** The email address or the phone number. */
  email: string;
  /** Whether the code comes in a text message. The mailbox keeps text messages only if TROUPE_SMS_MAILBOX is set. */
  byText?: boolean;
  onCode: (code: string) => void;
}

/** A link to the development mailbox, which keeps the mails or text messages that a node does not send. Shows nothing if the node sends them. */
export function DevelopmentMailbox({ email, byText = false, onCode }: DevelopmentMailboxProps) {
  const [has, setHas] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    let here = true;
    void developmentMailbox(email).then((messages) => here && setHas(messages !== null && (!byText || messages.length > 0)));
    return () => {
      here = false;
    };
  }, [email, byText]);
  if (!has) return null;
  const opener = (
    <button type="button" className={styles.link} onClick={() => setOpen(true)}>
      <Trans>Open the development mailbox</Trans>
    </button>
  );
  return (
    <>
      <AuthNote>
        {byText ? <Trans>No gateway is set up, so text messages stay on this machine.</Trans> : <Trans>No mail server is set up, so emails stay on this machine.</Trans>} {opener}
      </AuthNote>
      <MailboxDialog
        email={email}
        open={open}
        onOpenChange={setOpen}
        onCode={(code) => {
          onCode(code);
          setOpen(false);
        }}
      />
    </>
  );
}

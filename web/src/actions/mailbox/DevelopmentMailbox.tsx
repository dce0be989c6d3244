import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { developmentMailbox } from "@/api/auth";
import { AuthNote } from "@/ui/AuthLayout";
import styles from "./Mailbox.module.css";
import { MailboxDialog } from "./MailboxDialog";

interface DevelopmentMailboxProps {
  email: string;
  onCode: (code: string) => void;
}

/** A link to the mails of a node without a mail server. Shows nothing if the node sends mails. */
export function DevelopmentMailbox({ email, onCode }: DevelopmentMailboxProps) {
  const [has, setHas] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    let here = true;
    void developmentMailbox(email).then((messages) => here && setHas(messages !== null));
    return () => {
      here = false;
    };
  }, [email]);
  if (!has) return null;
  return (
    <>
      <AuthNote>
        <Trans>
          No mail server is set up, so emails stay on this machine.{" "}
          <button type="button" className={styles.link} onClick={() => setOpen(true)}>
            Open the development mailbox
          </button>
        </Trans>
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

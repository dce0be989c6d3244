import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { messageOf } from "@/api/error";
import { Button } from "@/ui/Button";
import { tell } from "@/ui/Toast";

interface ResendCodeProps {
  email: string;
  /** Asks the node for another mail with a new code. */
  resend: () => Promise<unknown>;
}

/** The button that mails a new code. Each click sends a mail, so the button is disabled until the node has answered. */
export function ResendCode({ email, resend }: ResendCodeProps) {
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await resend();
      tell({ text: t`We sent a new code to ${email}.` });
    } catch (thrown) {
      tell({ text: messageOf(thrown) });
    } finally {
      setSending(false);
    }
  };
  return (
    <Button variant="ghost" disabled={sending} onClick={() => void send()}>
      <Trans>Send a new code</Trans>
    </Button>
  );
}

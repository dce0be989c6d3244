import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { changeEmail, confirmEmail, resendEmailCode } from "@/api/account";
import { emptyEmail } from "@/api/emptyFields";
import styles from "./Account.module.css";
import { ConfirmedChange, type SentCode } from "./ConfirmedChange";

interface ChangeEmailProps {
  open: boolean;
  /** Whether the account has no address yet. */
  isNew: boolean;
  onClose: () => void;
}

function Sent({ value: email, request }: SentCode) {
  return (
    <Trans>
      We sent a code to <b className={styles.email}>{email}</b>. Use the code from the email marked request{" "}
      <b className={styles.reference}>{request.reference}</b>.
    </Trans>
  );
}

/** Asks for the new address and the password, then for the code that was mailed to the address. */
export function ChangeEmail({ open, isNew, onClose }: ChangeEmailProps) {
  return (
    <ConfirmedChange
      open={open}
      title={isNew ? t`Add email address` : t`Change email address`}
      intro={isNew ? t`We'll email you a code to confirm the address.` : t`We'll email a code to the new address. Until you enter the code, you log in with the old address.`}
      Sent={Sent}
      submit={isNew ? t`Add address` : t`Change address`}
      done={isNew ? t`Your email address was added` : t`Your email address was changed`}
      field={{ name: "email", label: t`New email address`, empty: emptyEmail }}
      code={{ label: t`Code from the email` }}
      ask={(email, password) => changeEmail({ email, password })}
      resend={resendEmailCode}
      confirm={confirmEmail}
      onClose={onClose}
    />
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { authMessages } from "@/api/authMessages";
import { changePhone, confirmNewPhone, resendText } from "@/api/phone";
import styles from "./Account.module.css";
import { ConfirmedChange, type SentCode } from "./ConfirmedChange";

interface ChangePhoneProps {
  open: boolean;
  /** Whether the account has no number yet. */
  isNew: boolean;
  onClose: () => void;
  onChanged: () => void;
}

function Sent({ value: phone, request }: SentCode) {
  return (
    <Trans>
      We sent a text message to <b className={styles.email} dir="ltr">{phone}</b>. Use the code from the message marked request{" "}
      <b className={styles.reference}>{request.reference}</b>.
    </Trans>
  );
}

/** Asks for the new number and the password, then for the code that was sent to the number. */
export function ChangePhone({ open, isNew, onClose, onChanged }: ChangePhoneProps) {
  return (
    <ConfirmedChange
      open={open}
      title={isNew ? t`Add phone number` : t`Change phone number`}
      intro={isNew ? t`We'll text you a code to confirm the number.` : t`We'll text a code to the new number. Until you enter the code, you log in with the old number.`}
      Sent={Sent}
      submit={isNew ? t`Add number` : t`Change number`}
      done={isNew ? t`Your phone number was added` : t`Your phone number was changed`}
      field={{ name: "phone", label: t`New phone number`, hint: t`Include the country code, such as +44 7700 900123`, empty: authMessages.empty_phone }}
      code={{ label: t`Code from the text message`, byText: true }}
      ask={(phone, password) => changePhone({ phone, password })}
      resend={resendText}
      confirm={confirmNewPhone}
      onChanged={onChanged}
      onClose={onClose}
    />
  );
}

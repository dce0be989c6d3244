import { Trans } from "@lingui/react/macro";
import styles from "./PhoneScreens.module.css";

interface TextSentProps {
  phone: string;
  reference: string;
}

/** Says to which number the code was sent, and which of several messages has the right code. */
export function TextSent({ phone, reference }: TextSentProps) {
  return (
    <Trans>
      We sent a text message to <b className={styles.phone} dir="ltr">{phone}</b>. Use the code from the message marked request{" "}
      <b className={styles.reference}>{reference}</b>.
    </Trans>
  );
}

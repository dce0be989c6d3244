import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { TextField } from "@/ui/Field";
import { ByCode, type AddressInputProps, type SentProps } from "./ByCode";
import styles from "./EmailByCode.module.css";

function EmailInput({ value, error, onChange }: AddressInputProps) {
  return <TextField label={t`Email`} type="email" autoComplete="username" autoFocus tall value={value} error={error} onChange={(event) => onChange(event.target.value)} />;
}

function Sent({ address, reference }: SentProps) {
  return (
    <Trans>
      We sent a code to <b className={styles.email}>{address}</b>. Use the code from the email marked request{" "}
      <b className={styles.reference}>{reference}</b>.
    </Trans>
  );
}

/** `ByCode` with an email address. */
export function EmailByCode(props: Omit<ComponentProps<typeof ByCode>, "addressField" | "AddressInput" | "Sent">) {
  return <ByCode {...props} addressField="email" AddressInput={EmailInput} Sent={Sent} />;
}

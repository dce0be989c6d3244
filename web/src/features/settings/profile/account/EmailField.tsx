import { t } from "@lingui/core/macro";
import { useState } from "react";
import { isAddress } from "@/lib/isAddress";
import { Button } from "@/ui/Button";
import { Field, Input } from "@/ui/Field";
import styles from "./Account.module.css";
import { ChangeEmail } from "./ChangeEmail";

/** The email address of the account. A new address must be confirmed with a code. An account that signed up with a phone number may have no address. */
export function EmailField({ email }: { email: string }) {
  const [asked, setAsked] = useState(false);
  const has = isAddress(email);
  return (
    <>
      <Field label={t`Email`} hint={has ? t`You log in with this address. Only people who manage members can see it.` : t`Without an email address, you don't get emails, and you can reset your password only by text message.`}>
        {(tied) => (
          <span className={styles.address}>
            <Input tall readOnly type="email" value={has ? email : ""} placeholder={t`None`} {...tied} />
            <Button size="form" aria-label={has ? t`Change email address` : t`Add email address`} onClick={() => setAsked(true)}>{has ? t`Change` : t`Add`}</Button>
          </span>
        )}
      </Field>
      <ChangeEmail open={asked} isNew={!has} onClose={() => setAsked(false)} />
    </>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/ui/Button";
import { Field, Input } from "@/ui/Field";
import styles from "./Account.module.css";
import { ChangeEmail } from "./ChangeEmail";

/** The address of the account. A new address must be confirmed with a code. */
export function EmailField({ email }: { email: string }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Field label={t`Email`} hint={t`You log in with this address. Only people who manage members can see it.`}>
        {(tied) => (
          <span className={styles.address}>
            <Input tall readOnly type="email" value={email} {...tied} />
            <Button size="form" aria-label={t`Change email address`} onClick={() => setAsked(true)}><Trans>Change</Trans></Button>
          </span>
        )}
      </Field>
      <ChangeEmail open={asked} onClose={() => setAsked(false)} />
    </>
  );
}

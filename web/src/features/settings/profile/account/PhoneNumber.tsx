import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { loadPhone, removePhone } from "@/api/phone";
import { Button } from "@/ui/Button";
import { Field, Input } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import type { PhoneState } from "@/wire/http.generated";
import styles from "./Account.module.css";
import { ChangePhone } from "./ChangePhone";
import { ProofDialog } from "./ProofDialog";

/** The phone number of the account. Renders nothing if the account has no number and the server sends no text messages. Loads the number again when `email` changes. */
export function PhoneNumber({ email }: { email: string }) {
  const [state, setState] = useState<PhoneState | null>(null);
  const [asked, setAsked] = useState<"change" | "remove" | null>(null);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    loadPhone(stop.signal).then(setState, () => undefined);
    return () => stop.abort();
  }, [email, changes]);
  if (state === null || (state.phone === null && !state.canChange)) return null;
  const { phone, hasEmail, canChange } = state;
  const changed = () => setChanges((count) => count + 1);
  return (
    <>
      <Field label={t`Phone number`} hint={phone === null ? t`Add a phone number to log in with it. Only you can see it.` : t`You log in with this number. Only you can see it.`}>
        {(tied) => (
          <span className={styles.address}>
            <Input tall readOnly type="tel" value={phone ?? ""} placeholder={t`None`} {...tied} />
            {canChange && (
              <Button size="form" aria-label={phone === null ? t`Add phone number` : t`Change phone number`} onClick={() => setAsked("change")}>
                {phone === null ? t`Add` : t`Change`}
              </Button>
            )}
            {phone !== null && hasEmail && (
              <Button size="form" aria-label={t`Remove phone number`} onClick={() => setAsked("remove")}><Trans>Remove</Trans></Button>
            )}
          </span>
        )}
      </Field>
      <ChangePhone open={asked === "change"} isNew={phone === null} onClose={() => setAsked(null)} onChanged={changed} />
      <ProofDialog
        open={asked === "remove"}
        title={t`Remove your phone number?`}
        text={t`You'll no longer be able to log in with this number.`}
        submit={t`Remove number`}
        danger
        act={async ({ password }) => {
          await removePhone(password);
          tell({ text: t`Your phone number was removed` });
          changed();
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { User } from "@/wire/http.generated";
import styles from "./Account.module.css";
import { ChangePassword } from "./ChangePassword";
import { DeleteAccount } from "./DeleteAccount";
import { OwnData } from "./OwnData";
import { Passkeys } from "./Passkeys";
import { RememberedDevices } from "./RememberedDevices";
import { SecondFactor } from "./SecondFactor";
import { Sessions } from "./Sessions";
import { WaysIn } from "./WaysIn";

/** The settings for logging in, the list of sessions, and the download and deletion of the account. */
export function AccountSections({ user }: { user: User }) {
  const [changing, setChanging] = useState(false);
  const [changes, setChanges] = useState(0);
  const changed = () => setChanges((count) => count + 1);
  return (
    <div className={styles.columns}>
      <section aria-label={t`Logging in`}>
        <h3 className={styles.title}><Trans>Logging in</Trans></h3>
        <WaysIn email={user.email} changed={changes} onChangePassword={() => setChanging(true)} onChanged={changed} />
        <SecondFactor onChanged={changed} />
      </section>
      <Passkeys email={user.email} changed={changes} onChanged={changed} />
      <Sessions changed={changes} onEnded={changed} />
      <section aria-label={t`Your account`}>
        <h3 className={styles.title}><Trans>Your account</Trans></h3>
        <OwnData />
        <DeleteAccount userId={user.id} email={user.email} />
      </section>
      <RememberedDevices changed={changes} />
      <ChangePassword open={changing} email={user.email} onClose={() => setChanging(false)} onChanged={changed} />
    </div>
  );
}

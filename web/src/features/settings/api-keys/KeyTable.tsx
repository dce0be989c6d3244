import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import settings from "../Settings.module.css";
import styles from "./ApiKeys.module.css";

/** A table of API keys. */
export function KeyTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col" className={styles.about}><Trans>Name</Trans></th>
          <th scope="col" className={styles.access}><Trans>What it may do</Trans></th>
          <th scope="col" className={styles.expiry}><Trans>Expires</Trans></th>
          <th scope="col" className={styles.used}><Trans>Last used</Trans></th>
          <th scope="col" className={styles.act}>
            <span className={settings.hidden}>{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

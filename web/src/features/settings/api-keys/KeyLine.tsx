import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { cx } from "@/lib/cx";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { formatDate, today } from "@/lib/plainDate";
import { Button } from "@/ui/Button";
import type { Capability } from "@/wire/generated";
import type { ApiKey } from "@/wire/http.generated";
import settings from "../Settings.module.css";
import styles from "./ApiKeys.module.css";
import { accessOf } from "./names";

const isOver = ({ expiresAt }: ApiKey) => expiresAt !== null && new Date(expiresAt) <= new Date();

function expiryOf(key: ApiKey): string {
  if (key.expiresAt === null) return t`Never expires`;
  const day = formatDate(today(new Date(key.expiresAt)));
  return isOver(key) ? t`Expired ${day}` : t`Expires ${day}`;
}

interface KeyLineProps {
  of: ApiKey;
  mine: ReadonlySet<Capability>;
  busy: boolean;
  onRevoke: () => void;
}

/** A key in the list. On a phone, what it may do and when it was used stand below its name. */
export function KeyLine({ of: key, mine, busy, onRevoke }: KeyLineProps) {
  const { name, hint, usedAt, usedFrom } = key;
  const access = accessOf(key.capabilities, mine);
  const used = usedAt === null ? t`Never used` : usedFrom === null ? formatInstant(usedAt) : t`${formatInstant(usedAt)} from ${usedFrom}`;
  const expiry = <span className={cx(isOver(key) && styles.over)} {...(key.expiresAt !== null && { title: formatInstantLong(key.expiresAt) })}>{expiryOf(key)}</span>;
  return (
    <tr>
      <td className={styles.about}>
        <span className={settings.person}>
          <span className={settings.name} dir="auto" title={name}>{name}</span>
          <span className={styles.hint} title={t`The last characters of the key`}>…{hint}</span>
        </span>
        <span className={styles.below}>{access}</span>
        <span className={styles.below}>{expiry}</span>
        <span className={styles.below}>{usedAt === null ? used : t`Used ${used}`}</span>
      </td>
      <td className={styles.access}>{access}</td>
      <td className={styles.expiry}>{expiry}</td>
      <td className={styles.used} {...(usedAt !== null && { title: formatInstantLong(usedAt) })}>{used}</td>
      <td className={styles.act}>
        <Button size="sm" variant="ghost" disabled={busy} aria-label={t`Revoke ${name}`} onClick={onRevoke}><Trans>Revoke</Trans></Button>
      </td>
    </tr>
  );
}

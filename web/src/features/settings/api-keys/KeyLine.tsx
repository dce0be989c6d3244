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
import { accessOf, type Whose } from "./names";

/** The fields of a key that the list shows. */
export type ShownOfKey = Pick<ApiKey, "id" | "name" | "hint" | "capabilities" | "expiresAt" | "usedAt" | "usedFrom">;

const isOver = ({ expiresAt }: ShownOfKey) => expiresAt !== null && new Date(expiresAt) <= new Date();

function expiryOf(key: ShownOfKey): string {
  if (key.expiresAt === null) return t`Never expires`;
  const day = formatDate(today(new Date(key.expiresAt)));
  return isOver(key) ? t`Expired ${day}` : t`Expires ${day}`;
}

interface KeyLineProps {
  of: ShownOfKey;
  whose: Whose;
  mine: ReadonlySet<Capability>;
  /** The origin of the key, in a few words: an app, or the person who created it. */
  from?: string | undefined;
  busy: boolean;
  onRevoke: () => void;
}

/** A key in the list. On a phone, what it may do and when it was used stand below its name. */
export function KeyLine({ of: key, whose, mine, from, busy, onRevoke }: KeyLineProps) {
  const { name, hint, usedAt, usedFrom } = key;
  const access = accessOf(whose, key.capabilities, mine);
  const used = usedAt === null ? t`Never used` : usedFrom === null ? formatInstant(usedAt) : t`${formatInstant(usedAt)} from ${usedFrom}`;
  const expiry = <span className={cx(isOver(key) && styles.over)} {...(key.expiresAt !== null && { title: formatInstantLong(key.expiresAt) })}>{expiryOf(key)}</span>;
  return (
    <tr>
      <td className={styles.about}>
        <span className={settings.person}>
          <span className={settings.name} dir="auto" title={name}>{name}</span>
          <span className={styles.hint} title={t`The last characters of the key`}>…{hint}</span>
        </span>
        {from !== undefined && <span className={styles.app} dir="auto">{from}</span>}
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

import { t } from "@lingui/core/macro";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import type { AuditRecord } from "@/wire/http.generated";
import styles from "./AuditLog.module.css";
import { changes, sentence, type Names } from "./sentences";

/** One record. */
export function AuditLine({ record, names }: { record: AuditRecord; names: Names }) {
  const { at, userId, address, device } = record;
  const by = userId === null ? t`Server` : names.person(userId);
  const where = [device, address].filter((part) => part !== null).join(" · ");
  return (
    <tr>
      <td className={styles.when}>
        <time dateTime={at} title={formatInstantLong(at)}>
          {formatInstant(at)}
        </time>
      </td>
      <td className={styles.who} title={by}>
        {by}
      </td>
      <td>
        <span className={styles.phone}>
          {by} · {formatInstant(at)}
        </span>
        <span className={styles.what}>{sentence(record, names)}</span>
        {changes(record).map(({ field, from, to }) => (
          <span key={field} className={styles.change}>
            {t`${field}: ${from} → ${to}`}
          </span>
        ))}
        <span className={styles.phone}>{where}</span>
      </td>
      <td className={styles.where} title={where}>
        {device !== null && <span className={styles.device}>{device}</span>}
        <span className={styles.address}>{address ?? t`Unknown`}</span>
      </td>
    </tr>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Select } from "@/ui/Field";
import type { Digest as DigestWord, Preferences } from "@/wire/generated";
import { choose } from "./choose";
import { HourSelect } from "./HourSelect";
import { Line } from "./Line";
import styles from "./Preferences.module.css";

/** How often emails leave. */
export function Digest({ chosen }: { chosen: Preferences }) {
  const words: Record<DigestWord, string> = {
    off: t`Within a few minutes`,
    daily: t`Daily`,
    weekdays: t`Monday to Friday`,
    weekly: t`Mondays`,
  };
  return (
    <section>
      <h3 className={styles.title}><Trans>Emails</Trans></h3>
      <Line name={t`Send emails`}>
        <Select aria-label={t`Send emails`} value={chosen.digest} onChange={({ target }) => choose(chosen, { digest: target.value as DigestWord })}>
          {Object.entries(words).map(([digest, name]) => (
            <option key={digest} value={digest}>
              {name}
            </option>
          ))}
        </Select>
      </Line>
      {chosen.digest !== "off" && (
        <Line name={t`Sent at`}>
          <HourSelect name={t`Sent at`} value={chosen.digestHour} onChange={(digestHour) => choose(chosen, { digestHour })} />
        </Line>
      )}
    </section>
  );
}

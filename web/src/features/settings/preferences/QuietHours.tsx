import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Checkbox } from "@/ui/Checkbox";
import type { Preferences } from "@/wire/generated";
import { choose } from "./choose";
import { HourSelect } from "./HourSelect";
import { Line } from "./Line";
import styles from "./Preferences.module.css";

/** The hours of each day in which nothing is sent. */
export function QuietHours({ chosen }: { chosen: Preferences }) {
  const quiet = chosen.quietHours;
  return (
    <section>
      <h3 className={styles.title}>
        <Trans>Quiet hours</Trans>
        <small><Trans>No emails and no push notifications; the inbox fills as usual.</Trans></small>
      </h3>
      <Line name={t`Every day`}>
        <Checkbox name={t`Quiet hours every day`} checked={quiet !== null} onChange={(on) => choose(chosen, { quietHours: on ? { from: 19, to: 8 } : null })} />
      </Line>
      {quiet && (
        <Line name={t`From`}>
          <span className={styles.span}>
            <HourSelect name={t`Quiet from`} value={quiet.from} without={quiet.to} onChange={(from) => choose(chosen, { quietHours: { ...quiet, from } })} />
            <Trans>to</Trans>
            <HourSelect name={t`Quiet until`} value={quiet.to} without={quiet.from} onChange={(to) => choose(chosen, { quietHours: { ...quiet, to } })} />
          </span>
        </Line>
      )}
    </section>
  );
}

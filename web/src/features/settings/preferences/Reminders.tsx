import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Checkbox } from "@/ui/Checkbox";
import type { Preferences, Reminder } from "@/wire/generated";
import { choose } from "./choose";
import { HourSelect } from "./HourSelect";
import { Line } from "./Line";
import styles from "./Preferences.module.css";

/** When the person is reminded of the due dates of their tasks. */
export function Reminders({ chosen }: { chosen: Preferences }) {
  const { reminders, digest, digestHour } = chosen;
  const toggle = (reminder: Reminder, on: boolean) => choose(chosen, { reminders: on ? [...reminders, reminder] : reminders.filter((each) => each !== reminder) });
  return (
    <section>
      <h3 className={styles.title}>
        <Trans>Reminders</Trans>
        <small><Trans>By email, of open tasks assigned to you.</Trans></small>
      </h3>
      <Line name={t`The day before the due date`}>
        <Checkbox name={t`The day before the due date`} checked={reminders.includes("dayBefore")} onChange={(on) => toggle("dayBefore", on)} />
      </Line>
      <Line name={t`On the due date`}>
        <Checkbox name={t`On the due date`} checked={reminders.includes("onDay")} onChange={(on) => toggle("onDay", on)} />
      </Line>
      {reminders.length > 0 && digest === "off" && (
        <Line name={t`Sent at`}>
          <HourSelect name={t`Reminders sent at`} value={digestHour} onChange={(hour) => choose(chosen, { digestHour: hour })} />
        </Line>
      )}
    </section>
  );
}

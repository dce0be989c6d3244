import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMay } from "@/actions/useMay";
import { setWorkingDay } from "@/actions/workCalendar";
import { useTroupe } from "@/sync/store";
import { weekdays, workingOf } from "@/sync/workCalendar";
import { tellRefusal } from "@/ui/Toast";
import { WeekdayToggles } from "@/ui/WeekdayToggles";
import settings from "../Settings.module.css";
import { Holidays } from "./Holidays";
import styles from "./WorkingDays.module.css";

/** The days on which the workspace works: some days of the week, without holidays. */
export function WorkingDays() {
  const { weekdays: chosen, holidays } = useTroupe(workingOf);
  const mayChange = useMay("updateWorkspace");
  const toggle = (index: number) => {
    const day = weekdays[index];
    if (!day) return;
    const works = chosen.includes(day);
    if (works && chosen.length === 1) return tellRefusal(t`A workspace needs at least one working day.`);
    void setWorkingDay(day, !works);
  };
  return (
    <section aria-label={t`Working days`}>
      <h3 className={settings.sub}><Trans>Working days</Trans></h3>
      <p className={settings.hint}><Trans>The gantt moves tasks to these days only, and counts only these days.</Trans></p>
      <div className={styles.week}>
        <WeekdayToggles name={t`Working days`} disabled={!mayChange} isChosen={(index) => weekdays.some((day, at) => at === index && chosen.includes(day))} onToggle={toggle} />
      </div>
      <Holidays holidays={holidays} mayChange={mayChange} />
    </section>
  );
}

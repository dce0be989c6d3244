import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import { addHoliday, removeHoliday } from "@/actions/workCalendar";
import { formatDateLong } from "@/lib/plainDate";
import { isBlank } from "@/lib/text";
import { readDate } from "@/lib/typedDate";
import { mostHolidays } from "@/sync/workCalendar";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import { IconButton } from "@/ui/IconButton";
import type { DayOff } from "@/wire/generated";
import settings from "../Settings.module.css";
import styles from "./WorkingDays.module.css";

interface HolidaysProps {
  holidays: readonly DayOff[];
  mayChange: boolean;
}

/** The holidays of the workspace, the earliest first. */
export function Holidays({ holidays, mayChange }: HolidaysProps) {
  return (
    <>
      <h3 className={settings.sub}><Trans>Holidays</Trans></h3>
      {holidays.length > 0 ? (
        <table className={settings.table} aria-label={t`Holidays`}>
          <thead>
            <tr>
              <th scope="col" className={styles.date}><Trans>Date</Trans></th>
              <th scope="col"><Trans>Name</Trans></th>
              <th scope="col">
                <span className={settings.hidden}>{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {holidays.map((holiday) => (
              <tr key={holiday.date} data-holiday={holiday.date}>
                <td className={styles.date}>{formatDateLong(holiday.date)}</td>
                <td className={settings.cell} dir="auto" title={holiday.name}>{holiday.name}</td>
                <td className={settings.more}>{mayChange && <IconButton icon={X} name={t`Remove ${holiday.name}`} onClick={() => removeHoliday(holiday)} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className={settings.empty}><Trans>No holidays yet.</Trans></p>
      )}
      {mayChange && <NewHoliday holidays={holidays} />}
    </>
  );
}

/** Asks for the date and the name of a new holiday. */
function NewHoliday({ holidays }: Pick<HolidaysProps, "holidays">) {
  const [typed, setTyped] = useState("");
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const dateField = useRef<HTMLInputElement>(null);
  const date = readDate(typed);
  const there = holidays.find((holiday) => holiday.date === date);
  const taken = there ? t`${there.name} is on this date.` : null;
  const isFull = holidays.length >= mostHolidays;
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!date || isBlank(name) || taken !== null || isFull) return;
    void addHoliday({ date, name });
    setTyped("");
    setName("");
    setTried(false);
    dateField.current?.focus();
  };
  return (
    <form className={styles.add} noValidate aria-label={t`New holiday`} onSubmit={save}>
      <TextField
        ref={dateField}
        label={t`Date`}
        placeholder={t`25 Dec`}
        value={typed}
        hint={date ? formatDateLong(date) : undefined}
        error={taken ?? (tried && !date ? t`Enter a valid date` : null)}
        onChange={({ target }) => setTyped(target.value)}
      />
      <TextField
        label={t`Holiday`}
        maxLength={100}
        value={name}
        error={isFull ? t`A workspace has at most ${mostHolidays} holidays.` : tried && isBlank(name) ? t`Enter a name` : null}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" icon={Plus}><Trans>Add holiday</Trans></Button>
    </form>
  );
}

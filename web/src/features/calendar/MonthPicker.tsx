import { t } from "@lingui/core/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { keyInOrder } from "@/lib/direction";
import { formatMonth, plainDate, today, type PlainDate } from "@/lib/plainDate";
import { Button } from "@/ui/Button";
import { IconButton } from "@/ui/IconButton";
import { Popover } from "@/ui/Popover";
import { region } from "@/words/region";
import styles from "./Bar.module.css";

interface MonthPickerProps {
  title: string;
  day: PlainDate;
  onPick: (day: PlainDate) => void;
}

/** The title of the calendar: its month or its week. It opens the months of a year. */
export function MonthPicker({ title, day, onPick }: MonthPickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      name={t`Choose a month`}
      open={open}
      onOpenChange={setOpen}
      className={styles.picker}
      trigger={
        <Button variant="ghost" size="sm" className={styles.title} aria-live="polite">
          {title}
        </Button>
      }
    >
      <Months
        day={day}
        onPick={(to) => {
          onPick(to);
          setOpen(false);
        }}
      />
    </Popover>
  );
}

const short = new Intl.DateTimeFormat(region, { month: "short", timeZone: "UTC" });
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };

function Months({ day, onPick }: Pick<MonthPickerProps, "day" | "onPick">) {
  const [year, setYear] = useState(Number(day.slice(0, 4)));
  const months = Array.from({ length: 12 }, (_, place) => plainDate(year, place + 1, 1));
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[keyInOrder(event.key)];
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    buttons[at + step]?.focus();
  };
  return (
    <div>
      <div className={styles.year}>
        <h3 aria-live="polite">{year}</h3>
        <IconButton icon={ChevronLeft} name={t`Previous year`} disabled={year <= 1900} onClick={() => setYear(year - 1)} />
        <IconButton icon={ChevronRight} name={t`Next year`} disabled={year >= 2999} onClick={() => setYear(year + 1)} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its buttons have the focus */}
      <div className={styles.months} onKeyDown={walk}>
        {months.map((month) => (
          <button
            key={month}
            type="button"
            className={styles.month}
            aria-label={formatMonth(month)}
            aria-pressed={month.slice(0, 7) === day.slice(0, 7)}
            data-autofocus={month.slice(0, 7) === day.slice(0, 7) || undefined}
            {...(month.slice(0, 7) === today().slice(0, 7) && { "aria-current": "date" as const })}
            onClick={() => onPick(month)}
          >
            {short.format(Date.parse(`${month}T00:00:00Z`))}
          </button>
        ))}
      </div>
    </div>
  );
}

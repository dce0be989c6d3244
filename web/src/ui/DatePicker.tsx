import { useState } from "react";
import { formatDateLong, nearDays, type PlainDate } from "@/lib/plainDate";
import { Button } from "./Button";
import { Calendar, type CalendarProps } from "./Calendar";
import styles from "./DatePicker.module.css";
import { Popover, type PopoverProps } from "./Popover";

interface DatePickerProps
  extends Omit<CalendarProps, "onPick">, Omit<PopoverProps, "children" | "className"> {
  /** Null clears. */
  onChange: (date: PlainDate | null) => void;
}

/** A plain date, `YYYY-MM-DD` in and out, chosen from a month. */
export function DatePicker({ value, onChange, min, max, open, onOpenChange, ...popover }: DatePickerProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const setOpen = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  const pick = (date: PlainDate | null) => {
    onChange(date);
    setOpen(false);
  };
  return (
    <Popover {...popover} open={open ?? ownOpen} onOpenChange={setOpen} className={styles.picker}>
      <Calendar value={value} onPick={pick} min={min} max={max} />
      <div className={styles.foot}>
        {nearDays().map(([name, date]) => (
          <Button
            key={name}
            size="sm"
            variant="ghost"
            title={formatDateLong(date)}
            disabled={(min !== undefined && date < min) || (max !== undefined && date > max)}
            onClick={() => pick(date)}
          >
            {name}
          </Button>
        ))}
        <Button size="sm" variant="ghost" disabled={value === null} onClick={() => pick(null)}>
          Clear
        </Button>
      </div>
    </Popover>
  );
}

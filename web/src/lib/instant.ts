import { t } from "@lingui/core/macro";
import { region, shownNumber } from "@/words/region";
import { formatDate, today } from "./plainDate";

const MINUTE = 60_000;
const relative = new Intl.RelativeTimeFormat(region, { style: "short" });

/** "14:02", or "2:02 PM". */
export const clockOf = (instant: string | number | Date): string => new Date(instant).toLocaleTimeString(region, { timeStyle: "short" });

/** Formats an instant for people: "just now", "5 min ago", "14:02", "28 Apr, 14:02". */
export function formatInstant(instant: string, now = new Date()): string {
  const then = new Date(instant);
  const ago = now.getTime() - then.getTime();
  const clock = clockOf(then);
  if (ago >= -MINUTE && ago < MINUTE) return t`just now`;
  if (ago >= MINUTE && ago < 60 * MINUTE) return relative.format(-Math.floor(ago / MINUTE), "minute");
  const day = today(then);
  return day === today(now) ? clock : `${formatDate(day, today(now))}, ${clock}`;
}

/** The full instant, for a tooltip. */
export function formatInstantLong(instant: string): string {
  return new Date(instant).toLocaleString(region, { dateStyle: "full", timeStyle: "short" });
}

/** A duration of whole seconds in its two largest units: "3d 4h", "12m". */
export function formatDuration(seconds: number): string {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const parts: string[] = [];
  let rest = Math.max(0, Math.floor(seconds));
  for (const [unit, size] of units) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0) parts.push(shownNumber(whole, { style: "unit", unit, unitDisplay: "narrow" }));
  }
  return parts.slice(0, 2).join(" ") || t`under a minute`;
}

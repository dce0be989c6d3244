import { formatDate, today } from "./plainDate";

const MINUTE = 60_000;

/** When something was, for a person: "just now", "5 min ago", "14:02", "28 Apr, 14:02". */
export function formatInstant(instant: string, now = new Date()): string {
  const then = new Date(instant);
  const ago = now.getTime() - then.getTime();
  const clock = then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (ago >= -MINUTE && ago < MINUTE) return "just now";
  if (ago >= MINUTE && ago < 60 * MINUTE) return `${Math.floor(ago / MINUTE)} min ago`;
  const day = today(then);
  return day === today(now) ? clock : `${formatDate(day, today(now))}, ${clock}`;
}

/** The whole instant, for a title. */
export function formatInstantLong(instant: string): string {
  return new Date(instant).toLocaleString("en-GB", { dateStyle: "full", timeStyle: "short" });
}

/** A duration of whole seconds in its two largest units: "3 d 4 h", "12 min". */
export function formatDuration(seconds: number): string {
  const units: [string, number][] = [
    ["d", 86_400],
    ["h", 3_600],
    ["min", 60],
  ];
  const parts: string[] = [];
  let rest = Math.max(0, Math.floor(seconds));
  for (const [unit, size] of units) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0) parts.push(`${whole} ${unit}`);
  }
  return parts.slice(0, 2).join(" ") || "under a minute";
}

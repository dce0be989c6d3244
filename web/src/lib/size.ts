import { shownNumber } from "@/words/region";

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** "900 bytes", "184 kB", "1.2 MB". */
export function formatSize(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  const digits = value < 10 && step > 0 ? 1 : 0;
  return shownNumber(value, { style: "unit", unit: units[step] ?? "byte", unitDisplay: step === 0 ? "long" : "short", maximumFractionDigits: digits });
}

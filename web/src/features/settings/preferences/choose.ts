import { updatePreferences } from "@/actions/preferences";
import type { Preferences, PreferencesPatch } from "@/wire/generated";

/** The time zone of this device. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Saves a choice about notifications. The first one keeps the time zone of the device, so that hours are those of the person. */
export function choose({ timeZone }: Preferences, patch: PreferencesPatch): void {
  void updatePreferences({ ...(timeZone === null && { timeZone: deviceZone() }), ...patch });
}

/** Each hour of a day, as the person's language writes it. */
export const hours = (locale: string): { hour: number; name: string }[] => {
  const format = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  return Array.from({ length: 24 }, (_, hour) => ({ hour, name: format.format(Date.UTC(2026, 0, 1, hour)) }));
};

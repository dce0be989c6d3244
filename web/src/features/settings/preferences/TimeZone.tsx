import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { updatePreferences } from "@/actions/preferences";
import { Select } from "@/ui/Field";
import type { Preferences } from "@/wire/generated";
import { deviceZone } from "./choose";
import { Line } from "./Line";

/** The time zone of hours and days in notifications. */
export function TimeZone({ chosen: { timeZone } }: { chosen: Preferences }) {
  const zones = useMemo(() => [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), deviceZone(), ...(timeZone === null ? [] : [timeZone])])].toSorted(), [timeZone]);
  return (
    <Line name={t`Time zone`} hint={timeZone === null ? t`UTC until you choose one` : undefined}>
      <Select aria-label={t`Time zone`} value={timeZone ?? ""} onChange={({ target }) => void updatePreferences({ timeZone: target.value || null })}>
        {timeZone === null && <option value="">{t`Not chosen`}</option>}
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </Select>
    </Line>
  );
}

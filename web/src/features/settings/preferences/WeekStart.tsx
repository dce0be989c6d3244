import { t } from "@lingui/core/macro";
import { updatePreferences } from "@/actions/preferences";
import { monthGrid, weekdayLong } from "@/lib/plainDate";
import { useFirstDay, type WeekStart as Day } from "@/lib/weekStart";
import { SegmentedControl } from "@/ui/Segmented";
import type { Preferences } from "@/wire/generated";
import { Line } from "./Line";

const AUTO = "auto";

/** The day on which weeks begin. */
export function WeekStart({ chosen: { weekStart = null } }: { chosen: Preferences }) {
  const first = useFirstDay((week) => week.first);
  // June 2026 begins on a Monday, so the first cells of its grid are Monday to Sunday.
  const name = weekdayLong(monthGrid("2026-06-01")[0]?.[first] ?? "2026-06-01");
  return (
    <Line name={t`Week starts on`} hint={weekStart === null ? t`${name}, from the language of your browser` : undefined}>
      <SegmentedControl<Day | typeof AUTO>
        name={t`Week starts on`}
        options={[
          { id: AUTO, name: t`Auto` },
          { id: "monday", name: t`Monday` },
          { id: "sunday", name: t`Sunday` },
          { id: "saturday", name: t`Saturday` },
        ]}
        value={weekStart ?? AUTO}
        onChange={(day) => void updatePreferences({ weekStart: day === AUTO ? null : day })}
      />
    </Line>
  );
}

import { t } from "@lingui/core/macro";
import { updatePreferences } from "@/actions/preferences";
import { Select } from "@/ui/Field";
import type { DefaultView as View, Preferences } from "@/wire/generated";
import { Line } from "./Line";

/** The view of pages whose address names no view. */
export function DefaultView({ chosen: { defaultView = null } }: { chosen: Preferences }) {
  const names: Record<View, string> = { gantt: t`Gantt`, spreadsheet: t`Spreadsheet`, kanban: t`Kanban`, calendar: t`Calendar` };
  return (
    <Line name={t`Default view`} hint={defaultView === null ? t`Gantt; on a phone, the list` : undefined}>
      <Select aria-label={t`Default view`} value={defaultView ?? ""} onChange={({ target }) => void updatePreferences({ defaultView: (target.value || null) as View | null })}>
        <option value="">{t`Not chosen`}</option>
        {Object.entries(names).map(([view, name]) => (
          <option key={view} value={view}>
            {name}
          </option>
        ))}
      </Select>
    </Line>
  );
}

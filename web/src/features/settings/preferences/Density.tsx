import { t } from "@lingui/core/macro";
import { setCompact, useDensity } from "@/lib/density";
import { SegmentedControl } from "@/ui/Segmented";
import { Line } from "./Line";

/** The height of rows. A large screen and a small one need different heights, so each browser has its own. */
export function Density() {
  const compact = useDensity((state) => state.compact);
  return (
    <Line name={t`Density`} hint={t`In this browser`}>
      <SegmentedControl
        name={t`Density`}
        options={[
          { id: "comfortable", name: t`Comfortable` },
          { id: "compact", name: t`Compact` },
        ]}
        value={compact ? "compact" : "comfortable"}
        onChange={(density) => setCompact(density === "compact")}
      />
    </Line>
  );
}

import { t } from "@lingui/core/macro";
import { setMirrored, useDirection } from "@/lib/direction";
import { SegmentedControl } from "@/ui/Segmented";
import { Line } from "./Line";

/** The direction of the layout in this browser. */
export function Direction() {
  const mirrored = useDirection((state) => state.mirrored);
  return (
    <Line name={t`Layout direction`} hint={t`In this browser`}>
      <SegmentedControl
        name={t`Layout direction`}
        options={[
          { id: "ltr", name: t`Left to right` },
          { id: "rtl", name: t`Right to left` },
        ]}
        value={mirrored ? "rtl" : "ltr"}
        onChange={(direction) => setMirrored(direction === "rtl")}
      />
    </Line>
  );
}

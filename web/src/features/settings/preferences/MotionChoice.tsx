import { t } from "@lingui/core/macro";
import { setMotion, useMotion } from "@/lib/motion";
import { SegmentedControl } from "@/ui/Segmented";
import { Line } from "./Line";

/** Whether things move on the screen. Each system has its own setting for this, so each browser has its own choice. */
export function MotionChoice() {
  const motion = useMotion((state) => state.motion);
  return (
    <Line name={t`Motion`} hint={t`In this browser`}>
      <SegmentedControl
        name={t`Motion`}
        options={[
          { id: "system", name: t`Same as system` },
          { id: "reduced", name: t`Reduced` },
          { id: "full", name: t`Full` },
        ]}
        value={motion}
        onChange={setMotion}
      />
    </Line>
  );
}

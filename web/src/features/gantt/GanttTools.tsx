import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CornerDownRight, Maximize2, Waypoints, ZoomIn, ZoomOut } from "lucide-react";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { Button } from "@/ui/Button";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import { SegmentedControl } from "@/ui/Segmented";
import { BarsMenu } from "./BarsMenu";
import { BaselineMenu } from "./BaselineMenu";
import { ColumnsMenu } from "./ColumnsMenu";
import { changeGantt, modes, useGanttView, type FollowMode } from "./ganttView";
import styles from "./Gantt.module.css";
import { zooms, type Zoom } from "./scale";

const zoomNames: Readonly<Record<Zoom, () => string>> = {
  day: () => t`Day`,
  week: () => t`Week`,
  month: () => t`Month`,
  quarter: () => t`Quarter`,
  year: () => t`Year`,
};

const modeNames: Readonly<Record<FollowMode, () => string>> = {
  push: () => t`Push`,
  keepGap: () => t`Keep the gap`,
  off: () => t`Leave alone`,
  ask: () => t`Ask each time`,
};

/** The tools of the gantt in the toolbar: the columns of the tree, what bars show, dependencies, the critical path, the baseline, the zoom and today. */
export function GanttTools({ listId }: { listId: string | null }) {
  const { zoom, arrows, mode, critical } = useGanttView(({ settings }) => settings);
  const tools = useGanttView((view) => view.tools);
  const wide = useMediaQuery("(min-width: 1600px)");
  const short = useMediaQuery("(max-width: 1439px)");
  const narrow = useMediaQuery("(max-width: 1279px)");
  const phone = useMediaQuery("(max-width: 767px)");
  const showCritical = () => changeGantt({ critical: !critical });
  return (
    <>
      {!phone && <ColumnsMenu wide={wide} listId={listId} />}
      <BarsMenu wide={wide} />
      <Menu
        name={t`Dependencies`}
        align="end"
        items={[
          { id: "show", name: t`Show dependencies`, checked: arrows, onSelect: () => changeGantt({ arrows: !arrows }) },
          ...modes.map((each, index) => ({
            id: each,
            name: modeNames[each](),
            checked: each === mode,
            ...(index === 0 && { apart: true, heading: t`When a task runs into a follower` }),
            onSelect: () => changeGantt({ mode: each }),
          })),
        ]}
      >
        {short ? (
          <IconButton icon={CornerDownRight} name={t`Dependencies`} />
        ) : (
          <Button variant="ghost" size="sm" icon={CornerDownRight}>
            <Trans>Dependencies</Trans>
          </Button>
        )}
      </Menu>
      {short ? (
        <IconButton icon={Waypoints} name={t`Critical path`} on={critical} onClick={showCritical} />
      ) : (
        <Button variant="ghost" size="sm" icon={Waypoints} aria-pressed={critical} onClick={showCritical}>
          <Trans>Critical path</Trans>
        </Button>
      )}
      <BaselineMenu wide={wide} listId={listId} />
      {narrow ? (
        <>
          <IconButton icon={ZoomOut} name={t`Zoom out`} keys="gantt:-" onClick={() => tools?.zoom(-1)} />
          <IconButton icon={ZoomIn} name={t`Zoom in`} keys="gantt:+" onClick={() => tools?.zoom(1)} />
        </>
      ) : (
        <SegmentedControl name={t`Zoom`} options={zooms.map((id) => ({ id, name: zoomNames[id]() }))} value={zoom} onChange={(next) => tools?.zoomTo(next)} />
      )}
      <IconButton icon={Maximize2} name={t`Fit all tasks`} onClick={() => tools?.fit()} />
      <Button size="sm" className={styles.back} data-tip-keys="T" data-tip={t`Today`} onClick={() => tools?.today()}>
        <Trans>Today</Trans>
      </Button>
    </>
  );
}

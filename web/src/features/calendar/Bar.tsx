import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight, Inbox, SlidersHorizontal } from "lucide-react";
import { today, type PlainDate } from "@/lib/plainDate";
import { Button } from "@/ui/Button";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import { SegmentedControl } from "@/ui/Segmented";
import { Tooltip } from "@/ui/Tooltip";
import { shownNumber } from "@/words/region";
import styles from "./Bar.module.css";
import { choose, useChoices } from "./choices";
import { MonthPicker } from "./MonthPicker";
import { shownTitle, stepNames } from "./titles";
import { stepped, type Mode } from "./weeks";

interface BarProps {
  mode: Mode;
  day: PlainDate;
  first: number;
  unscheduled: number;
  phone: boolean;
  show: (to: { mode?: Mode; day?: PlainDate }) => void;
}

/** The bar above the calendar: the period at the left, and the mode at the right. */
export function Bar({ mode, day, first, unscheduled, phone, show }: BarProps) {
  const { weekends, completed, tray } = useChoices();
  const { back, on } = stepNames(mode);
  const title = shownTitle(mode, day, first);
  return (
    <div className={styles.bar} role="toolbar" aria-label={t`Calendar`}>
      <IconButton icon={ChevronLeft} name={back} data-turn="-1" onClick={() => show({ day: stepped(mode, day, -1) })} />
      <MonthPicker title={title} day={day} onPick={(to) => show({ day: to })} />
      <IconButton icon={ChevronRight} name={on} data-turn="1" onClick={() => show({ day: stepped(mode, day, 1) })} />
      <Tooltip name={t`Today`} keys="T">
        <Button size="sm" onClick={() => show({ day: today() })}>
          <Trans>Today</Trans>
        </Button>
      </Tooltip>
      <span className={styles.space} />
      {!phone && (
        <Button variant="ghost" size="sm" icon={Inbox} className={styles.tool} aria-pressed={tray} onClick={() => choose({ tray: !tray })}>
          <span className={styles.word}><Trans>Unscheduled</Trans></span> <b>{shownNumber(unscheduled)}</b>
        </Button>
      )}
      <Menu
        name={t`Show`}
        align="end"
        items={[
          { id: "weekends", name: t`Weekends`, checked: weekends, onSelect: () => choose({ weekends: !weekends }) },
          { id: "completed", name: t`Completed tasks`, checked: completed, onSelect: () => choose({ completed: !completed }) },
        ]}
      >
        <Button variant="ghost" size="sm" icon={SlidersHorizontal} className={styles.tool}>
          <span className={styles.word}><Trans>Show</Trans></span>
        </Button>
      </Menu>
      <div className={styles.periods}>
        <SegmentedControl
          full
          name={t`Period`}
          options={[
            { id: "month", name: t`Month` },
            { id: "week", name: t`Week` },
            { id: "agenda", name: t`Agenda` },
          ]}
          value={mode}
          onChange={(to) => show({ mode: to })}
        />
      </div>
    </div>
  );
}

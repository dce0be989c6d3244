import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { History } from "lucide-react";
import { formatDate } from "@/lib/plainDate";
import { Button } from "@/ui/Button";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import { tell } from "@/ui/Toast";
import { setBaseline, useBaseline } from "./baseline";
import { changeGantt, useGanttView } from "./ganttView";

const tellWithUndo = (text: string, undo: () => void) => tell({ text, icon: History, action: { name: t`Undo`, onClick: undo } });

/** The baseline: sets it to the dates of now, shows and hides it, and removes it. */
export function BaselineMenu({ wide }: { wide: boolean }) {
  const tools = useGanttView((view) => view.tools);
  const shown = useGanttView((view) => view.settings.baseline);
  const setOn = useBaseline((baseline) => baseline.setOn);
  const date = setOn === null ? null : formatDate(setOn);
  const set = () => {
    const dates = tools?.dates();
    if (!dates) return;
    changeGantt({ baseline: true });
    const undo = setBaseline(dates);
    tellWithUndo(
      plural(dates.size, { one: "Baseline set for # task. Only this browser keeps it.", other: "Baseline set for # tasks. Only this browser keeps it." }),
      undo,
    );
  };
  const heading = t`This browser keeps it, for you alone`;
  return (
    <Menu
      name={t`Baseline`}
      align="end"
      items={
        date === null
          ? [{ id: "set", name: t`Set baseline`, heading, onSelect: set }]
          : [
              { id: "show", name: t`Show the baseline of ${date}`, heading, checked: shown, onSelect: () => changeGantt({ baseline: !shown }) },
              { id: "set", name: t`Set baseline again`, onSelect: set },
              { id: "remove", name: t`Remove baseline`, danger: true, apart: true, onSelect: () => tellWithUndo(t`Baseline removed`, setBaseline(null)) },
            ]
      }
    >
      {wide ? (
        <Button variant="ghost" size="sm" icon={History}>
          <Trans>Baseline</Trans> {date !== null && shown && <b>{date}</b>}
        </Button>
      ) : (
        <IconButton icon={History} name={date === null ? t`Baseline` : t`Baseline of ${date}`} on={date !== null && shown} />
      )}
    </Menu>
  );
}

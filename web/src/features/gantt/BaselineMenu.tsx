import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { History, Pencil, Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { createBaseline, deleteBaseline, renameBaseline } from "@/actions/baselines";
import { useMayIn } from "@/actions/useMay";
import { formatInstant } from "@/lib/instant";
import { formatDate } from "@/lib/plainDate";
import { memberName } from "@/sync/selectors";
import { undo, useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { IconButton } from "@/ui/IconButton";
import { Menu, type MenuItem } from "@/ui/Menu";
import { tell } from "@/ui/Toast";
import type { Baseline } from "@/wire/generated";
import { freshName, KEPT, offeredIn, removeKept, useBaseline } from "./baseline";
import { BaselineDialog, type WantedBaseline } from "./BaselineDialog";
import styles from "./Baseline.module.css";
import { changeGantt, useGanttView } from "./ganttView";

const toUndo = () => ({ name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() });

interface BaselineMenuProps {
  wide: boolean;
  /** The list whose chart is shown. Null for other places, which offer the baselines of all tasks. */
  listId: string | null;
}

/** The menu of the baselines of a place. People choose the baseline with which the chart is compared, and set, rename and delete baselines. */
export function BaselineMenu({ wide, listId }: BaselineMenuProps) {
  const chosen = useGanttView((view) => view.settings.baseline);
  const rows = useTroupe((state) => state.baselines);
  const members = useTroupe((state) => state.members);
  const kept = useBaseline((baseline) => baseline.kept);
  const mayShare = useMayIn("editLists", listId);
  const mayShareAll = useMayIn("editLists", null);
  const [asked, setAsked] = useState<"new" | "name" | null>(null);
  const { shared, own, ofAll } = useMemo(() => offeredIn(rows, listId), [rows, listId]);
  const offered = [...shared, ...own, ...ofAll];
  const row = offered.find(({ id }) => id === chosen);
  const mayChange = row !== undefined && (row.personal || (row.listId === null ? mayShareAll : mayShare));
  const keptName = kept && t`Set on ${formatDate(kept.setOn)}`;
  const shownName = row?.name ?? (chosen === KEPT ? keptName : null);

  const choose = (id: string | null) => changeGantt({ baseline: id });
  const save = ({ name, ...rest }: WantedBaseline) => {
    if (asked === "name" && row) {
      if (name !== row.name) void renameBaseline(row.id, name);
      return;
    }
    const { id, said } = createBaseline({ name, ...rest, listId });
    choose(id);
    void said.then(({ ok }) => ok && tell({ text: t`Created the baseline “${name}”`, icon: History }));
  };
  const remove = ({ id, name }: Baseline) =>
    void deleteBaseline(id).then(({ ok }) => ok && tell({ text: t`Deleted the baseline “${name}”`, action: toUndo() }));
  const noteOf = ({ takenAt, personal, createdUserId }: Baseline) => {
    const maker = personal ? undefined : members[createdUserId];
    return [formatInstant(takenAt), ...(maker ? [memberName(maker)] : [])].join(" · ");
  };
  const group = (heading: string, baselines: readonly Baseline[]): MenuItem[] =>
    baselines.map((one, at) => ({
      id: one.id,
      name: one.name,
      note: noteOf(one),
      checked: one.id === row?.id,
      ...(at === 0 && { heading }),
      onSelect: () => choose(one.id),
    }));

  const choices: MenuItem[] = [
    ...group(t`Shared`, shared),
    ...group(t`Only you`, own),
    ...group(t`All tasks`, ofAll),
    ...(keptName === null ? [] : [{ id: KEPT, name: keptName, checked: chosen === KEPT, heading: t`Only in this browser`, onSelect: () => choose(KEPT) }]),
  ];
  const items: MenuItem[] = [
    ...(choices.length > 0 ? [{ id: "none", name: t`No baseline`, checked: shownName === null, onSelect: () => choose(null) }, ...choices] : []),
    { id: "new", name: t`Set baseline…`, icon: Plus, apart: choices.length > 0, onSelect: () => setAsked("new") },
    ...(row && mayChange
      ? [
          { id: "name", name: t`Rename “${row.name}”…`, icon: Pencil, onSelect: () => setAsked("name") },
          { id: "delete", name: t`Delete “${row.name}”`, icon: Trash2, danger: true, onSelect: () => remove(row) },
        ]
      : []),
    ...(chosen === KEPT && kept
      ? [
          {
            id: "remove",
            name: t`Remove from this browser`,
            icon: Trash2,
            danger: true,
            onSelect: () => tell({ text: t`Baseline removed`, icon: History, action: { name: t`Undo`, onClick: removeKept() } }),
          },
        ]
      : []),
  ];
  return (
    <>
      <Menu name={t`Baseline`} align="end" items={items}>
        {wide ? (
          <Button variant="ghost" size="sm" icon={History}>
            <Trans>Baseline</Trans> {shownName !== null && <b className={styles.name} dir="auto">{shownName}</b>}
          </Button>
        ) : (
          <IconButton icon={History} name={shownName === null ? t`Baseline` : t`Baseline “${shownName}”`} on={shownName !== null} />
        )}
      </Menu>
      {asked !== null && (
        <BaselineDialog
          name={asked === "name" ? (row?.name ?? null) : null}
          nameOn={(day) => freshName((number) => (number === 1 ? t`Plan as of ${formatDate(day)}` : t`Plan as of ${formatDate(day)} (${number})`), offered.map(({ name }) => name))}
          mayShare={mayShare}
          onClose={() => setAsked(null)}
          onSave={save}
        />
      )}
    </>
  );
}

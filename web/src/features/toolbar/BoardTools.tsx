import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Columns3, Rows3, SlidersHorizontal } from "lucide-react";
import { boardOf, cardFields, showsEmptyColumns, showsEmptyLanes, toggledOnCards, type BoardSettings } from "@/fields/arrange/board";
import { boardGroups, columnsBy, lanesBy } from "@/fields/arrange/columns";
import type { Settings } from "@/fields/arrange/settings";
import { nameIn, withPart } from "@/fields/field";
import { NONE } from "@/fields/options";
import { useFields } from "@/fields/registry";
import { Button } from "@/ui/Button";
import { Menu, type MenuItem } from "@/ui/Menu";
import { Picker } from "@/ui/Picker";
import styles from "./Toolbar.module.css";

interface BoardToolsProps {
  settings: Settings;
  onChange: (patch: Partial<Settings>) => void;
}

/** How a board is arranged: the field of its columns, the field of its lanes, and the fields on its cards. */
export function BoardTools({ settings, onChange }: BoardToolsProps) {
  const fields = useFields();
  const board = boardOf(settings.board);
  const columns = columnsBy(settings, fields);
  const lanes = lanesBy(settings, fields);
  const grouped = boardGroups(fields);
  const keep = (patch: Partial<BoardSettings>) => onChange({ board: { ...board, ...patch } });
  const line = (id: string, name: string, checked: boolean, onSelect: () => void): MenuItem => ({ id, name, checked, onSelect });
  const lines = (current: string | undefined, part: "group" | "lanes") =>
    grouped.map((field) => line(field.id, nameIn(field, "group"), field.id === current, () => onChange({ [part]: field.id })));
  const byColumns = columns && showsEmptyColumns(board, columns.id);
  const byLanes = lanes && showsEmptyLanes(board, lanes.id);
  const onCards = withPart(fields, "card");
  return (
    <>
      <Menu
        name={t`Columns by`}
        align="end"
        items={[
          ...lines(columns?.id, "group"),
          ...(columns
            ? [{ ...line("empty", t`Show empty columns`, byColumns === true, () => keep({ emptyColumns: { ...board.emptyColumns, [columns.id]: !byColumns } })), apart: true }]
            : []),
        ]}
      >
        <Button variant="ghost" size="sm" icon={Columns3} className={styles.tool}>
          <span className={styles.word}><Trans>Columns</Trans></span> <b>{columns && nameIn(columns, "group")}</b>
        </Button>
      </Menu>
      <Menu
        name={t`Swimlanes by`}
        align="end"
        items={[
          // The field of the columns makes no lanes.
          ...lines(lanes?.id, "lanes").filter(({ id }) => id !== columns?.id),
          line(NONE, t`None`, lanes === undefined, () => onChange({ lanes: NONE })),
          ...(lanes ? [{ ...line("empty", t`Show empty swimlanes`, byLanes === true, () => keep({ emptyLanes: { ...board.emptyLanes, [lanes.id]: !byLanes } })), apart: true }] : []),
        ]}
      >
        <Button variant="ghost" size="sm" icon={Rows3} className={styles.tool}>
          <span className={styles.word}><Trans>Swimlanes</Trans></span> <b>{lanes ? nameIn(lanes, "group") : t`None`}</b>
        </Button>
      </Menu>
      <Picker
        multi
        align="end"
        name={t`Fields on cards`}
        options={onCards.map((field) => ({ id: field.id, name: field.name() }))}
        selected={cardFields(board, fields).map(({ id }) => id)}
        onPick={(id) => keep({ card: toggledOnCards(board, fields, id) })}
        trigger={
          <Button variant="ghost" size="sm" icon={SlidersHorizontal} className={styles.tool}>
            <Trans>Card</Trans>
          </Button>
        }
      />
    </>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Columns3 } from "lucide-react";
import { nameIn } from "@/fields/field";
import { useFieldsIn } from "@/fields/registry";
import { Button } from "@/ui/Button";
import { IconButton } from "@/ui/IconButton";
import { Picker } from "@/ui/Picker";
import { useGanttView } from "./ganttView";
import { columnsOf, offeredColumns, toggleColumn } from "./treeColumns";

/** The fields that the tree shows beside titles. */
export function ColumnsMenu({ wide, listId }: { wide: boolean; listId: string | null }) {
  const chosen = useGanttView(({ settings }) => settings.columns);
  const fields = useFieldsIn(listId);
  const offered = offeredColumns(fields);
  const shown = columnsOf(fields, chosen);
  return (
    <Picker
      multi
      align="end"
      name={t`Columns beside titles`}
      options={offered.map((field) => ({ id: field.id, name: nameIn(field, "column") }))}
      selected={shown.map(({ id }) => id)}
      onPick={(id) => {
        const field = offered.find((each) => each.id === id);
        if (field) toggleColumn(field);
      }}
      trigger={
        wide ? (
          <Button variant="ghost" size="sm" icon={Columns3}>
            <Trans>Columns</Trans> {shown.length > 0 && <b>{shown.length}</b>}
          </Button>
        ) : (
          <IconButton icon={Columns3} name={t`Columns beside titles`} on={shown.length > 0} />
        )
      }
    />
  );
}

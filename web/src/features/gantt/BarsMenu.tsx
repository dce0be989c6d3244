import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Palette } from "lucide-react";
import { fieldById, nameIn } from "@/fields/field";
import { useFields } from "@/fields/registry";
import { status } from "@/fields/status";
import { Button } from "@/ui/Button";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import { colourFields } from "./colours";
import { changeGantt, useGanttView } from "./ganttView";

/** What bars show: the field that gives them their colour, and the days of parents. */
export function BarsMenu({ wide }: { wide: boolean }) {
  const { colour, parents } = useGanttView(({ settings }) => settings);
  const fields = useFields();
  const offered = colourFields.flatMap((id) => fieldById(fields, id) ?? []);
  const current = offered.find(({ id }) => id === colour) ?? offered.find(({ id }) => id === status.id);
  return (
    <Menu
      name={t`Bars`}
      align="end"
      items={[
        ...offered.map((field, index) => ({
          id: field.id,
          name: nameIn(field, "group"),
          checked: field.id === current?.id,
          ...(index === 0 && { heading: t`Colour by` }),
          onSelect: () => changeGantt({ colour: field.id }),
        })),
        {
          id: "parents",
          name: t`Parents show the days of their subtasks`,
          checked: parents !== "own",
          apart: true,
          onSelect: () => changeGantt({ parents: parents === "own" ? "along" : "own" }),
        },
      ]}
    >
      {wide ? (
        <Button variant="ghost" size="sm" icon={Palette}>
          <Trans>Bars</Trans> <b>{current && nameIn(current, "group")}</b>
        </Button>
      ) : (
        <IconButton icon={Palette} name={t`Bars`} on={colour !== status.id} />
      )}
    </Menu>
  );
}

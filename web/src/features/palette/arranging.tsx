import { t } from "@lingui/core/macro";
import { ArrowUpDown, Layers, ListTree } from "lucide-react";
import { groupLines, sortLines, subtaskLines } from "@/actions/arranging";
import { useTarget } from "@/actions/target";
import { useLocation, useNavigate } from "@/lib/location";
import { placeAt } from "@/lib/placeAt";
import { plain, readAddress, writeArrangement, type Arrangement } from "@/fields/arrange/address";
import { useFields } from "@/fields/registry";
import { hasToolbar } from "@/lib/toolbarPlaces";
import type { Entry } from "./entries";

/** All ways to group and sort the current place, and to show its subtasks, that do not hold now: the same as in the menus of its toolbar. */
export function useArranging(): Entry[] {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const fields = useFields();
  const shown = useTarget((target) => target.view);
  if (!hasToolbar(pathname)) return [];
  const current = readAddress(search, fields) ?? plain;
  const to = (patch: Partial<Arrangement>) => () => navigate(`${pathname}${writeArrangement(search, { ...current, ...patch }, fields)}`);
  // A board is always grouped by status, and a calendar by days.
  const view = shown ?? "spreadsheet";
  const groups = view === "kanban" || view === "calendar" ? [] : groupLines(fields).filter(({ id }) => id !== current.group);
  const { by, ways } = sortLines(current, placeAt(pathname).collection === "list", fields);
  const subtasks = view === "spreadsheet" ? subtaskLines().filter(({ id }) => id !== current.subtasks) : [];
  return [
    ...subtasks.map(({ id, name }) => ({
      id: `subtasks:${id}`,
      name: t`Subtasks: ${name}`,
      keywords: t`Show subtasks`,
      icon: ListTree,
      run: to({ subtasks: id }),
    })),
    ...groups.map(({ id, name }) => ({
      id: `group:${id}`,
      name: t`Group: ${name}`,
      keywords: t`Group by ${name}`,
      icon: Layers,
      run: to({ group: id }),
    })),
    ...[...by, ...ways]
      .filter(({ checked }) => !checked)
      .map(({ name, sort, descending }) => ({
        id: `sort:${name}`,
        name: t`Sort: ${name}`,
        keywords: t`Sort by ${name}`,
        icon: ArrowUpDown,
        run: to({ sort, descending }),
      })),
  ];
}

import { t } from "@lingui/core/macro";
import { ArrowUpDown, Layers } from "lucide-react";
import { groupLines, sortLines } from "@/actions/arranging";
import { useLocation, useNavigate } from "@/lib/location";
import { placeAt } from "@/lib/paths";
import { plain, readAddress, writeArrangement, type Arrangement } from "@/fields/arrange/address";
import { useFields } from "@/fields/registry";
import { hasToolbar, type Entry } from "./entries";

/** All ways to group and sort the current place that do not hold now: the same as in the menus of its toolbar. */
export function useArranging(): Entry[] {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const fields = useFields();
  if (!hasToolbar(pathname)) return [];
  const current = readAddress(search, fields) ?? plain;
  const to = (patch: Partial<Arrangement>) => () => void navigate(`${pathname}${writeArrangement(search, { ...current, ...patch }, fields)}`);
  // A board is always grouped by status.
  const groups = new URLSearchParams(search).get("view") === "kanban" ? [] : groupLines(fields).filter(({ id }) => id !== current.group);
  const { by, ways } = sortLines(current, placeAt(pathname).collection === "list", fields);
  return [
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

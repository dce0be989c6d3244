import { t } from "@lingui/core/macro";
import { ArrowUpDown, Layers } from "lucide-react";
import { groupNames } from "@/actions/arrangeNames";
import { sortLines } from "@/actions/sorting";
import { useLocation, useNavigate } from "@/lib/location";
import { placeAt } from "@/lib/paths";
import { plain, readAddress, writeArrangement, type Arrangement } from "@/sync/arrange/address";
import { groupings } from "@/sync/arrange/settings";
import { hasToolbar, type Entry } from "./entries";

/** Every way to group and to sort the current place but those that hold now: what the menus of its toolbar offer. */
export function useArranging(): Entry[] {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  if (!hasToolbar(pathname)) return [];
  const current = readAddress(search) ?? plain;
  const to = (patch: Partial<Arrangement>) => () => void navigate(`${pathname}${writeArrangement(search, { ...current, ...patch })}`);
  // A board is always grouped by status.
  const groups = new URLSearchParams(search).get("view") === "kanban" ? [] : groupings.filter((group) => group !== current.group);
  const { by, ways } = sortLines(current, placeAt(pathname).collection === "list");
  return [
    ...groups.map((group) => {
      const name = groupNames[group];
      return { id: `group:${group}`, name: t`Group: ${name}`, keywords: t`Group by ${name}`, icon: Layers, run: to({ group }) };
    }),
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

import { t } from "@lingui/core/macro";
import { CircleUser, FilterX } from "lucide-react";
import { useChoices } from "@/actions/choices";
import { useLocation, useNavigate } from "@/lib/location";
import { plain, readAddress, writeFilters } from "@/sync/arrange/address";
import { isFiltered, NONE, noFilters, type FilterKind, type Filters } from "@/sync/arrange/settings";
import { useTroupe } from "@/sync/store";
import { NoAvatar } from "@/ui/Avatar";
import { hasToolbar, type Entry } from "./entries";

const names: Record<FilterKind, (value: string) => string> = {
  status: (value) => t`Filter: status is ${value}`,
  assignees: (value) => t`Filter: assigned to ${value}`,
  labels: (value) => t`Filter: label is ${value}`,
  priority: (value) => t`Filter: priority is ${value}`,
};

/** The filters of the current place, and clearing them. Single values are offered only once something is typed, because there may be many. */
export function useFilters(typed: boolean): Entry[] {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const me = useTroupe((state) => state.me);
  const choices = useChoices();
  if (!hasToolbar(pathname)) return [];
  const { filters } = readAddress(search) ?? plain;
  const show = (next: Filters) => () => void navigate(`${pathname}${writeFilters(search, next)}`);
  const by = (kind: FilterKind, value: string, name: string, look: Pick<Entry, "icon" | "picture">): Entry[] =>
    filters[kind].length === 1 && filters[kind][0] === value
      ? []
      : [{ id: `filter:${kind}:${value}`, name, ...look, run: show({ ...filters, [kind]: [value] }) }];
  const each = (kind: FilterKind) =>
    choices[kind]
      .filter(({ id }) => id !== me)
      .flatMap(({ id, name, picture }) => by(kind, id, names[kind](name), { picture }));
  return [
    ...(isFiltered({ filters })
      ? [{ id: "filter:clear", name: t`Clear filters`, icon: FilterX, keys: "Alt+Shift+F", run: show(noFilters) }]
      : []),
    ...(me === null ? [] : by("assignees", me, t`Filter: assigned to me`, { icon: CircleUser })),
    ...by("assignees", NONE, t`Filter: unassigned`, { picture: <NoAvatar size={18} /> }),
    ...(typed
      ? [
          ...each("status"),
          ...each("priority"),
          ...by("priority", NONE, t`Filter: no priority`, {}),
          ...each("labels"),
          ...by("labels", NONE, t`Filter: no label`, {}),
          ...each("assignees"),
        ]
      : []),
  ];
}

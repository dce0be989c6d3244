import { t } from "@lingui/core/macro";
import { FilterX } from "lucide-react";
import { plain, readAddress, writeFilters } from "@/fields/arrange/address";
import { conditionForm } from "@/fields/arrange/condition";
import { isFiltered, unfiltered, wantedOf, type Filtering } from "@/fields/arrange/settings";
import { withPart, type With } from "@/fields/field";
import { NONE } from "@/fields/options";
import { pictureOf } from "@/fields/Picture";
import { useFields } from "@/fields/registry";
import { offeredIn } from "@/fields/useChoices";
import { useConfig } from "@/fields/useOptions";
import { isChoice } from "@/fields/value";
import { useLocation, useNavigate } from "@/lib/location";
import { hasToolbar } from "@/lib/toolbarPlaces";
import type { Entry } from "./entries";

type Filterable = With<"filter">;

const nounOf = ({ filter, noun }: Filterable): string => (filter.noun ?? noun)();
const isValue = (noun: string, value: string) => t`Filter: ${noun} is ${value}`;
const hasNo = (noun: string) => t`Filter: no ${noun}`;

/** The filters of the current place, and clearing them. Single values are offered only once something is typed, because there may be many. */
export function useFilters(typed: boolean): Entry[] {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const config = useConfig();
  const fields = useFields();
  if (!hasToolbar(pathname)) return [];
  const { me } = config;
  const { filters, filter, find } = readAddress(search, fields) ?? plain;
  const show = (next: Filtering) => () => navigate(`${pathname}${writeFilters(search, next, fields)}`);
  const by = ({ id }: Filterable, value: string, name: string, look: Pick<Entry, "icon" | "picture">): Entry[] => {
    const wanted = wantedOf(filters, id);
    if (wanted.length === 1 && wanted[0] === value) return [];
    return [{ id: `filter:${id}:${value}`, name, ...look, run: show({ filter, find, filters: { ...filters, [id]: [value] } }) }];
  };
  const mine = (field: Filterable) => {
    const { people, icon } = field.filter;
    return me === null || !people ? [] : by(field, me, people.mine(), { icon });
  };
  const without = (field: Filterable) => {
    if (conditionForm(field.value) !== null) return by(field, NONE, hasNo(nounOf(field)), { icon: field.filter.icon });
    const none = isChoice(field.value) ? field.value.none : undefined;
    const name = field.filter.people?.none() ?? hasNo(nounOf(field));
    return none ? by(field, NONE, name, none.look ? { picture: pictureOf(none.look) } : {}) : [];
  };
  const each = (field: Filterable) => {
    const { people } = field.filter;
    const options = isChoice(field.value) ? offeredIn(field.value.options, config) : [];
    return options
      .filter(({ id }) => !people || id !== me)
      .flatMap(({ id, name, picture }) => by(field, id, people?.is(name) ?? isValue(nounOf(field), name), { picture }));
  };
  const inOrder = withPart(fields, "filter");
  // People look for their own tasks, and for tasks without an assignee.
  const upfront = inOrder.filter(({ filter }) => filter.people);
  return [
    ...(isFiltered({ filters, filter, find })
      ? [{ id: "filter:clear", name: t`Clear filters`, icon: FilterX, keys: "Alt+Shift+F", run: show(unfiltered) }]
      : []),
    ...upfront.flatMap((field) => [...mine(field), ...without(field)]),
    ...(typed
      ? inOrder.flatMap((field) => (upfront.includes(field) ? each(field) : [...each(field), ...without(field)]))
      : []),
  ];
}

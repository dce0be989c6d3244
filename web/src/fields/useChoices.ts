import { useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import { useTroupe } from "@/sync/store";
import type { Placed } from "@/sync/homes";
import type { PickerListProps, PickerOption } from "@/ui/Picker";
import { NONE, once, type Config, type NoneOption, type Option, type Options } from "./options";
import { pictureOf } from "./Picture";
import { useOptions } from "./useOptions";
import { mayBeEmpty, type Choice } from "./value";

const pickerOption = once(
  ({ id, name, look, keywords, meta }: Option): PickerOption => ({
    id,
    name,
    picture: pictureOf(look),
    ...(keywords && { keywords }),
    ...(meta && { meta }),
  }),
);

const pickerOptions = once((options: readonly Option[]): readonly PickerOption[] => options.map(pickerOption));

/** The options as a picker shows them. */
export const offeredIn = ({ all, offered }: Options, config: Config): readonly PickerOption[] => pickerOptions((offered ?? all)(config));

/** The same, of the workspace that is open. */
export const useOffered = ({ options }: Choice): readonly PickerOption[] => useTroupe((state) => offeredIn(options, state));

/** "No value", as a picker shows it. */
const noneOption = ({ name, look }: NoneOption): PickerOption => ({ id: NONE, name: name(), picture: pictureOf(look) });

/** The options of a picker that all these tickets can take, and the chosen ones. In a field with several values, chosen values that are no longer offered come last, so that a person can remove them. */
export function useFitting(value: Choice, offered: readonly PickerOption[], tickets: readonly Placed[], chosen: readonly string[]): readonly PickerOption[] {
  const { fits, find } = value.options;
  const fitting = useTroupe(
    useShallow((state) => [
      ...offered.filter(({ id }) => (id === NONE ? mayBeEmpty(value) : chosen.includes(id) || fits === undefined || tickets.every((ticket) => fits(state, ticket, id)))),
      ...(value.kind === "many" ? notAmong(offered, chosen).flatMap((id) => find(state, id) ?? []).map(pickerOption) : []),
    ]),
  );
  // The same array while nothing is left out, so that the picker does not render again.
  return fitting.length === offered.length && fitting.every((option, place) => option === offered[place]) ? offered : fitting;
}

/** The ids that are not among the options. */
export const notAmong = (options: readonly { id: string }[], ids: readonly string[]): string[] => ids.filter((id) => options.every((option) => option.id !== id));

/** The choices of a picker: the options, and "no value". */
export function useChoices(value: Choice): readonly PickerOption[] {
  const offered = useOffered(value);
  return useMemo(() => (value.none ? [...offered, noneOption(value.none)] : offered), [offered, value]);
}

/** How a picker searches a field whose options are too many for a list: the chosen options, and the search. Undefined for other fields. */
export function useSearch(value: Choice, tickets: readonly Placed[], chosen: readonly string[]): Pick<PickerListProps, "options" | "find"> | undefined {
  const { search, fits } = value.options;
  const own = useOptions(value, search ? chosen : none);
  const key = tickets.map(({ id }) => id).join();
  const find = useMemo(
    () => async (typed: string) => {
      const state = useTroupe.getState();
      const found = (await search?.(state, typed)) ?? [];
      return found.filter(({ id }) => tickets.every((ticket) => fits?.(state, ticket, id) ?? true)).map(pickerOption);
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same tickets are the same search
    [search, fits, key],
  );
  return search && { options: pickerOptions(own), find };
}

const none: readonly string[] = [];

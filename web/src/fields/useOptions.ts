import { useShallow } from "zustand/react/shallow";
import { useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import type { PickerOption } from "@/ui/Picker";
import { once, type Config, type Option, type Options } from "./options";
import { pictureOf } from "./Picture";
import { type Choice } from "./value";

/** The configuration in a state, without the rest. */
const configIn = ({ workspace, members, statuses, lists, labels, attributes, options, systemAttributes, taskTypes, components, fixVersions, sprints, shares, me }: SyncState): Config => ({
  workspace,
  members,
  statuses,
  lists,
  labels,
  attributes,
  options,
  systemAttributes,
  taskTypes,
  components,
  fixVersions,
  sprints,
  shares,
  me,
});

/** The configuration of the workspace that is open. It changes with a row of it, and with no ticket. */
export const useConfig = (): Config => useTroupe(useShallow(configIn));

export const pickerOption = once(
  ({ id, name, look, keywords, meta }: Option): PickerOption => ({
    id,
    name,
    picture: pictureOf(look),
    ...(keywords && { keywords }),
    ...(meta && { meta }),
  }),
);

export const pickerOptions = once((options: readonly Option[]): readonly PickerOption[] => options.map(pickerOption));

/** The options as a picker shows them. */
export const offeredIn = ({ all, offered }: Options, config: Config): readonly PickerOption[] => pickerOptions((offered ?? all)(config));

/** The same, of the workspace that is open. */
export const useOffered = ({ options }: Choice): readonly PickerOption[] => useTroupe((state) => offeredIn(options, state));

/** The existing options among these ids. */
export function useOptions({ options }: Choice, ids: readonly string[]): readonly Option[] {
  return useTroupe(useShallow((state) => ids.flatMap((id) => options.find(state, id) ?? [])));
}

/** The ids that are not among the options. */
export const notAmong = (options: readonly { id: string }[], ids: readonly string[]): string[] => ids.filter((id) => options.every((option) => option.id !== id));

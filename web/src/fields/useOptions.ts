import { useShallow } from "zustand/react/shallow";
import { useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import type { Config, Option } from "./options";
import type { Choice } from "./value";

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

/** The existing options among these ids. */
export function useOptions({ options }: Choice, ids: readonly string[]): readonly Option[] {
  return useTroupe(useShallow((state) => ids.flatMap((id) => options.find(state, id) ?? [])));
}

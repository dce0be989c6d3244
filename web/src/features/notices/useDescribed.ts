import { useShallow } from "zustand/react/shallow";
import { useTroupe } from "@/sync/store";
import type { Command } from "@/wire/generated";
import type { Described } from "@/sync/kinds/kind";
import { describe } from "./describe";

/** Describes commands in words, with the names of the open workspace. */
export function useDescribed(): (command: Command) => Described {
  const view = useTroupe(
    useShallow(({ tickets, workspace, lists, labels, attributes, options, systemAttributes, taskTypes, components, fixVersions, sprints, statuses, members, roles, savedViews, baselines, templates, groups, me }) => {
      return { tickets, workspace, lists, labels, attributes, options, systemAttributes, taskTypes, components, fixVersions, sprints, statuses, members, roles, savedViews, baselines, templates, groups, me };
    }),
  );
  return (command) => describe(view, command);
}

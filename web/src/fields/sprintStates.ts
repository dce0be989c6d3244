import { t } from "@lingui/core/macro";
import type { SprintState } from "@/wire/generated";

/** The states of a sprint, as the page of all sprints shows them. */
export const sprintStates: readonly SprintState[] = ["active", "planned", "completed"];

export const sprintStateNames: Record<SprintState, string> = {
  get planned() {
    return t`Planned`;
  },
  get active() {
    return t`Active`;
  },
  get completed() {
    return t`Completed`;
  },
};

import { t } from "@lingui/core/macro";
import type { VersionState } from "@/wire/generated";

/** The states of a fix version, in the order of its life. */
export const versionStates: readonly VersionState[] = ["unreleased", "released", "archived"];

export const stateNames: Record<VersionState, string> = {
  get unreleased() {
    return t`Unreleased`;
  },
  get released() {
    return t`Released`;
  },
  get archived() {
    return t`Archived`;
  },
};

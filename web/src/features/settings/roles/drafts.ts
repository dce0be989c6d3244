import { create } from "zustand";
import type { Capability } from "@/wire/generated";
import type { Draft } from "./roles";

interface Unsaved {
  drafts: Readonly<Record<string, Draft>>;
  /** True while the page asks whether to discard them. */
  asking: boolean;
}

/** The unsaved changes of roles, by id. They stay while the person looks at another page. */
export const useRoleDrafts = create<Unsaved>(() => ({ drafts: {}, asking: false }));

export function setInDraft(roleId: string, capability: Capability, has: boolean): void {
  useRoleDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [roleId]: { ...drafts[roleId], [capability]: has } } }));
}

/** Asks whether to discard the changes. Returns false if there are none. */
export function askToDiscard(): boolean {
  const asking = Object.keys(useRoleDrafts.getState().drafts).length > 0;
  useRoleDrafts.setState({ asking });
  return asking;
}

export const keepDrafts = (): void => useRoleDrafts.setState({ asking: false });

/** Discards the changes. */
export function forgetDrafts(): void {
  // Setting a state that is not needed would run the effects that wait for a change.
  if (Object.keys(useRoleDrafts.getState().drafts).length > 0) useRoleDrafts.setState({ drafts: {}, asking: false });
}

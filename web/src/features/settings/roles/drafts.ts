import { create } from "zustand";
import type { Capability } from "@/wire/generated";
import type { Draft } from "./roles";

/** The unsaved changes of roles, by id. They stay while the person looks at another page. */
export const useRoleDrafts = create<{ drafts: Readonly<Record<string, Draft>> }>(() => ({ drafts: {} }));

export function setInDraft(roleId: string, capability: Capability, has: boolean): void {
  useRoleDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [roleId]: { ...drafts[roleId], [capability]: has } } }));
}

/** Discards the changes. Returns true if there were any. */
export function forgetDrafts(): boolean {
  const had = Object.keys(useRoleDrafts.getState().drafts).length > 0;
  if (had) useRoleDrafts.setState({ drafts: {} });
  return had;
}

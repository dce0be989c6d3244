import { dispatch, dispatchAll, newId } from "@/sync/store";
import type { Answer } from "@/sync/types";
import type { Capability, Color, HeldRole, OptionPatch, RolePatch } from "@/wire/generated";

/** The notices show a refusal of these commands, wherever they were sent from. */
export type Answered = Promise<Answer>;

export interface Made {
  id: string;
  answer: Answered;
}

/** The place behind a neighbour, as commands name it; absent for the first place. */
export const behind = (after: string | null | undefined) => (after ? { after } : {});

export const moveStatus = (statusId: string, after: string | null): Answered =>
  dispatch({ kind: "status.move", statusId, ...behind(after) });

export function createLabel(label: { name: string; color?: Color }): Made {
  const id = newId();
  const { name, color } = label;
  return { id, answer: dispatch({ kind: "label.create", labelId: id, name, ...(color && { color }) }) };
}

export const updateLabel = (labelId: string, patch: { name?: string; color?: Color }): Answered =>
  dispatch({ kind: "label.update", labelId, patch });
/** Renames or colors an option of an attribute, which a board may do without the rest of `attributes`. */
export const updateOption = (optionId: string, patch: OptionPatch): Answered => dispatch({ kind: "option.update", optionId, patch });
export const deleteLabel = (labelId: string): Answered => dispatch({ kind: "label.delete", labelId });

export const renameWorkspace = (name: string): Answered => dispatch({ kind: "workspace.update", patch: { name } });

/** Sets the icon of the workspace; null for none. */
export const setWorkspaceIcon = (icon: string | null): Answered => dispatch({ kind: "workspace.update", patch: { icon } });

export const setRole = (userId: string, role: HeldRole): Answered => dispatch({ kind: "member.setRole", userId, role });
export const removeMember = (userId: string): Answered => dispatch({ kind: "member.remove", userId });
export const deactivateMember = (userId: string): Answered => dispatch({ kind: "member.deactivate", userId });
export const restoreMember = (userId: string): Answered => dispatch({ kind: "member.restore", userId });
/** Makes another member an owner, and this owner an admin. */
export const handOver = (userId: string): Answered => dispatch({ kind: "member.handOver", userId });

export function createRole(role: { name: string; description: string; capabilities: Capability[] }): Made {
  const id = newId();
  return { id, answer: dispatch({ kind: "role.create", roleId: id, ...role }) };
}

export const updateRole = (roleId: string, patch: RolePatch): Answered => dispatch({ kind: "role.update", roleId, patch });
/** Changes what several roles allow, as one undo step. */
export const changeRoles = (changes: readonly { roleId: string; capabilities: Capability[] }[], label: string): Promise<Answer[]> =>
  dispatchAll(
    changes.map(({ roleId, capabilities }) => ({ kind: "role.update", roleId, patch: { capabilities } })),
    { label },
  );
/** Deletes a role; its holders get another one. */
export const deleteRole = (roleId: string, moveTo: HeldRole): Answered => dispatch({ kind: "role.delete", roleId, moveTo });

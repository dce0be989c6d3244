import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { inWords } from "@/actions/roleWords";
import { mayInviteTo } from "@/actions/memberRights";
import { useTroupe } from "@/sync/store";
import { capabilitiesIn, heldAs, rolesInOrder } from "@/sync/roles";
import type { HeldRole } from "@/wire/generated";

/** A role that this person may invite to. */
export interface InvitedRole {
  role: HeldRole;
  name: string;
  description: string;
  /** False for roles that see no open list, such as guests. */
  seesOpenLists: boolean;
  /** True if people with this role can manage restricted lists. */
  mayManageLists: boolean;
}

/** The roles that this person may invite to. People are made owners only after they have joined. */
export function useInvitedRoles(): readonly InvitedRole[] {
  const records = useTroupe((state) => state.roles);
  const capabilities = useTroupe((state) => state.capabilities);
  const mine = useTroupe((state) => (state.me === null ? undefined : state.members[state.me]));
  return useMemo(() => {
    const roles = rolesInOrder(records)
      .map(inWords)
      .filter((role) => role.system !== "owner" && mayInviteTo(capabilities, mine, capabilitiesIn(role)))
      .map((role) => {
        const has = capabilitiesIn(role);
        return { role: heldAs(role), name: role.name, description: role.description, seesOpenLists: has.has("read"), mayManageLists: has.has("restrictLists") };
      });
    // A workspace has its roles a few seconds after its founding.
    return roles.length > 0 ? roles : [{ role: "member", name: t`Member`, description: "", seesOpenLists: true, mayManageLists: true }];
  }, [records, capabilities, mine]);
}

/** The role that a new invitation begins with. */
export const firstOf = (roles: readonly InvitedRole[]): HeldRole => (roles.find(({ role }) => role === "member") ?? roles[0])?.role ?? "member";

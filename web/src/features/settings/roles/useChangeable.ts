import { mayChangeRole } from "@/actions/memberRights";
import { capabilitiesIn } from "@/sync/roles";
import { useTroupe } from "@/sync/store";
import type { RoleRecord } from "@/wire/generated";

/** Whether this person may rename a role, and whether they may change what it allows and delete it. */
export function useChangeable(): (role: RoleRecord) => { name: boolean; capabilities: boolean } {
  const capabilities = useTroupe((state) => state.capabilities);
  const members = useTroupe((state) => state.members);
  const mine = useTroupe((state) => (state.me === null ? undefined : state.members[state.me]));
  return (role) => {
    const has = capabilitiesIn(role);
    const isHeld = Object.values(members).some((member) => member.role === role.id);
    return { name: mayChangeRole(capabilities, mine, role, has, false), capabilities: mayChangeRole(capabilities, mine, role, has, isHeld) };
  };
}

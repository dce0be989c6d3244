import { plural, t } from "@lingui/core/macro";
import type { InvitationPreview } from "@/wire/http.generated";

/** Who invites, to which role: "Ann Lee invited you to join as a member." */
export function invitedAs({ inviter: { name }, role, roleName }: Pick<InvitationPreview, "inviter" | "role" | "roleName">): string {
  const who = name === "" ? t`Someone` : name;
  if (roleName !== null) return t`${who} invited you to join as ${roleName}.`;
  switch (role) {
    case "owner":
      return t`${who} invited you to join as an owner.`;
    case "admin":
      return t`${who} invited you to join as an admin.`;
    case "guest":
      return t`${who} invited you to join as a guest.`;
    default:
      return t`${who} invited you to join as a member.`;
  }
}

/** The restricted lists of an invitation: their names, if this person may know them, or else their number. */
export function listsOf({ lists, listNames }: Pick<InvitationPreview, "lists" | "listNames">): string {
  const names = listNames?.join(", ");
  return names ? t`You get access to: ${names}` : plural(lists, { one: "You get access to # restricted list.", other: "You get access to # restricted lists." });
}

import { t } from "@lingui/core/macro";
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

import { t } from "@lingui/core/macro";
import type { AuditKind } from "@/wire/generated";

/** The kinds of records by their names in the filter. */
export const kindNames: Record<AuditKind, () => string> = {
  workspaceCreated: () => t`Workspace created`,
  workspaceChanged: () => t`Workspace changed`,
  memberJoined: () => t`Member joined`,
  memberLeft: () => t`Member left`,
  memberRemoved: () => t`Member removed`,
  memberDeactivated: () => t`Member deactivated`,
  memberRestored: () => t`Member brought back`,
  memberRoleChanged: () => t`Member's role changed`,
  roleCreated: () => t`Role created`,
  roleChanged: () => t`Role changed`,
  roleDeleted: () => t`Role deleted`,
  listSharingChanged: () => t`Sharing of a restricted list changed`,
  invitationSent: () => t`Invitation sent`,
  invitationLinkCreated: () => t`Invite link created`,
  invitationResent: () => t`Invitation sent again`,
  invitationRevoked: () => t`Invitation revoked`,
  invitationDeclined: () => t`Invitation declined`,
  invitationAccepted: () => t`Invitation accepted`,
  apiKeyCreated: () => t`API key created`,
  apiKeyRevoked: () => t`API key revoked`,
  workspaceKeyCreated: () => t`Workspace API key created`,
  workspaceKeyRevoked: () => t`Workspace API key revoked`,
  appRegistered: () => t`App added`,
  appRemoved: () => t`App removed`,
  secondFactorRequired: () => t`Two-factor authentication required`,
  secondFactorNotRequired: () => t`Two-factor authentication made optional`,
  memberBarred: () => t`Member lost access: no two-factor authentication`,
  memberAdmitted: () => t`Member got access back`,
  joinDomainSet: () => t`Email domain added or changed`,
  joinDomainRemoved: () => t`Email domain removed`,
  retentionChanged: () => t`Retention changed`,
};

export const kinds = Object.keys(kindNames) as AuditKind[];

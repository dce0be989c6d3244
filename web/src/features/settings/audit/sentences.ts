import { plural, t } from "@lingui/core/macro";
import { roleName } from "@/actions/roleWords";
import type { HeldRole, RoleRecord } from "@/wire/generated";
import type { AuditRecord } from "@/wire/http.generated";
import type { ById } from "@/sync/types";
import { say, type Message } from "@/words/i18n";
import { capabilityNames } from "../roles/capabilityNames";

/** What the sentences look names up in. */
export interface Names {
  person: (id: string) => string;
  roles: ById<RoleRecord>;
}

type Fields = AuditRecord["before"];

const text = (fields: Fields, field: string): string | null => {
  const value = fields?.[field];
  return typeof value === "string" ? value : null;
};

/** The name of a role at the time of the record. */
function roleIn(fields: Fields, { roles }: Names): string {
  const role = text(fields, "role");
  return text(fields, "roleName") ?? (role === null ? t`Deleted role` : roleName(roles, role as HeldRole));
}

/** What happened, as a sentence without its subject: "Removed Ben Kaduk". */
export function sentence(record: AuditRecord, names: Names): string {
  const { kind, before, after, subjectId } = record;
  const who = names.person(subjectId);
  const role = roleIn(after ?? before, names);
  const email = text(after ?? before, "email");
  const named = text(after ?? before, "name") ?? text(before, "name") ?? names.roles[subjectId]?.name ?? t`Deleted role`;
  switch (kind) {
    case "workspaceCreated":
      return t`Created the workspace`;
    case "workspaceChanged": {
      const [from, to] = [text(before, "name"), text(after, "name")];
      return from !== null && to !== null ? t`Renamed the workspace from “${from}” to “${to}”` : t`Changed the icon of the workspace`;
    }
    case "memberJoined": {
      const domain = text(after, "domain");
      return domain === null ? t`Joined as ${role}` : t`Joined as ${role} with an address at ${domain}`;
    }
    case "memberLeft":
      return t`Left the workspace`;
    case "memberRemoved":
      return t`Removed ${who}`;
    case "memberDeactivated":
      return t`Deactivated ${who}`;
    case "memberRestored":
      return t`Brought ${who} back`;
    case "memberRoleChanged": {
      const earlier = roleIn(before, names);
      const provider = text(after, "provider");
      if (provider !== null) return t`Role changed from ${earlier} to ${role} by a group at ${provider}`;
      return t`Changed the role of ${who} from ${earlier} to ${role}`;
    }
    case "roleCreated":
      return t`Created the role ${named}`;
    case "roleChanged":
      return t`Changed the role ${named}`;
    case "roleDeleted":
      return t`Deleted the role ${named}`;
    case "listSharingChanged": {
      const list = text(after, "listId") ?? "";
      const [from, to] = [level(before), level(after)];
      if (to === null) return t`Ended the access of ${who} to the restricted list ${list}`;
      if (from === null) return t`Gave ${who} access to the restricted list ${list}: ${to}`;
      return t`Changed the access of ${who} to the restricted list ${list} from “${from}” to “${to}”`;
    }
    case "invitationSent":
      return email === null ? t`Invited someone as ${role}` : t`Invited ${email} as ${role}`;
    case "invitationLinkCreated":
      return t`Created an invite link for the role ${role}`;
    case "invitationResent":
      return email === null ? t`Sent an invitation again` : t`Sent the invitation to ${email} again`;
    case "invitationRevoked":
      return email === null ? t`Revoked an invitation` : t`Revoked the invitation to ${email}`;
    case "invitationDeclined":
      return t`Declined an invitation as ${role}`;
    case "invitationAccepted":
      return t`Accepted an invitation as ${role}`;
    case "apiKeyCreated":
      return text(after, "appId") === null ? t`Created the API key “${named}”` : t`Gave the app “${named}” an API key`;
    case "apiKeyRevoked":
      if (text(after, "reason") === "codeUsedTwice") return t`Revoked the API key “${named}” because the app's code was used twice`;
      if (text(after, "reason") === "givenBack") return t`Revoked the API key “${named}” at the app's request`;
      return t`Revoked the API key “${named}”`;
    case "workspaceKeyCreated":
      return t`Created the workspace API key “${named}”`;
    case "workspaceKeyRevoked":
      return t`Revoked the workspace API key “${named}”`;
    case "appRegistered":
      return t`Added the app “${named}”`;
    case "appRemoved":
      return t`Removed the app “${named}”`;
    case "secondFactorRequired":
      return t`Required two-factor authentication`;
    case "secondFactorNotRequired":
      return t`Made two-factor authentication optional`;
    case "memberBarred":
      return t`Lost access: the account has no two-factor authentication`;
    case "memberAdmitted":
      return t`Got access back`;
    case "joinDomainSet": {
      const domain = text(after, "domain") ?? "";
      return t`Allowed people with an address at ${domain} to join as ${role}`;
    }
    case "joinDomainRemoved": {
      const domain = text(before, "domain") ?? "";
      return t`Stopped allowing people with an address at ${domain} to join`;
    }
    case "passwordChanged":
      return t`Changed their password`;
    case "passwordRemoved":
      return t`Removed their password`;
    case "emailChanged":
      return t`Changed their email address`;
    case "phoneChanged":
      return t`Set or changed their phone number`;
    case "phoneRemoved":
      return t`Removed their phone number`;
    case "secondFactorTurnedOn":
      return t`Turned on two-factor authentication`;
    case "secondFactorTurnedOff":
      return record.userId === null ? t`Turned off two-factor authentication for ${who}` : t`Turned off two-factor authentication`;
    case "recoveryCodesReplaced":
      return t`Replaced their recovery codes`;
    case "passkeyAdded":
      return t`Added a passkey`;
    case "passkeyRemoved":
      return t`Removed a passkey`;
    case "accountLinked":
      return t`Linked an account of a sign-in provider`;
    case "accountUnlinked":
      return t`Unlinked an account of a sign-in provider`;
    case "accountDisabled":
      return t`Disabled the account of ${who}`;
    case "accountEnabled":
      return t`Enabled the account of ${who}`;
    case "retentionChanged": {
      const [from, to] = [days(before), days(after)];
      return t`Changed how long the audit log is kept: ${from} to ${to}`;
    }
    default:
      // A newer node has written this record.
      return kind;
  }
}

/** The level of a share; null if there is no share. */
function level(fields: Fields): string | null {
  const word = text(fields, "level");
  const names: Record<string, string> = { view: t`can view`, comment: t`can comment`, edit: t`can edit`, manage: t`can manage` };
  return word === null ? null : (names[word] ?? word);
}

function days(fields: Fields): string {
  const value = fields?.days;
  return plural(typeof value === "number" ? value : 0, { one: "# day", other: "# days" });
}

/** The changed fields of a role, before and after; empty for other records. */
export function changes({ kind, before, after }: AuditRecord): { field: string; from: string; to: string }[] {
  if (kind !== "roleChanged" || before === null || after === null) return [];
  const shown = (value: unknown): string => (Array.isArray(value) ? value.flatMap(capability).join(", ") : typeof value === "string" ? value : "") || t`nothing`;
  const fieldNames: Record<string, string> = { name: t`Name`, description: t`Description`, capabilities: t`Capabilities` };
  return Object.keys(after).map((field) => ({
    field: fieldNames[field] ?? field,
    from: shown(before[field]),
    to: shown(after[field]),
  }));
}

/** The name of a capability. Words for nodes of the previous version have none. */
function capability(word: unknown): string[] {
  if (typeof word !== "string" || word === "work" || word === "administer") return [];
  const name = (capabilityNames as Partial<Record<string, Message>>)[word];
  return [name === undefined ? word : say(name)];
}

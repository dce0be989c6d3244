import { msg, t } from "@lingui/core/macro";
import { isRole } from "@/sync/selectors";
import type { ById } from "@/sync/types";
import type { HeldRole, RoleRecord } from "@/wire/generated";
import { say, type Message } from "@/words/i18n";

/** The name and the description of each built-in role, in the language of the page. */
const builtIn: Record<string, { name: Message; description: Message }> = {
  owner: { name: msg`Owner`, description: msg`Can do everything, including making other people owners.` },
  admin: { name: msg`Admin`, description: msg`Manages people, statuses and the workspace, and works on all open lists and tasks.` },
  member: { name: msg`Member`, description: msg`Works on all open lists and tasks.` },
  commenter: { name: msg`Commenter`, description: msg`Reads all open lists and tasks, and comments on them.` },
  viewer: { name: msg`Viewer`, description: msg`Reads all open lists and tasks.` },
  guest: { name: msg`Guest`, description: msg`Sees only the lists that are shared with them.` },
};

/** A role with the texts to show. A role that people made has their own. */
export function inWords(role: RoleRecord): RoleRecord {
  const words = role.system === null ? undefined : builtIn[role.system];
  return words === undefined ? role : { ...role, name: say(words.name), description: say(words.description) };
}

/** The name of a role that a member holds. */
export function roleName(roles: ById<RoleRecord>, role: HeldRole): string {
  const words = isRole(role) ? builtIn[role] : undefined;
  if (words !== undefined) return say(words.name);
  const record = roles[role];
  return record === undefined ? t`Deleted role` : inWords(record).name;
}

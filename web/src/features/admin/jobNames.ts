import { msg, t } from "@lingui/core/macro";
import { formatDuration } from "@/lib/instant";
import { say, type Message } from "@/words/i18n";

const names: Readonly<Record<string, Message>> = {
  "account.erase": msg`Remove deleted accounts from workspaces`,
  "account.group_roles": msg`Set the roles of people in provider groups`,
  "files.previews": msg`Make previews of pictures`,
  "follow.event": msg`Unreadable event`,
  "invitations.review": msg`End invitations after a change of a role`,
  "invitations.revoke": msg`End invitations of former admins`,
  "mail.account": msg`Account emails`,
  "mail.api_key": msg`Emails about new API keys`,
  "mail.hosted": msg`Emails about linked accounts`,
  "mail.identity": msg`Emails about changes of accounts`,
  "mail.sign_in": msg`Emails with log-in codes`,
  "mail.invitation": msg`Invitation emails`,
  "mail.notification": msg`Notification emails`,
  "mail.passkey": msg`Emails about passkeys`,
  "mail.phone_number": msg`Emails about changes of phone numbers`,
  "members.join_by_domain": msg`Add new accounts to workspaces by email domain`,
  "members.gate": msg`Enforce required two-factor authentication`,
  "notifications.remind": msg`Remind people of due dates`,
  "notifications.sort": msg`Find the people to notify`,
  "profile.copy": msg`Show changed profiles in all workspaces`,
  "profile.picture": msg`Show changed profile pictures in all workspaces`,
  "push.notification": msg`Push notifications`,
  "pages.read": msg`Read the titles of linked pages`,
  "search.index": msg`Update the search index`,
  "sms.code": msg`Text messages with codes`,
  "sms.notice": msg`Text messages about changes of accounts`,
  "sprints.count": msg`Count the days of sprints`,
  "sweep.audit": msg`Delete old audit records`,
  "sweep.expired": msg`Delete expired rows`,
  "sweep.files": msg`Delete files that belong to no task`,
  "sweep.imports": msg`End interrupted imports`,
  "sweep.journal": msg`Remove old journal days`,
  "sweep.tombstones": msg`Delete old tombstones`,
  "sweep.trash": msg`Delete tasks that have been in the trash for 30 days`,
  "sweep.versions": msg`Delete old versions of descriptions`,
  "texts.versions": msg`Save versions of descriptions`,
  "texts.write": msg`Save descriptions that a stopped server left unsaved`,
  "tickets.repeat": msg`Create the next tasks of repeating ones`,
  "workspaces.switch": msg`Bring workspaces of older versions up to date`,
};

/** The purpose of a kind of job, in words. A kind of a newer version is shown by its stored name. */
export function jobName(kind: string): string {
  const name = names[kind];
  return name === undefined ? kind : say(name);
}

/** "5s", "12m", "1h". */
export function formatPeriod(seconds: number): string {
  return seconds < 60 ? t`${Math.max(0, Math.round(seconds))}s` : formatDuration(seconds);
}

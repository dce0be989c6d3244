import { plural, t } from "@lingui/core/macro";
import { faceOf } from "@/fields/people";
import { audienceOf } from "@/sync/homes";
import type { SyncState } from "@/sync/types";
import type { Member } from "@/wire/generated";
import { listed } from "@/words/i18n";
import type { Effect } from "./moving";

/** At most this many names stand in a sentence. */
const most = 3;

/** "Ada, Ben, and 4 other people", or "Everyone in Acme" if it is all of them. The names begin a sentence. */
export function namesOf(view: SyncState, people: readonly Member[]): string {
  const workspace = view.workspace?.name ?? "";
  const others = audienceOf(view, "open").filter(({ id }) => id !== view.me);
  const ids = new Set(people.map(({ id }) => id));
  if (others.length > most && others.every(({ id }) => ids.has(id))) return t`Everyone in ${workspace}`;
  const names = people.map((member) => faceOf(member).name);
  if (names.length <= most + 1) return listed(names);
  const rest = names.length - most;
  return listed([...names.slice(0, most), plural(rest, { one: "# other person", other: "# other people" })]);
}

/** What happens to people and values when tickets move, in plain sentences. */
export function sentencesOf(view: SyncState, { ticketIds, gain, lose, unassigned, lost }: Effect): string[] {
  const count = ticketIds.length;
  const gaining = namesOf(view, gain);
  const losing = namesOf(view, lose);
  const leaving = namesOf(view, unassigned);
  const without = listed([...lost].flatMap((id) => (view.attributes[id] ? [`“${view.attributes[id].name}”`] : [])));
  return [
    ...(gain.length > 0 ? [plural(count, { one: `${gaining} will see it.`, other: `${gaining} will see them.` })] : []),
    ...(lose.length > 0 ? [plural(count, { one: `${losing} will no longer see it.`, other: `${losing} will no longer see them.` })] : []),
    ...(unassigned.length > 0 ? [t`${leaving} will be unassigned.`] : []),
    ...(without === "" ? [] : [plural(count, { one: `It loses its value of ${without}.`, other: `They lose their values of ${without}.` })]),
    plural(count, { one: "Its comments and history go along.", other: "Their comments and history go along." }),
  ];
}

import { t } from "@lingui/core/macro";
import { clockOf } from "@/lib/instant";
import { addDays, formatDate, today } from "@/lib/plainDate";
import { memberName } from "@/sync/selectors";
import type { Member } from "@/wire/generated";
import type { DescriptionVersion } from "@/wire/http.generated";
import { inRow } from "@/words/isolate";

type Members = Readonly<Record<string, Member | undefined>>;

/** "25 Apr, 21:52". */
export function momentOf(instant: string): string {
  return `${formatDate(today(new Date(instant)))}, ${clockOf(instant)}`;
}

/** The heading of the versions of one day. */
export function dayOf(instant: string, now = new Date()): string {
  const [day, present] = [today(new Date(instant)), today(now)];
  if (day === present) return t`Today`;
  return day === addDays(present, -1) ? t`Yesterday` : formatDate(day, present);
}

/** Who has written a version. */
export function authorsOf({ authors, kind }: DescriptionVersion, members: Members): string {
  if (kind === "first") return t`Original description`;
  const names = authors.map((id) => {
    const member = members[id];
    return member ? memberName(member) : t`Someone`;
  });
  return names.length === 0 ? t`Someone` : inRow(names);
}

/** How a version came about, if it was not typed. */
export function causeOf({ kind, restoredAt }: DescriptionVersion): string | null {
  if (kind === "replaced") return t`Replaced the whole description`;
  if (kind !== "restored") return null;
  return restoredAt === null ? t`Restored an earlier version` : t`Restored the version from ${momentOf(restoredAt)}`;
}


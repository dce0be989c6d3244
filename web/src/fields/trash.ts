import { t } from "@lingui/core/macro";
import { addDays, formatDate, today } from "@/lib/plainDate";

/** How many days a ticket stays in the trash; `TRASH_DAYS` in `actors/src/domain/limits.rs`. */
const trashDays = 30;

/** When the server deletes a ticket that came into the trash at an instant. After an upgrade it may be late. */
export function deletionText(trashedAt: string, now = today()): string {
  const day = addDays(today(new Date(trashedAt)), trashDays);
  return day > now ? t`Will be deleted on ${formatDate(day, now)}` : t`Will be deleted soon`;
}

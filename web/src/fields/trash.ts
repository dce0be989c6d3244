import { formatDate, addDays, today } from "@/lib/plainDate";

/** How many days a ticket stays in the trash; `TRASH_DAYS` in `actors/src/domain/limits.rs`. */
const trashDays = 30;

/** The day on which the server deletes a ticket that came into the trash at an instant. */
export const goesOn = (trashedAt: string): string => formatDate(addDays(today(new Date(trashedAt)), trashDays));

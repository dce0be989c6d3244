import { laterComponent } from "@/lib/later";
import type { Ticket } from "@/wire/generated";

/** The files of a ticket, loaded when the page is usable. */
export const LaterFiles = laterComponent<{ ticket: Ticket }>(async () => (await import("./Files")).Files, { instead: () => null });

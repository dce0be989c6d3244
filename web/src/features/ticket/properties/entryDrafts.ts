import { keepDraft, readDraft } from "@/lib/drafts";

/** The texts that were typed into the pickers of a ticket and not saved, by field. Another build may have written them. */
function drafts(ticketId: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(readDraft("entry", ticketId) ?? "{}");
    return typeof stored === "object" && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

export function entryDraft(ticketId: string, field: string): string | null {
  const text = drafts(ticketId)[field];
  return typeof text === "string" ? text : null;
}

/** Keeps the text that is typed for a field; null deletes it. */
export function keepEntryDraft(ticketId: string, field: string, text: string | null): void {
  const { [field]: _, ...others } = drafts(ticketId);
  const kept = text === null ? others : { ...others, [field]: text };
  keepDraft("entry", ticketId, Object.keys(kept).length === 0 ? null : JSON.stringify(kept));
}

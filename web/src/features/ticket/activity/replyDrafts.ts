import { keepDraft, readDraft } from "@/lib/drafts";

/** The replies to threads of a task that were not sent, by the first comments of the threads. */
function draftsOf(ticketId: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(readDraft("reply", ticketId) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    return {};
  }
}

export const readReplyDraft = (ticketId: string, firstId: string): string => draftsOf(ticketId)[firstId] ?? "";

/** Keeps a reply on this machine; an empty text deletes it. */
export function keepReplyDraft(ticketId: string, firstId: string, text: string): void {
  const { [firstId]: _, ...others } = draftsOf(ticketId);
  const all = text === "" ? others : { ...others, [firstId]: text };
  keepDraft("reply", ticketId, Object.keys(all).length === 0 ? null : JSON.stringify(all));
}

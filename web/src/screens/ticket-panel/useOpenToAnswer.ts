import { useEffect } from "react";
import { useAsked, type Question } from "@/actions/ask";
import type { TicketPlace } from "@/features/ticket/place";

/** What only an open ticket can answer. */
const needsPanel: ReadonlySet<Question> = new Set([
  "title",
  "description",
  "comment",
  "subtask",
  "linkBlockedBy",
  "linkBlocks",
  "linkRelates",
  "linkDuplicates",
]);

/** Opens the ticket about which something is asked that only its panel can answer. */
export function useOpenToAnswer(opened: string | null, place: TicketPlace): void {
  const wanted = useAsked(({ asked }) => (asked && needsPanel.has(asked.question) ? (asked.ticketIds[0] ?? null) : null));
  useEffect(() => {
    if (wanted !== null && wanted !== opened) place.open(wanted);
  }, [wanted, opened, place]);
}

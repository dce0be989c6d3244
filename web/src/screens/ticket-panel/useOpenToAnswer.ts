import { useEffect } from "react";
import { useAsked, type Question } from "@/actions/ask";
import type { TicketPlace } from "@/features/ticket/place";

/** The questions that only an open ticket can answer. */
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

/** Opens a ticket if an action asks for something that only its panel can answer. */
export function useOpenToAnswer(opened: string | null, place: TicketPlace): void {
  const wanted = useAsked(({ asked }) => (asked && needsPanel.has(asked.question) ? (asked.ticketIds[0] ?? null) : null));
  useEffect(() => {
    if (wanted !== null && wanted !== opened) place.open(wanted);
  }, [wanted, opened, place]);
}

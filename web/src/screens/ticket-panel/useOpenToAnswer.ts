import { useEffect } from "react";
import { answered, useAsked, type Question } from "@/actions/ask";
import type { TicketPlace } from "@/features/ticket/place";
import { setMeasure } from "@/lib/panelMeasure";

/** The questions that only an open ticket can answer. */
const needsPanel: ReadonlySet<Question> = new Set([
  "title",
  "description",
  "comment",
  "fullPage",
  "beside",
  "subtask",
  "linkBlockedBy",
  "linkBlocks",
  "linkRelates",
  "linkDuplicates",
]);

/** Opens a ticket if an action asks for something that only its panel can answer, or asks to open it in another pane. */
export function useOpenToAnswer(opened: string | null, place: TicketPlace, openBeside: (ticketId: string) => void): void {
  const wanted = useAsked(({ asked }) => (asked && needsPanel.has(asked.question) ? (asked.ticketIds[0] ?? null) : null));
  const asFullPage = useAsked(({ asked }) => asked?.question === "fullPage");
  const beside = useAsked(({ asked }) => asked?.question === "beside");
  useEffect(() => {
    if (wanted !== null && beside) {
      answered();
      return openBeside(wanted);
    }
    if (wanted === null || wanted === opened) return;
    if (asFullPage) {
      setMeasure({ full: true });
      answered();
    }
    place.open(wanted);
  }, [wanted, asFullPage, beside, opened, place, openBeside]);
}

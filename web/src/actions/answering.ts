import { useEffect } from "react";
import { answered, useAsked, type Asked, type Question } from "./ask";
import { useTarget } from "./target";

/**
 * True if the panel answers: the question is about the open ticket alone, and no cell asked. The view answers all other
 * questions.
 */
export function isForPanel(asked: Asked | null, opened: string | null): boolean {
  return asked !== null && !asked.anchor && opened !== null && asked.ticketIds.length === 1 && asked.ticketIds[0] === opened;
}

/** Runs `answer` when the question is asked about the open ticket, and clears the question. */
export function useAnswer(ticketId: string, question: Question | null, answer: () => void): void {
  const mine = useAsked(({ asked }) => asked?.question === question && isForPanel(asked, ticketId));
  const opened = useTarget((target) => target.opened === ticketId);
  useEffect(() => {
    if (!mine || !opened) return;
    answered();
    answer();
    // `answer` may change from one render to the next; only the question counts.
  }, [mine, opened]); // oxlint-disable-line react/exhaustive-deps
}

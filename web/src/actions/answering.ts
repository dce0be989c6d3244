import { useEffect } from "react";
import { answered, useAsked, type Asked, type Question } from "./ask";
import { useTarget } from "./target";

/** A question about nothing but the ticket whose panel is open is the panel's to answer, unless a cell has asked; everything else the view's. */
export function isForPanel(asked: Asked | null, opened: string | null): boolean {
  return asked !== null && !asked.anchor && opened !== null && asked.ticketIds.length === 1 && asked.ticketIds[0] === opened;
}

/** Runs when the question is asked about the ticket that is open, and takes it as answered. */
export function useAnswer(ticketId: string, question: Question | null, answer: () => void): void {
  const mine = useAsked(({ asked }) => asked?.question === question && isForPanel(asked, ticketId));
  const opened = useTarget((target) => target.opened === ticketId);
  useEffect(() => {
    if (!mine || !opened) return;
    answered();
    answer();
    // What the answer does may change from one render to the next; only the question counts.
  }, [mine, opened]); // oxlint-disable-line react/exhaustive-deps
}

import { useState } from "react";
import { useAnswer } from "@/actions/answering";
import type { Question } from "@/actions/ask";
import { useFieldPresence } from "@/actions/presence";

/** A picker that opens by its value or by its key, and lets the others see who chooses. */
export function usePropertyPicker(ticketId: string, field: string, question: Question | null = null) {
  const [open, onOpenChange] = useState(false);
  useFieldPresence(ticketId, field, open ? "editing" : null);
  useAnswer(ticketId, question, () => onOpenChange(true));
  return { open, onOpenChange };
}

import { useState } from "react";
import { useAnswer } from "@/actions/answering";
import { useFieldPresence } from "@/actions/presence";
import type { Field } from "@/fields/field";

/** A picker that opens by its value or by the key of its field, and lets the others see who chooses. */
export function usePropertyPicker(ticketId: string, { id, key }: Field) {
  const [open, onOpenChange] = useState(false);
  useFieldPresence(ticketId, key, open ? "editing" : null);
  useAnswer(ticketId, id, () => onOpenChange(true));
  return { open, onOpenChange };
}

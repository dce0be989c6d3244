import { useState } from "react";
import { useAnswer } from "@/actions/answering";
import { useFieldPresence } from "@/actions/presence";
import type { Field } from "@/fields/field";

/** A picker that opens on a click or on the key of its field. Other people see who uses it. */
export function usePropertyPicker(ticketId: string, { id, key }: Field) {
  const [open, onOpenChange] = useState(false);
  useFieldPresence(ticketId, key, open ? "editing" : null);
  useAnswer(ticketId, id, () => onOpenChange(true));
  return { open, onOpenChange };
}

import type { TicketPatch } from "@/wire/generated";

/** Joins patches of different fields. The values of all attributes are in one field of a patch. */
export function joinPatches(patches: readonly TicketPatch[]): TicketPatch {
  const whole: TicketPatch = {};
  for (const patch of patches) Object.assign(whole, patch, patch.fields && { fields: { ...whole.fields, ...patch.fields } });
  return whole;
}

import type { Ticket } from "@/wire/generated";
import { type Value } from "./value";

/** True if the panel shows a line for the value. */
export function hasLine(value: Value, ticket: Ticket): boolean {
  if (value.kind === "one" && value.fixed) return value.read(ticket) !== null;
  if (value.kind === "derived") return value.holds?.(ticket) ?? true;
  return (value.kind !== "moment" && value.kind !== "source") || value.read(ticket) !== null;
}

import type { Capabilities, Capability } from "@/wire/generated";
import { coarseWork } from "./capabilityWords";

/** True if the node allows a person something in the workspace (CP1). The default is false. */
export const may = (capabilities: Capabilities | null, what: Capability | "leave"): boolean =>
  capabilities !== null && (capabilities.may.includes(what) || (capabilities.may.includes("work") && coarseWork.has(what)));

/**
 * True if the node allows a person something in a list and on its tickets. A list that the node does not name is open, or
 * this page has just restricted it.
 */
export function mayIn(capabilities: Capabilities | null, what: Capability, listId: string | null): boolean {
  const level = listId === null ? undefined : capabilities?.lists?.[listId];
  return level === undefined ? may(capabilities, what) : (capabilities?.levels?.[level]?.includes(what) ?? false);
}

/** True if a person may do everything that they did before, in the workspace and in each restricted list. */
export function keepsAll(before: Capabilities | null, after: Capabilities | null): boolean {
  const kept = (listId: string | null) => wordsIn(before, listId).every((word) => wordsIn(after, listId).includes(word));
  return [null, ...Object.keys(before?.lists ?? {})].every(kept);
}

function wordsIn(capabilities: Capabilities | null, listId: string | null): readonly string[] {
  const level = listId === null ? undefined : capabilities?.lists?.[listId];
  return (level === undefined ? capabilities?.may : capabilities?.levels?.[level]) ?? [];
}

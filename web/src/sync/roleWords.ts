import type { Capability } from "@/wire/generated";
import { capabilities, forOwn, forOwners, work } from "./capabilityWords";

/** The words in the row of a role with these capabilities: those, and coarse words for nodes of the previous version. */
export function wordsOf(wanted: readonly Capability[]): string[] {
  const all = new Set(wanted.flatMap((capability) => [capability, ...(forOwn[capability] ? [forOwn[capability]] : [])]));
  const has = (needed: readonly Capability[]) => needed.every((capability) => all.has(capability));
  const works = has(work) && has(["read", "comment"]);
  const administers = works && has(capabilities.filter((capability) => !forOwners.includes(capability)));
  return [...capabilities.filter((capability) => all.has(capability)), ...(works ? ["work"] : []), ...(administers ? ["administer"] : [])];
}

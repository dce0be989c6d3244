import { capabilities as known, forOwn } from "@/sync/capabilityWords";
import { withOwn } from "@/sync/roles";
import type { Capability } from "@/wire/generated";

/** The choices for what a key may do. `chosen` is a list that the person has put together. */
export type Preset = "read" | "write" | "all" | "chosen";

const write: readonly Capability[] = ["createTickets", "editTickets", "editOwnTickets", "comment"];

/** What the person may give a key: all that they may do. Every key reads what its owner sees, so reading is no choice. */
export const choices = (mine: ReadonlySet<Capability>): Capability[] => known.filter((each) => each !== "read" && mine.has(each));

/** The capabilities of a choice, as far as the person has them. */
export function capabilitiesOf(preset: Exclude<Preset, "chosen">, mine: ReadonlySet<Capability>): Set<Capability> {
  const wanted = { read: [], write, all: choices(mine) }[preset];
  return new Set(wanted.filter((each) => mine.has(each)));
}

const isSame = (one: ReadonlySet<Capability>, other: ReadonlySet<Capability>) => one.size === other.size && [...one].every((each) => other.has(each));

/** The choice that gives exactly these capabilities. */
export function presetOf(named: readonly Capability[], mine: ReadonlySet<Capability>): Preset {
  const has = withOwn(named.filter((each) => each !== "read"));
  // A person with few rights has the same key by several choices: the first one says what it is for.
  return (["read", "write", "all"] as const).find((preset) => isSame(withOwn(capabilitiesOf(preset, mine)), has)) ?? "chosen";
}

/** The capabilities of a key without those that others of its capabilities include. */
export const shown = (named: readonly Capability[]): Capability[] =>
  known.filter((each) => each !== "read" && named.includes(each) && !named.some((other) => forOwn[other] === each));

import { describe, expect, it } from "vitest";
import { capabilities } from "@/sync/capabilityWords";
import type { Capability } from "@/wire/generated";
import { capabilitiesOf, choices, presetOf, shown } from "./presets";

const owner: ReadonlySet<Capability> = new Set(capabilities);
const viewer: ReadonlySet<Capability> = new Set<Capability>(["read"]);
const guest: ReadonlySet<Capability> = new Set<Capability>(["createTickets", "editTickets", "editOwnTickets", "deleteOwnTickets", "comment"]);

describe("what an API key may do", () => {
  it("ak2: is chosen from what the person may do, and reading is in every key", () => {
    expect(choices(viewer)).toEqual([]);
    expect(choices(guest)).toEqual(["createTickets", "editTickets", "editOwnTickets", "deleteOwnTickets", "comment"]);
    expect(choices(owner)).not.toContain("read");
    for (const mine of [owner, viewer, guest])
      for (const preset of ["read", "write", "all"] as const) for (const each of capabilitiesOf(preset, mine)) expect(mine.has(each)).toBe(true);
  });

  it("ak2: is named by the choice that gives the same, also if an included capability is left out", () => {
    for (const preset of ["read", "write", "all"] as const) expect(presetOf([...capabilitiesOf(preset, owner)], owner)).toBe(preset);
    expect(presetOf(["read"], owner)).toBe("read");
    expect(presetOf(["createTickets", "editTickets", "comment"], owner)).toBe("write");
    expect(presetOf(["comment"], owner)).toBe("chosen");
    expect(presetOf([], viewer)).toBe("read");
  });

  it("ak3: is not named after the person's rights once these have changed", () => {
    expect(presetOf([...capabilitiesOf("all", owner)], guest)).toBe("chosen");
  });

  it("leaves out what another capability includes", () => {
    expect(shown(["editOwnTickets", "editTickets", "read"])).toEqual(["editTickets"]);
    expect(shown(["editOwnTickets"])).toEqual(["editOwnTickets"]);
  });
});

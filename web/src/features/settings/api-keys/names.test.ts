import { describe, expect, it } from "vitest";
import { capabilities } from "@/sync/capabilityWords";
import type { Capability } from "@/wire/generated";
import { accessOf } from "./names";

const everything: ReadonlySet<Capability> = new Set(capabilities);
const viewer: ReadonlySet<Capability> = new Set<Capability>(["read"]);

describe("what the list says of a key", () => {
  it("ak12: compares a personal key with the rights of its person, and a key of the workspace with all capabilities", () => {
    expect(accessOf("person", capabilities, everything)).toBe("Everything you can do");
    expect(accessOf("workspace", capabilities, everything)).not.toContain("you");
    expect(accessOf("workspace", ["read", "createTickets", "editTickets", "editOwnTickets", "comment"], viewer)).toBe("Read and write tasks");
    expect(accessOf("workspace", ["read"], viewer)).toBe("Read only");
    expect(accessOf("workspace", ["read", "editOwnTickets"], viewer)).toBe("Edit tasks it made");
  });
});

import { describe, expect, it } from "vitest";
import type { Link, LinkKind, Ticket } from "@/wire/generated";
import { seenLinks } from "./sides";

const link = (kind: LinkKind, fromTicketId: string, toTicketId: string): Link => ({
  id: `${kind}-${fromTicketId}-${toTicketId}`,
  kind,
  fromTicketId,
  toTicketId,
  createdUserId: "u",
  createdAt: "2026-01-01",
});
const tickets = Object.fromEntries(["a", "b", "c"].map((id) => [id, { id } as Ticket]));
const seen = (...links: Link[]) => seenLinks(links, "a", tickets).map(({ side, otherId }) => [side, otherId]);

describe("the links of a ticket", () => {
  it("read from the side of the ticket that is open, what holds it up first", () => {
    expect(seen(link("duplicates", "b", "a"), link("blocks", "a", "b"), link("blocks", "c", "a"), link("relates", "c", "a"))).toEqual([
      ["blockedBy", "c"],
      ["blocks", "b"],
      ["relates", "c"],
      ["duplicatedBy", "b"],
    ]);
  });

  it("leave out what cannot be seen from here", () => {
    expect(seen(link("blocks", "a", "elsewhere"))).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import type { Ticket } from "@/wire/generated";
import { countTickets } from "./counts";
import { nextHue } from "@/ui/nextHue";

const ticket = (id: string, rest: Partial<Ticket>) =>
  ({
    id,
    trashedAt: null,
    completed: false,
    private: false,
    assigneesIds: [],
    lists: [{ listId: "a", rank: "m" }],
    ...rest,
  }) as unknown as Ticket;

describe("the sidebar", () => {
  it("counts what is open, and in the trash what lies there", () => {
    const tickets = [
      ticket("1", {}),
      ticket("2", { completed: true }),
      ticket("3", { trashedAt: "2026-01-01T00:00:00Z", assigneesIds: ["me"] }),
      ticket("4", { private: true, assigneesIds: ["me"], lists: [] }),
      ticket("5", {
        lists: [
          { listId: "a", rank: "m" },
          { listId: "b", rank: "m" },
        ],
      }),
    ];
    expect(countTickets(Object.fromEntries(tickets.map((one) => [one.id, one])), "me")).toEqual({
      byList: { a: 2, b: 1 },
      mine: 1,
      private: 1,
      trash: 1,
    });
  });

  it("gives a new list a colour that few have, and never grey", () => {
    expect(nextHue([])).toBe("red");
    expect(nextHue(["red", "orange", "red"])).toBe("amber");
    expect(nextHue(["grey"])).not.toBe("grey");
  });
});

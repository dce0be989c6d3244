import { describe, expect, it } from "vitest";
import { attributesInOrder, linksOf, optionsInOrder, subtasksOf, ticketByKey, ticketKey, ticketsOfList, trashedTickets } from "./selectors";
import { attribute, done, list, option, ticket, workspace } from "./testing/rows";
import type { ById } from "./types";
import type { Link, Ticket } from "@/wire/generated";

const inList = (n: number, rank: string, over: Partial<Ticket> = {}) =>
  ticket(n, { lists: [{ listId: list(1).id, rank }], ...over });
const tickets: ById<Ticket> = Object.fromEntries(
  [
    inList(1, "M", { subtasksOrder: [ticket(3).id, ticket(2).id, "gone"] }),
    inList(2, "F", { statusId: done.id, parentTicketId: ticket(1).id }),
    inList(3, "Z", { parentTicketId: ticket(1).id }),
    inList(4, "A", { trashedAt: "2026-01-02T00:00:00Z" }),
    ticket(5, { private: true, number: 1 }),
  ].map((row) => [row.id, row]),
);
const numbers = (rows: readonly Ticket[] | undefined) => rows?.map(({ number }) => number);

describe("what the views read", () => {
  it("a list's tickets come by rank, without the trash, and the same array for the same table", () => {
    const rows = ticketsOfList({ tickets }, list(1).id);
    expect(numbers(rows)).toEqual([2, 1, 3]);
    expect(ticketsOfList({ tickets }, list(1).id)).toBe(rows);
    expect(ticketsOfList({ tickets }, list(2).id)).toEqual([]);
  });

  it("subtasks come in their parent's order", () => {
    expect(numbers(subtasksOf({ tickets }, ticket(1).id))).toEqual([3, 2]);
  });

  it("links are found from both ends", () => {
    const link = { id: "l", fromTicketId: ticket(1).id, toTicketId: ticket(2).id } as Link;
    const links = { l: link };
    expect([1, 2, 3].map((n) => linksOf({ links }, ticket(n).id).length)).toEqual([1, 1, 0]);
  });

  it("a ticket is found by its number, its key in any case, or MY- for a private one", () => {
    const view = { tickets, workspace };
    const found = (text: string) => ticketByKey(view, text)?.id;
    expect([found("2"), found("#2"), found("acme-2"), found("ACME-2")]).toEqual(Array.from({ length: 4 }, () => ticket(2).id));
    expect(found("my-1")).toBe(ticket(5).id);
    for (const text of ["", "0", "other-2", "ACME-", "2x", "99"]) expect(found(text)).toBeUndefined();
  });

  it("a ticket without a number has no key yet", () => {
    expect(ticketKey({ workspace }, { number: 0, private: false })).toBeNull();
    expect(ticketKey({ workspace }, { number: 12, private: false })).toBe("ACME-12");
    expect(ticketKey({ workspace }, { number: 3, private: true })).toBe("MY-3");
  });

  it("attributes come by rank and options in their attribute's order, the same array for the same tables", () => {
    const sides = { ...attribute(1, "multiSelect", "V"), metadata: { id: attribute(1).id, optionsOrder: [option(2).id, "gone", option(1).id] } };
    const attributes = { [sides.id]: sides, [attribute(2).id]: attribute(2, "text", "F") };
    const options = { [option(1).id]: option(1), [option(2).id]: option(2), [option(3).id]: option(3) };
    expect(attributesInOrder({ attributes }).map(({ id }) => id)).toEqual([attribute(2).id, sides.id]);
    expect(attributesInOrder({ attributes })).toBe(attributesInOrder({ attributes }));
    const inOrder = optionsInOrder({ attributes, options }, sides.id);
    expect(inOrder.map(({ id }) => id)).toEqual([option(2).id, option(1).id]);
    expect(optionsInOrder({ attributes, options }, sides.id)).toBe(inOrder);
    expect([optionsInOrder({ attributes, options }, attribute(2).id), optionsInOrder({ attributes, options }, "gone")]).toEqual([[], []]);
  });

  it("the trash is newest first", () => {
    expect(numbers(trashedTickets({ tickets }))).toEqual([4]);
  });
});

import { describe, expect, it } from "vitest";
import type { View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import { findTickets } from "./findTickets";

const ticket = (number: number, title: string, more: Partial<Ticket> = {}): Ticket =>
  ({ id: `t${number}`, number, title, private: false, trashedAt: null, completed: false, updatedAt: "2026-01-01", ...more }) as Ticket;

const tickets = [
  ticket(1, "SNI encryption"),
  ticket(12, "Remove renegotiation"),
  ticket(120, "Encrypt more of the handshake", { completed: true }),
  ticket(121, "Encrypt the content type"),
  ticket(13, "In the trash, encrypted", { trashedAt: "2026-01-02" }),
];
const view = {
  workspace: { key: "TLS" },
  tickets: Object.fromEntries(tickets.map((one) => [one.id, one])),
} as unknown as Pick<View, "tickets" | "workspace">;
const found = (query: string, leftOut: string[] = []) => findTickets(view, query, new Set(leftOut)).map(({ number }) => number);

describe("finding a ticket", () => {
  it("puts the exact number first, then those that begin with it", () => {
    expect(found("12")).toEqual([12, 121, 120]);
    expect(found("tls-12")[0]).toBe(12);
    expect(found("#121")).toEqual([121]);
  });

  it("wants every word, and prefers titles that begin with the first and are not done", () => {
    expect(found("encrypt")).toEqual([121, 120, 1]);
    expect(found("encrypt the type")).toEqual([121]);
  });

  it("offers neither the trash nor what is left out", () => {
    expect(found("trash")).toEqual([]);
    expect(found("", ["t1", "t12"])).toEqual([121, 120]);
  });
});

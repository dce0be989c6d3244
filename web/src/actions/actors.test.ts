import { describe, expect, it } from "vitest";
import type { Member, PresenceMember, Ticket } from "@/wire/generated";
import { actorsOf, ticketsOf } from "./actors";

const member = (id: string): Member => ({
  id,
  role: "member",
  state: "active",
  firstname: id,
  lastname: "",
  username: id,
  avatarUrl: null,
  createdAt: "2026-01-01T00:00:00Z",
  deactivatedAt: null,
  secondFactorMissing: false,
  apiKey: null,
  department: "",
  designation: "",
});

const at = (userId: string, tab: Partial<PresenceMember>): PresenceMember => ({
  connection: `${userId}-${tab.since ?? ""}`,
  userId,
  ticketId: "t",
  field: null,
  state: "viewing",
  since: "2026-01-01T00:00:00Z",
  ...tab,
});

const view = (...presence: PresenceMember[]) => ({
  presence,
  me: "me",
  members: Object.fromEntries(["me", "ana", "bo"].map((id) => [id, member(id)])),
});

const all = (state: ReturnType<typeof view>) => actorsOf(state, () => true, (one) => one.field);

describe("those who are here", () => {
  it("leave out the person who looks, and unknown people", () => {
    expect(all(view(at("me", {}), at("stranger", {})))).toEqual([]);
  });

  it("show a person with two tabs once: the liveliest state, since the earliest", () => {
    const [ana, ...others] = all(
      view(
        at("ana", { since: "2026-01-01T10:00:00Z", state: "away" }),
        at("ana", { since: "2026-01-01T11:00:00Z", state: "editing", field: "title" }),
      ),
    );
    expect(others).toEqual([]);
    expect(ana).toMatchObject({ state: "writing", since: "2026-01-01T10:00:00Z", where: "title" });
  });

  it("are idle once they have been away for a while", () => {
    expect(all(view(at("bo", { state: "away" })))).toMatchObject([{ state: "idle" }]);
  });
});

describe("where people are", () => {
  const tickets = { t: { id: "t" } as Ticket, u: { id: "u" } as Ticket };

  it("is the ticket of their liveliest tab", () => {
    const { presence } = view(at("ana", { ticketId: "t", state: "away" }), at("ana", { ticketId: "u", state: "editing" }), at("bo", { ticketId: "t" }));
    expect(ticketsOf({ presence, tickets })).toEqual({ ana: "u", bo: "t" });
  });

  it("is nowhere for who has no ticket open, or one that is not seen here", () => {
    const { presence } = view(at("ana", { ticketId: null }), at("bo", { ticketId: "private" }));
    expect(ticketsOf({ presence, tickets })).toEqual({});
  });
});

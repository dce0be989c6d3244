import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Visit } from "@/lib/visits";
import type { Ticket } from "@/wire/generated";
import { elsewhere } from "./recent";
import { groupOrder, isOneSlip, matchText, searchBy, searchTickets, type TicketQuery } from "./search";
import { rememberLine, usedLines } from "./used";

function ticket(number: number, title: string, rest: Partial<Ticket> = {}): Ticket {
  const bare = { id: `t${number}`, number, title, private: false, completed: false, trashedAt: null, lists: [] };
  return { ...bare, updatedAt: `2026-01-01T00:00:${String(number % 60).padStart(2, "0")}Z`, ...rest } as unknown as Ticket;
}

const workspace = { id: "w", name: "TLS 1.3", icon: null, key: "TLS", createdAt: "2026-01-01T00:00:00Z" };
const all = (...tickets: Ticket[]) => ({ workspace, tickets: Object.fromEntries(tickets.map((one) => [one.id, one])) });
const ask = (query: string, rest: Partial<TicketQuery> = {}): TicketQuery => ({
  query,
  listId: null,
  limit: 5,
  ...rest,
});
const numbers = (hits: { thing: Ticket }[]) => hits.map(({ thing }) => thing.number);

describe("searching tickets", () => {
  const tickets = all(
    ticket(12, "Warn against low entropy"),
    ticket(112, "Table of key derivation labels"),
    ticket(7, "Labels push HKDF into two blocks"),
    ticket(8, "Exporter label requirements", { completed: true }),
    ticket(9, "Thrown away labels", { trashedAt: "2026-01-01T00:00:00Z" }),
    ticket(12, "My own twelfth", { id: "p12", private: true }),
  );

  it("finds a number however it is written, and no other that only holds its digits", () => {
    for (const query of ["12", "#12", " 12 "]) expect(numbers(searchTickets(tickets, ask(query)))).toEqual([12, 12]);
    expect(searchTickets(tickets, ask("TLS-12")).map(({ thing }) => thing.id)).toEqual(["t12"]);
    expect(searchTickets(tickets, ask("my-12")).map(({ thing }) => thing.id)).toEqual(["p12"]);
    expect(searchTickets(tickets, ask("OTHER-12"))).toEqual([]);
  });

  it("finds a number outside the list that titles are searched in", () => {
    expect(numbers(searchTickets(tickets, ask("112", { listId: "elsewhere" })))).toEqual([112]);
    expect(searchTickets(tickets, ask("label", { listId: "elsewhere" }))).toEqual([]);
  });

  it("puts the start of a title first, finished ones after open ones, and leaves the trash out", () => {
    expect(numbers(searchTickets(tickets, ask("label")))).toEqual([7, 112, 8]);
  });

  it("shows what was touched last while nothing is typed", () => {
    expect(numbers(searchTickets(all(ticket(1, "a"), ticket(3, "b"), ticket(2, "c")), ask("", { limit: 2 })))).toEqual([
      3, 2,
    ]);
  });
});

describe("equally good results", () => {
  const names = ["Set status", "Set priority", "Set due date", "Reset"].map((name) => ({ id: name, name }));
  const find = (query: string, used: string[]) => searchBy(names, query, { textOf: ({ name }) => name }, used).map(({ thing }) => thing.id);

  it("begin with those that the person has used last, behind better matches", () => {
    expect(find("set", [])).toEqual(["Set status", "Set priority", "Set due date", "Reset"]);
    expect(find("set", ["Reset", "Set due date", "Set priority"])).toEqual(["Set due date", "Set priority", "Set status", "Reset"]);
  });

  it("keep their order while nothing is typed", () => {
    expect(find("", ["Set due date"])).toEqual(["Set status", "Set priority", "Set due date", "Reset"]);
  });

  it("of tasks begin with those that the person has opened last, open ones before finished ones", () => {
    const tickets = all(ticket(1, "Mend the nets"), ticket(2, "Mend the sail tomorrow"), ticket(3, "Mend it", { completed: true }));
    expect(numbers(searchTickets(tickets, ask("mend")))).toEqual([1, 2, 3]);
    expect(numbers(searchTickets(tickets, ask("mend", { opened: ["t3", "t2"] })))).toEqual([2, 1, 3]);
  });

  it("of each person and workspace are remembered by themselves, up to fifty", () => {
    for (let at = 0; at < 60; at += 1) rememberLine("w1", "ana", `do:${at}`);
    rememberLine("w1", "ana", "do:20");
    expect(usedLines("w1", "ana").slice(0, 3)).toEqual(["do:20", "do:59", "do:58"]);
    expect(usedLines("w1", "ana")).toHaveLength(50);
    expect([usedLines("w2", "ana"), usedLines("w1", "ben")]).toEqual([[], []]);
    localStorage.setItem("troupe.used.w1.ben", "no list");
    expect(usedLines("w1", "ben")).toEqual([]);
  });
});

describe("matching a text", () => {
  it("takes words in any order, and letters that lie close together", () => {
    expect(matchText("Labels push HKDF", "hkdf lab")?.spans).toEqual([
      [0, 3],
      [12, 16],
    ]);
    expect(matchText("Middlebox tests", "mdlbx")).not.toBeNull();
    expect(matchText("Middlebox tests", "xyz")).toBeNull();
  });

  it("marks only what lies in the text, in order", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 6 }), (text, query) => {
        const spans = matchText(text, query)?.spans ?? [];
        return spans.every(([from, to], at) => from >= (spans[at - 1]?.[0] ?? 0) && from < to && to <= text.toLowerCase().length);
      }),
    );
  });
});

describe("the groups of results", () => {
  const scoreOf = (text: string, query: string) => searchBy([text], query, { textOf: (one) => one })[0]?.score;
  const none = { tickets: undefined, people: undefined, actions: undefined, filters: undefined, places: undefined };

  it("begin with tasks while one has the words, however well something else is called", () => {
    const tickets = scoreOf(`${"Long ".repeat(90)} where a user would log out`, "log out");
    expect(groupOrder({ ...none, tickets, actions: scoreOf("Log out", "log out") })[0]).toBe("tickets");
  });

  it("begin with the best where tasks have only the letters, or nothing", () => {
    const tickets = scoreOf("Middlebox tests", "mdlbx");
    expect(tickets).toBeDefined();
    expect(groupOrder({ ...none, tickets, people: 1060 }).slice(0, 2)).toEqual(["people", "tickets"]);
    expect(groupOrder({ ...none, actions: 400, places: 1060 }).slice(0, 2)).toEqual(["places", "actions"]);
  });
});

describe("searching by a second name", () => {
  it("marks nothing, as that name is not shown", () => {
    const found = searchBy([{ name: "Hannes", login: "tschofenig" }], "tscho", { textOf: ({ name }) => name, alsoOf: ({ login }) => login });
    expect(found.map(({ spans }) => spans)).toEqual([[]]);
  });
});

describe("searching names", () => {
  const names = ["Hannes Tschofenig", "Johanna Berger", "Roof and gutters", "Hand tools", "Ana", "Mehanes"];
  const find = (query: string) => searchBy(names, query, { textOf: (name) => name, hasName: () => true }).map(({ thing }) => thing);

  it("a name with one slip is found: a wrong, a missing, an additional or a swapped letter", () => {
    for (const query of ["Hamnes", "Hanes", "Hanness", "Hnanes", "tschofneig"]) expect(find(query)).toContain("Hannes Tschofenig");
    expect(find("joahn")).toEqual(["Johanna Berger"]);
    expect(find("johanna berget")).toEqual(["Johanna Berger"]);
    expect(find("rofo and")).toEqual(["Roof and gutters"]);
    expect(find("bregre")).toEqual([]);
    expect(find("jahonna bregre")).toEqual([]);
  });

  it("names as they are written come first", () => {
    expect(find("hanes")).toEqual(["Mehanes", "Hannes Tschofenig"]);
  });

  it("words of three letters take no slip, and things without a name of their own take none at all", () => {
    expect(find("anx")).toEqual([]);
    expect(searchBy(names, "hamnes", { textOf: (name) => name })).toEqual([]);
  });

  it("the words of a found name are marked", () => {
    expect(searchBy(["Johanna Berger"], "bergre", { textOf: (name) => name, hasName: () => true })[0]?.spans).toEqual([[8, 14]]);
  });

  it("any one slip of any word is one, and the word itself is none", () => {
    const letter = fc.constantFrom(..."abcde");
    fc.assert(
      fc.property(fc.array(letter, { minLength: 4, maxLength: 9 }), fc.nat(8), letter, fc.constantFrom("wrong", "missing", "additional", "swapped"), (word, place, other, slip) => {
        const at = place % (word.length - 1);
        const [one = "", next = ""] = word.slice(at);
        const typed = {
          wrong: word.toSpliced(at, 1, other),
          missing: word.toSpliced(at, 1),
          additional: word.toSpliced(at, 0, other),
          swapped: word.toSpliced(at, 2, next, one),
        }[slip];
        const [whole, written] = [word.join(""), typed.join("")];
        return isOneSlip(whole, written) === (whole !== written);
      }),
    );
  });
});

describe("recent places", () => {
  const visits: Visit[] = [{ kind: "ticket", id: "t1" }, { kind: "list", id: "l1" }, { kind: "list", id: "l2" }];

  it("leave out the task that is open, or the list that is shown", () => {
    expect(elsewhere(visits, { listId: null, ticketId: "t1" }).map(({ id }) => id)).toEqual(["l1", "l2"]);
    expect(elsewhere(visits, { listId: "l1", ticketId: null }).map(({ id }) => id)).toEqual(["t1", "l2"]);
  });

  it("are at most six", () => {
    const many = Array.from({ length: 20 }, (_, at): Visit => ({ kind: "list", id: `l${at}` }));
    expect(elsewhere(many, { listId: "l0", ticketId: null }).map(({ id }) => id)).toEqual(["l1", "l2", "l3", "l4", "l5", "l6"]);
  });
});

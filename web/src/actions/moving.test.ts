import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as Store from "@/sync/store";
import { useTroupe } from "@/sync/store";
import { Append, rebase } from "@/sync/view/rebase";
import { viewOf, type Tables } from "@/sync/tables/tables";
import { ana, ben, list, member, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import type { Command, Share } from "@/wire/generated";
import { isWorthAsking, effectNow, useMoving } from "./moving";
import { sentencesOf } from "./movingWords";
import { changeTickets, moveTickets, toggleInSet, updateTickets } from "./tickets";
import { lists } from "@/fields/lists";

const dispatched: Command[] = [];
let tables: Tables;
vi.mock("@/sync/store", async (original) => ({
  ...(await original<typeof Store>()),
  dispatchAll: (commands: Command[]) => Promise.resolve(commands.map((command) => ({ ok: dispatched.push(command) > 0 }))),
  preview: (commands: readonly Command[]) => {
    const base = rebase({ tables, details: {} }, [], { me: ana, workspaceId }, null);
    const append = new Append(base, { me: ana, workspaceId });
    const entry = { at: "2026-01-02T09:00:00Z", since: 0, state: { is: "waiting" }, stored: false } as const;
    commands.forEach((command, index) => append.predict({ ...entry, id: `0190a000-0000-7000-9009-${String(index).padStart(12, "0")}`, command }));
    return viewOf(append.finish().tables, workspaceId);
  },
}));

const cleo = "0190a000-0000-7000-8000-00000000000c";
const gus = "0190a000-0000-7000-8000-00000000000d";
const [open, secret] = [list(1).id, list(2).id];
const share = (userId: string): Share => ({ id: userId, listId: secret, userId, level: "manage", createdAt: "2026-01-02T09:00:00Z" });
const named = (id: string, firstname: string, role: "member" | "guest" = "member") => ({ ...member(id, role), firstname, lastname: "" });

beforeEach(() => {
  dispatched.length = 0;
  useMoving.setState({ asking: null });
  const top = ticket(1, { lists: [{ listId: open, rank: "V" }], assigneesIds: [ben, cleo], subtasksOrder: [ticket(2).id] });
  const below = ticket(2, { parentTicketId: top.id, assigneesIds: [cleo] });
  const there = ticket(3, { lists: [{ listId: secret, rank: "V" }], assigneesIds: [gus, ben] });
  const own = ticket(4, { private: true, number: -4 });
  tables = {
    ...smallTables(),
    member: { [ana]: named(ana, "Ana"), [ben]: named(ben, "Ben"), [cleo]: named(cleo, "Cleo"), [gus]: named(gus, "Gus", "guest") },
    ticket: { [top.id]: top, [below.id]: below, [there.id]: there, [own.id]: own },
    share: { [ana]: share(ana), [ben]: share(ben), [gus]: share(gus) },
  };
  useTroupe.setState({ ...viewOf(tables, workspaceId), me: ana });
});

const into = (n: number, add: string, remove: string): Command => ({ kind: "ticket.update", ticketId: ticket(n).id, patch: { lists: { add: [add], remove: [remove] } } });
const told = (command: Command) => {
  const effect = effectNow([command]);
  return effect && sentencesOf(useTroupe.getState(), effect);
};
const ask = () => useMoving.getState().asking;

describe("before tickets move to where other people see them", () => {
  it("hm3: it is said who gains and loses sight, subtasks included, and who is unassigned", () => {
    expect(told(into(1, secret, open))).toEqual([
      "Gus will see them.",
      "Cleo will no longer see them.",
      "Cleo will be unassigned.",
      "Their comments and history go along.",
    ]);
    expect(told(into(3, open, secret))).toEqual([
      "Cleo will see it.",
      "Gus will no longer see it.",
      "Gus will be unassigned.",
      "Its comments and history go along.",
    ]);
  });

  it("private and shared tickets count as well", () => {
    expect(told({ kind: "ticket.update", ticketId: ticket(4).id, patch: { private: false } })).toEqual(["Ben and Cleo will see it.", "Its comments and history go along."]);
  });

  it("the person confirms once; the commands go as one step, and without consent none goes", async () => {
    const sent = vi.fn<() => void>();
    const change = [{ ticketId: ticket(1).id, patch: { lists: { add: [secret], remove: [open] } } }];
    const refused = changeTickets(change, "moving", sent);
    expect(dispatched).toEqual([]);
    ask()?.answer(false);
    expect(await refused).toEqual([]);
    expect(sent).not.toHaveBeenCalled();
    const agreed = changeTickets(change, "moving", sent);
    ask()?.answer(true);
    expect(await agreed).toHaveLength(1);
    expect(sent).toHaveBeenCalledOnce();
    expect([dispatched.length, ask()]).toEqual([1, null]);
  });

  it("a second question closes the first, whose tickets stay", async () => {
    const first = changeTickets([{ ticketId: ticket(1).id, patch: { lists: { add: [secret], remove: [open] } } }], "one");
    void updateTickets([ticket(4).id], { private: false });
    expect(await first).toEqual([]);
    expect(ask()?.effect.ticketIds).toEqual([ticket(4).id]);
  });

  it("nothing is asked if the same people see them: in another open list, in the order of a list, or alone in a list of one's own", () => {
    void moveTickets([ticket(3, { lists: [{ listId: secret, rank: "V" }] })], { place: { listId: secret, after: null } });
    void updateTickets([ticket(1).id], { priority: "day" });
    const alone = { ...tables, share: { [ana]: share(ana) }, member: { [ana]: named(ana, "Ana") } };
    tables = alone;
    useTroupe.setState(viewOf(alone, workspaceId));
    const effect = effectNow([into(1, secret, open)]);
    expect(effect && [effect.ticketIds.length, effect.gain.length, effect.lose.length]).toEqual([2, 0, 0]);
    expect(ask()).toBeNull();
    expect(dispatched).toHaveLength(2);
  });

  it("hm1: a picked restricted list takes the place of all others, and any other takes the place of a restricted one", () => {
    const one = tables.ticket[ticket(1).id];
    const three = tables.ticket[ticket(3).id];
    if (!one || !three) throw new Error("no tickets");
    void toggleInSet([one], lists.value, secret);
    ask()?.answer(true);
    void toggleInSet([three], lists.value, open);
    ask()?.answer(true);
    return vi.waitFor(() =>
      expect(dispatched).toEqual([
        { kind: "ticket.update", ticketId: one.id, patch: { lists: { add: [secret], remove: [open] } } },
        { kind: "ticket.update", ticketId: three.id, patch: { lists: { add: [open], remove: [secret] } } },
      ]),
    );
  });

  it("a restricted list that is opened shows its tickets to everyone who reads the open lists", () => {
    const effect = effectNow([{ kind: "list.open", listId: secret }]);
    expect(effect && isWorthAsking(effect)).toBe(true);
    expect(effect?.gain.map(({ id }) => id)).toEqual([cleo]);
    expect(effect?.lose.map(({ id }) => id)).toEqual([gus]);
  });
});

import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as Store from "@/sync/store";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, ben, id, list, member, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import type { Answer } from "@/sync/types";
import type { Command, Level, Member, Share } from "@/wire/generated";
import { allOrNothing, handListsOver, handTasksOver, managedAlone, successorsFor, type Step } from "./leaving";

const dispatched: Command[] = [];
/** The commands that the node refuses. */
let refused: (command: Command) => boolean = () => false;
vi.mock("@/sync/store", async (original) => ({
  ...(await original<typeof Store>()),
  dispatchAll: (commands: Command[]): Promise<Answer[]> => {
    dispatched.push(...commands);
    return Promise.resolve(commands.map((one) => (refused(one) ? { ok: false, error: { code: "last_manager", message: "" } } : { ok: true, scope: "", seq: 1 }) as Answer));
  },
}));

const [cleo, dan] = ["0190a000-0000-7000-8000-00000000000c", "0190a000-0000-7000-8000-00000000000d"];
const [pay, plans] = [list(1, "V"), list(2, "V1")];
const share = (listId: string, userId: string, level: Level): Share => ({ id: `${listId}${userId}`, listId, userId, level, createdAt: "2026-01-02T09:00:00Z" });
const members: Record<string, Member> = {
  [ana]: member(ana),
  [ben]: { ...member(ben), firstname: "Ben" },
  [cleo]: { ...member(cleo, "guest"), firstname: "Cleo" },
  [dan]: { ...member(dan), firstname: "Dan", state: "left", deactivatedAt: "2026-01-03T09:00:00Z" },
};

function open(...shares: Share[]): void {
  const tables = {
    ...smallTables(),
    member: members,
    list: { [plans.id]: plans, [pay.id]: pay },
    share: Object.fromEntries(shares.map((one) => [one.id, one])),
    ticket: Object.fromEntries([1, 2].map((n) => [id("4", n), ticket(n, { assigneesIds: n === 1 ? [ana] : [ana, ben] })])),
  };
  useTroupe.setState({ ...viewOf(tables, workspaceId), me: ana, capabilities: capabilitiesOf.member });
}

beforeEach(() => {
  dispatched.length = 0;
  refused = () => false;
});

describe("a person who leaves (ls3)", () => {
  it("manages a list alone if no other active member manages it", () => {
    open(share(plans.id, ana, "manage"), share(plans.id, ben, "edit"), share(plans.id, dan, "manage"), share(pay.id, ana, "manage"));
    expect(managedAlone(useTroupe.getState(), ana)).toEqual([pay, plans]);
    open(share(plans.id, ana, "manage"), share(plans.id, ben, "manage"), share(pay.id, ana, "edit"), share(pay.id, ben, "manage"));
    expect(managedAlone(useTroupe.getState(), ana)).toEqual([]);
  });

  it("is followed by an active member whose role can manage lists, first by those who see the list", () => {
    open(share(pay.id, ana, "manage"), share(pay.id, cleo, "edit"));
    expect(successorsFor(useTroupe.getState(), pay.id, ana)).toEqual([{ member: members[ben], sees: false }]);
    open(share(pay.id, ana, "manage"), share(pay.id, ben, "view"));
    expect(successorsFor(useTroupe.getState(), pay.id, ana)).toEqual([{ member: members[ben], sees: true }]);
  });
});

describe("a departure", () => {
  const goes = (answer: boolean): Step => ({ go: () => Promise.resolve(answer), back: () => Promise.resolve() });
  const toBen = [{ listId: pay.id, userId: ben }, { listId: plans.id, userId: ben }];
  const set = (listId: string, level: Level) => ({ kind: "share.set", listId, userId: ben, level });

  it("hands lists and tasks over before the person goes", async () => {
    open(share(pay.id, ana, "manage"), share(plans.id, ana, "manage"));
    const tasks = [id("4", 1), id("4", 2)];
    expect(await allOrNothing([handListsOver(toBen), handTasksOver(tasks, ana, ben), goes(true)])).toBe(true);
    expect(dispatched).toEqual([
      set(pay.id, "manage"),
      set(plans.id, "manage"),
      { kind: "tickets.update", ticketIds: tasks, patch: { assigneesIds: { add: [ben], remove: [ana] } } },
    ]);
  });

  it("gives back what was handed over if a list, a task or the departure is refused", async () => {
    open(share(pay.id, ana, "manage"), share(pay.id, ben, "view"), share(plans.id, ana, "manage"));
    refused = (one) => one.kind === "share.set" && one.listId === plans.id;
    const gone = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
    expect(await allOrNothing([handListsOver(toBen), { go: gone, back: () => Promise.resolve() }])).toBe(false);
    expect(gone).not.toHaveBeenCalled();
    expect(dispatched).toEqual([set(pay.id, "manage"), set(plans.id, "manage"), set(pay.id, "view")]);

    dispatched.length = 0;
    refused = () => false;
    expect(await allOrNothing([handListsOver(toBen), goes(false)])).toBe(false);
    expect(dispatched.slice(2)).toEqual([set(pay.id, "view"), { kind: "share.remove", listId: plans.id, userId: ben }]);
  });

  it("leaves tasks without an assignee if the new one does not see them, and gives tasks back to their old assignee", async () => {
    open(share(pay.id, ana, "manage"));
    const hidden = { ...ticket(1, { assigneesIds: [ana] }), lists: [{ listId: pay.id, rank: "V" }] };
    useTroupe.setState({ tickets: { ...useTroupe.getState().tickets, [hidden.id]: hidden } });
    const step = handTasksOver([hidden.id, id("4", 2)], ana, ben);
    expect(await step.go()).toBe(true);
    expect(dispatched).toEqual([
      { kind: "ticket.update", ticketId: hidden.id, patch: { assigneesIds: { add: [], remove: [ana] } } },
      { kind: "ticket.update", ticketId: id("4", 2), patch: { assigneesIds: { add: [ben], remove: [ana] } } },
    ]);
    dispatched.length = 0;
    const { tickets } = useTroupe.getState();
    useTroupe.setState({ tickets: { ...tickets, [hidden.id]: { ...hidden, assigneesIds: [] }, [id("4", 2)]: ticket(2, { assigneesIds: [ben] }) } });
    await step.back();
    expect(dispatched).toEqual([{ kind: "tickets.update", ticketIds: [hidden.id, id("4", 2)], patch: { assigneesIds: { add: [ana], remove: [] } } }]);
  });
});

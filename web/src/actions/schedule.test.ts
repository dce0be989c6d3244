import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Dates } from "@/fields/schedule/span";
import { at, link, march, planOf, task } from "@/fields/schedule/testing/plans";
import type { Plan } from "@/fields/schedule/constraints";
import type * as Store from "@/sync/store";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, ben, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { useTold } from "@/ui/Toast";
import type { Capabilities, Command } from "@/wire/generated";
import { linkTasks, mostMoved, moveDates } from "./schedule";

const steps: { commands: Command[]; label: string | undefined }[] = [];
vi.mock("@/sync/store", async (original) => ({
  ...(await original<typeof Store>()),
  dispatchAll: (commands: Command[], options?: { label?: string }) => Promise.resolve(steps.push({ commands, label: options?.label }) > 0 ? [] : []),
  dispatch: (command: Command, options?: { label?: string }) => Promise.resolve(steps.push({ commands: [command], label: options?.label })),
}));

const to = (start: number, due: number): Dates => ({ startDate: march(start), dueDate: march(due) });
const move = (n: number, dates: Dates) => new Map([[at(n), dates]]);
const open = (plan: Plan, capabilities: Capabilities = capabilitiesOf.member) => useTroupe.setState({ ...viewOf(smallTables(), workspaceId), ...plan, me: ana, capabilities });
const told = () => useTold.getState().told;

beforeEach(() => {
  steps.length = 0;
  useTold.setState({ told: null });
});

describe("gs5 a move to other dates", () => {
  const plan = planOf([task(1, 4, 6), task(2, 7, 8), task(3, 11, 12)], [[1, 2], [2, 3]]);

  it("is one undo step with all followers, and the toast offers to undo it", () => {
    open(plan);
    moveDates(move(1, to(5, 7)), "push");
    expect(steps).toEqual([
      {
        label: "changing the dates of 3 tasks",
        commands: [
          { kind: "ticket.update", ticketId: at(1), patch: to(5, 7) },
          { kind: "ticket.update", ticketId: at(2), patch: to(8, 11) },
          { kind: "ticket.update", ticketId: at(3), patch: to(12, 13) },
        ],
      },
    ]);
    expect(told()?.text).toBe("Moved 3 tasks");
    expect(told()?.action?.name).toBe("Undo");
  });

  it("writes only the date that changes, and shows no toast if there are no followers", () => {
    open(plan);
    moveDates(move(3, to(11, 14)), "push");
    expect(steps.map(({ commands }) => commands)).toEqual([[{ kind: "ticket.update", ticketId: at(3), patch: { dueDate: march(14) } }]]);
    expect(told()).toBeNull();
  });

  it("sends nothing if no date changes", () => {
    open(plan);
    moveDates(move(1, to(4, 6)), "push");
    expect(steps).toEqual([]);
  });

  it("leaves followers that the person may not edit, and says so", () => {
    const mine = { createdUserId: ana };
    const others = { createdUserId: ben };
    open(planOf([task(1, 4, 6, mine), task(2, 7, 8, others), task(3, 7, 8, mine)], [[1, 2], [1, 3]]), { may: ["editOwnTickets"], members: [] });
    moveDates(move(1, to(4, 7)), "push");
    expect(steps.flatMap(({ commands }) => commands.map((one) => one.kind === "ticket.update" && one.ticketId))).toEqual([at(1), at(3)]);
    expect(told()?.text).toBe("Moved 2 tasks. 1 task stays where it is, because you can't edit it.");
    steps.length = 0;
    moveDates(move(2, to(8, 8)), "push");
    expect(steps).toEqual([]);
    expect(told()?.text).toBe("1 task stays where it is, because you can't edit it.");
  });

  it("is refused as a whole if it changes more tasks than one step allows", () => {
    const many = Array.from({ length: mostMoved + 1 }, (_, n) => task(n + 1, 4, 4));
    open(planOf(many, many.slice(1).map((_, n) => [n + 1, n + 2] as const)));
    moveDates(move(1, to(5, 5)), "push");
    expect(steps).toEqual([]);
    expect(told()).toMatchObject({ refusal: true });
  });
});

describe("gs6 a link that is drawn from one task to another", () => {
  it("blocks the other task", () => {
    open(planOf([task(1, 4, 6), task(2, 7, 8)], []));
    linkTasks(at(1), at(2), "finishToStart");
    expect(steps[0]?.commands).toMatchObject([{ kind: "link.create", linkKind: "blocks", fromTicketId: at(1), toTicketId: at(2) }]);
  });

  it("joins other ends in one undo step", () => {
    open(planOf([task(1, 4, 6), task(2, 7, 8)], []));
    linkTasks(at(1), at(2), "startToStart");
    expect(steps).toHaveLength(1);
    expect(steps[0]?.commands).toMatchObject([{ kind: "link.create", linkKind: "blocks" }, { kind: "linkLag.set", ends: "startToStart" }]);
    const linkIds = steps[0]?.commands.map((command) => "linkId" in command && command.linkId);
    expect(linkIds?.[0]).toBe(linkIds?.[1]);
  });

  it("changes the kind of an existing link, and does nothing if the link already has this kind", () => {
    open(planOf([task(1, 4, 6), task(2, 7, 8)], [[1, 2]]));
    linkTasks(at(1), at(2), "finishToStart");
    expect(steps).toEqual([]);
    linkTasks(at(1), at(2), "finishToFinish");
    expect(steps.flatMap(({ commands }) => commands)).toEqual([{ kind: "linkLag.set", linkId: link(1, 2), ends: "finishToFinish" }]);
  });

  it("is refused with the keys and titles on the way around if it closes a loop", () => {
    open(planOf([task(1, 4, 6), task(2, 7, 8)], [[1, 2]]));
    linkTasks(at(2), at(1), "startToStart");
    expect(steps).toEqual([]);
    expect(told()?.text).toBe("This would create a loop: ACME-2 Ticket 2 → ACME-1 Ticket 1 → ACME-2 Ticket 2");
  });
});

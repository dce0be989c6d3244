import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useSession } from "@/api/session";
import { labels } from "@/fields/labels";
import { useOwnKeys } from "@/lib/ownKeys";
import type { Command } from "@/wire/generated";
import { useAsked } from "./ask";
import { attachKeys } from "./keys";
import { actionNamed, actionsOf, linkTo, mayRun, sceneOf, shownKeys } from "./registry";
import { targetIds, useTarget } from "./target";
import { createSubtask, moveTickets, toggleInSet, updateTickets } from "./tickets";
import { trashTickets } from "./trash";
import { linkTickets, toggleReaction } from "./talk";
import type * as Store from "@/sync/store";
import { useTroupe } from "@/sync/store";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, ben, doing, id, label, list, member, ticket } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { viewOf } from "@/sync/tables/tables";
import { workspaceId } from "@/sync/testing/rows";

const dispatched: Command[][] = [];
vi.mock("@/sync/store", async (original) => ({
  ...(await original<typeof Store>()),
  dispatch: (command: Command) => Promise.resolve(void dispatched.push([command])),
  dispatchAll: (commands: Command[]) => Promise.resolve(void dispatched.push(commands)),
  newId: () => "fresh",
}));

const [one, two] = [ticket(1).id, ticket(2).id];

beforeEach(() => {
  dispatched.length = 0;
  useTroupe.setState({ ...viewOf(smallTables(), workspaceId), me: ana, capabilities: capabilitiesOf.owner, canUndo: null, canRedo: null });
  useTarget.setState({ listId: null, selected: [], opened: null, focused: null, hovered: null });
  useAsked.setState({ asked: null });
});

const all = () => actionsOf(useTroupe.getState());
const named = (id: string) => actionNamed(useTroupe.getState(), id);
const scene = () => sceneOf(useTroupe.getState(), useTarget.getState());

describe("what an action is about", () => {
  it("is the selection, else the open ticket, else the focused row, else the hovered card", () => {
    const target = { listId: null, selected: ["s"], opened: "o", focused: "f", hovered: "h" };
    expect(targetIds(target)).toEqual(["s"]);
    expect(targetIds({ ...target, selected: [] })).toEqual(["o"]);
    expect(targetIds({ ...target, selected: [], opened: null })).toEqual(["f"]);
    expect(targetIds({ ...target, selected: [], opened: null, focused: null })).toEqual(["h"]);
    expect(targetIds({ ...target, selected: [], opened: null, focused: null, hovered: null })).toEqual([]);
  });

  it("leaves out tickets that are gone", () => {
    useTarget.setState({ selected: [one, "gone"] });
    expect(scene().tickets.map((row) => row.id)).toEqual([one]);
  });
});

describe("an action", () => {
  it("has an id of its own, a label, and keys that no other action has for the same tickets", () => {
    expect(new Set(all().map((action) => action.id)).size).toBe(all().length);
    useTarget.setState({ opened: one });
    const usable = all().filter((action) => mayRun(action, scene()));
    const keys = usable.flatMap((action) => action.keys);
    expect(new Set(keys).size).toBe(keys.length);
    for (const action of all()) expect(action.label(scene())).not.toBe("");
  });

  it("is not there for people who may only read, nor without a target", () => {
    const trash = named("ticket.trash");
    useTarget.setState({ opened: one });
    expect(trash && mayRun(trash, scene())).toBe(true);
    useTroupe.setState({ capabilities: { may: ["read", "leave"], members: [] } });
    expect(trash && mayRun(trash, scene())).toBe(false);
    useTarget.setState({ opened: null });
    expect(all().filter((action) => action.group !== "history" && mayRun(action, scene()))).toEqual([]);
  });

  it("asks for what it needs, with the target", () => {
    useTarget.setState({ selected: [one, two] });
    named("ticket.status")?.run(scene());
    expect(useAsked.getState().asked).toEqual({ question: "status", ticketIds: [one, two] });
    const rename = named("ticket.title");
    expect(rename && mayRun(rename, scene())).toBe(false);
  });

  it("completes with the first completed status, and reopens", () => {
    useTarget.setState({ opened: one });
    named("ticket.complete")?.run(scene());
    expect(dispatched[0]).toMatchObject([{ kind: "ticket.update", ticketId: one }]);
  });
});

describe("the branch of a ticket", () => {
  it("is copied by an action with keys of its own, with the name of the person", async () => {
    const copied = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation(copied);
    const state = useTroupe.getState();
    useTroupe.setState({ me: ana, members: { [ana]: { ...member(ana, "owner"), username: "ana" } } });
    useTarget.setState({ opened: one });
    const action = named("ticket.copyBranch");
    action?.run(scene());
    useTroupe.setState({ me: state.me, members: state.members });
    expect([copied.mock.calls, action && shownKeys(action)]).toEqual([[["ana/acme-1-ticket-1"]], { keys: "Mod+Shift+." }]);
  });
});

describe("the link of a ticket", () => {
  const first = useSession.getState();
  afterEach(() => useSession.setState(first, true));

  it("names the workspace by its key, or by its id if another workspace of the person has the same key", () => {
    const path = () => {
      const [ticketOne] = scene().tickets;
      return ticketOne && new URL(linkTo(useTroupe.getState(), ticketOne) ?? "").pathname;
    };
    useTarget.setState({ opened: one });
    expect(path()).toBe(`/w/ACME/list/${list(1).id}/ACME-1`);
    const workspaces = [{ id: workspaceId, key: "ACME" }, { id: "other", key: "ACME" }];
    useSession.setState({ status: "signedIn", workspaces } as never);
    expect(path()).toBe(`/w/${workspaceId}/list/${list(1).id}/ACME-1`);
  });
});

describe("intents", () => {
  it("change one ticket by its own command, and many by one", () => {
    void updateTickets([one], { title: "x" });
    void updateTickets([one, two], { statusId: doing.id });
    expect(dispatched.flat().map(({ kind }) => kind)).toEqual(["ticket.update", "tickets.update"]);
  });

  it("cut more than 700 tickets into several commands of one step", () => {
    void trashTickets(Array.from({ length: 1500 }, (_, n) => id("4", n)));
    expect(dispatched).toHaveLength(1);
    expect(dispatched[0]?.map((command) => "ticketIds" in command && command.ticketIds.length)).toEqual([700, 700, 100]);
  });

  it("tick a value on where it is missing on any, and off where all have it", () => {
    const rows = [ticket(1, { labels: [label(1).id] }), ticket(2)];
    void toggleInSet(rows, labels.value, label(1).id);
    void toggleInSet([rows[0] ?? ticket(1)], labels.value, label(1).id);
    expect(dispatched.flat()).toMatchObject([
      { patch: { labels: { add: [label(1).id], remove: [] } } },
      { patch: { labels: { add: [], remove: [label(1).id] } } },
    ]);
  });

  it("drop tickets one behind the other, and change only the status of those that enter it", () => {
    const rows = [ticket(1), ticket(2, { statusId: doing.id })];
    void moveTickets(rows, {
      place: { listId: list(1).id, after: "top" },
      patchOf: (row) => (row.statusId === doing.id ? null : { statusId: doing.id }),
    });
    expect(dispatched).toEqual([
      [
        { kind: "ticket.update", ticketId: one, patch: { statusId: doing.id } },
        { kind: "tickets.move", ticketIds: [one, two], listId: list(1).id, after: "top" },
      ],
    ]);
  });

  it("make a subtask in its parent's lists and scope", () => {
    const parent = ticket(1, { private: true, lists: [{ listId: list(1).id, rank: "V" }] });
    expect(createSubtask(parent, "child").ticketId).toBe("fresh");
    expect(dispatched.flat()).toMatchObject([{ parentTicketId: one, private: true, listIds: [list(1).id] }]);
  });

  it("turn a link to the side it is seen from", () => {
    void linkTickets(one, "blockedBy", two);
    expect(dispatched.flat()).toMatchObject([{ linkKind: "blocks", fromTicketId: two, toTicketId: one }]);
  });

  it("remove my own reaction, and add one that only another person has given", () => {
    const reactions = [{ activityId: "a", emoji: "👍", userId: ben }];
    void toggleReaction("a", "👍", ana, reactions);
    void toggleReaction("a", "👍", ben, reactions);
    expect(dispatched.flat().map(({ kind }) => kind)).toEqual(["reaction.add", "reaction.remove"]);
  });
});

describe("keys", () => {
  it("run the action that applies, and leave keys to a person who types", () => {
    const detach = attachKeys();
    const press = (target: EventTarget, init: KeyboardEventInit) =>
      target.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
    useTarget.setState({ opened: one });
    press(window, { key: "s", code: "KeyS" });
    expect(useAsked.getState().asked?.question).toBe("status");
    useAsked.setState({ asked: null });
    const input = document.body.appendChild(document.createElement("input"));
    press(input, { key: "s", code: "KeyS" });
    press(input, { key: "Backspace", ctrlKey: true });
    press(window, { key: "s", code: "KeyS", isComposing: true });
    expect(useAsked.getState().asked).toBeNull();
    expect(dispatched).toEqual([]);
    press(window, { key: "Backspace", ctrlKey: true });
    expect(dispatched).toEqual([[{ kind: "ticket.trash", ticketId: one }]]);
    detach();
    press(window, { key: "s", code: "KeyS" });
    expect(useAsked.getState().asked).toBeNull();
    input.remove();
  });

  it("are those that the person chose, also for an action without default keys", () => {
    const detach = attachKeys();
    const press = (key: string) => window.dispatchEvent(new KeyboardEvent("keydown", { key, code: `Key${key.toUpperCase()}`, cancelable: true }));
    const subtask = named("ticket.toSubtask");
    expect(subtask && shownKeys(subtask)).toEqual({});
    useOwnKeys.setState({ own: { S: "W", "ticket.toSubtask": "Q" } });
    useTarget.setState({ opened: one });
    press("s");
    expect(useAsked.getState().asked).toBeNull();
    press("w");
    expect(useAsked.getState().asked?.question).toBe("status");
    press("q");
    expect(useAsked.getState().asked?.question).toBe("parent");
    expect(subtask && shownKeys(subtask)).toEqual({ keys: "ticket.toSubtask" });
    useOwnKeys.setState({ own: {} });
    detach();
  });
});

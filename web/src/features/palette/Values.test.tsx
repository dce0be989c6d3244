import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { assignees } from "@/fields/assignees";
import { dueDate } from "@/fields/dates";
import { fieldsOf } from "@/fields/registry";
import { labels } from "@/fields/labels";
import { status } from "@/fields/status";
import { openOverlay, useOverlay } from "@/lib/overlays";
import { addDays, today } from "@/lib/plainDate";
import type * as Store from "@/sync/store";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, attribute, ben, doing, done, label, list, member, ticket, todo, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import type { Command, Ticket } from "@/wire/generated";
import { Values } from "./Values";

const dispatched: Command[] = [];
vi.mock("@/sync/store", async (original) => ({
  ...(await original<typeof Store>()),
  dispatch: (command: Command) => Promise.resolve(void dispatched.push(command)),
  dispatchAll: (commands: Command[]) => Promise.resolve((dispatched.push(...commands), [])),
}));

const lists = [{ listId: list(1).id, rank: "V" }];
const onBack = vi.fn<() => void>();

async function shown(fieldId: string, ...tickets: Ticket[]) {
  const tables = {
    ...smallTables(),
    member: { [ana]: member(ana, "owner"), [ben]: { ...member(ben), firstname: "Ben", lastname: "Nevis", username: "ben" } },
    status: { [todo.id]: todo, [doing.id]: doing, [done.id]: done },
    list: { [list(1).id]: list(1) },
    label: { [label(1).id]: label(1), [label(2).id]: label(2) },
    attribute: { [attribute(1).id]: attribute(1, "number") },
    ticket: Object.fromEntries(tickets.map((one) => [one.id, one])),
  };
  await act(async () => useTroupe.setState({ ...viewOf(tables, workspaceId), me: ana, capabilities: capabilitiesOf.owner }));
  openOverlay({ kind: "palette", values: { fieldId, ticketIds: tickets.map(({ id }) => id) } });
  await act(async () => void render(<Values fieldId={fieldId} ticketIds={tickets.map(({ id }) => id)} onBack={onBack} />));
  return userEvent.setup();
}

const keys = (user: ReturnType<typeof userEvent.setup>, text: string) => act(async () => user.keyboard(text));
const marks = () => screen.getAllByRole("option").map((option) => [option.textContent, option.getAttribute("aria-checked")]);
const isOpen = () => useOverlay.getState().overlay !== null;

beforeEach(() => {
  dispatched.length = 0;
  onBack.mockClear();
});

describe("the values of a field in the palette", () => {
  it("have the present one ticked, and one of them is taken with Enter", async () => {
    const user = await shown(status.id, ticket(1, { lists }));
    expect(marks()).toEqual([["To do", "true"], ["Doing", "false"], ["Done", "false"]]);
    await keys(user, "doi{Enter}");
    expect(dispatched).toEqual([{ kind: "ticket.update", ticketId: ticket(1).id, patch: { statusId: doing.id } }]);
    expect(isOpen()).toBe(false);
  });

  it("are found by words alone: a digit chooses nothing", async () => {
    const user = await shown(status.id, ticket(1, { lists }));
    await keys(user, "2");
    expect([dispatched, isOpen()]).toEqual([[], true]);
    await screen.findByText("No matches");
  });

  it("are mixed where several tasks differ, and one change sets all of them", async () => {
    const user = await shown(status.id, ticket(1, { lists }), ticket(2, { lists, statusId: doing.id }));
    screen.getByRole("button", { name: "2 tasks, Status: back to all commands" });
    expect(marks()).toEqual([["To do", "mixed"], ["Doing", "mixed"], ["Done", "false"]]);
    await keys(user, "done{Enter}");
    expect(dispatched).toEqual([{ kind: "tickets.update", ticketIds: [ticket(1).id, ticket(2).id], patch: { statusId: done.id } }]);
  });

  it("stay open for a field with several values", async () => {
    const user = await shown(labels.id, ticket(1, { lists, labels: [label(1).id] }), ticket(2, { lists }));
    expect(marks()).toEqual([["Label 1", "mixed"], ["Label 2", "false"]]);
    await keys(user, "label 2{Enter}{Enter}");
    expect(dispatched).toHaveLength(2);
    expect(isOpen()).toBe(true);
  });

  it("are people, found by name", async () => {
    const user = await shown(assignees.id, ticket(1, { lists }));
    await keys(user, "nevis{Enter}");
    expect(dispatched).toEqual([{ kind: "ticket.update", ticketId: ticket(1).id, patch: { assigneesIds: { add: [ben], remove: [] } } }]);
  });

  it("are the near days, and any date that is typed", async () => {
    const user = await shown(dueDate.id, ticket(1, { lists }));
    expect(marks().at(-1)).toEqual(["None", "true"]);
    await keys(user, "someday");
    await screen.findByText(/“someday” isn't a date/);
    await keys(user, "{Backspace>7/}tomorrow{Enter}");
    expect(dispatched).toEqual([{ kind: "ticket.update", ticketId: ticket(1).id, patch: { dueDate: addDays(today(), 1) } }]);
  });

  it("are a typed number, with the reason why a text is none", async () => {
    const user = await shown(fieldsOf({ ...useTroupe.getState(), attributes: { [attribute(1).id]: attribute(1, "number") } }).at(-1)?.id ?? "", ticket(1, { lists }));
    await keys(user, "many{Enter}");
    expect([dispatched, screen.queryByText("No matches")]).toEqual([[], null]);
    await keys(user, "{Backspace>4/}12{Enter}");
    expect(dispatched).toEqual([{ kind: "ticket.update", ticketId: ticket(1).id, patch: { fields: { [attribute(1).id]: 12 } } }]);
  });

  it("give way to the commands with Backspace in the empty field, and when the tasks are gone", async () => {
    const user = await shown(status.id, ticket(1, { lists }));
    await keys(user, "d{Backspace}");
    expect(onBack).not.toHaveBeenCalled();
    await keys(user, "{Backspace}");
    expect(onBack).toHaveBeenCalledOnce();
    await act(async () => useTroupe.setState({ tickets: {} }));
    expect(onBack).toHaveBeenCalledTimes(2);
  });
});

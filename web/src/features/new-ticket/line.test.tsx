import { act, fireEvent, render, screen, type RenderResult } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { setTarget } from "@/actions/target";
import { createSubtask } from "@/actions/tickets";
import { useNewTitle } from "@/actions/useNewTitle";
import { writeTickets } from "@/actions/writeTicket";
import { labels } from "@/fields/labels";
import { NONE } from "@/fields/options";
import { LocationProvider } from "@/lib/location";
import { useTroupe } from "@/sync/store";
import type * as Store from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, label, list, member, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import type { Command } from "@/wire/generated";
import { LineValues } from "./LineValues";

const dispatched: Command[] = [];
vi.mock("@/sync/store", async (original) => ({
  ...(await original<typeof Store>()),
  dispatchAll: (commands: Command[]) => Promise.resolve(void dispatched.push(...commands)),
}));

const [one, two] = [list(1).id, list(2).id];
const [urgent, later] = [{ ...label(1), name: "Urgent" }, { ...label(2), name: "Much later" }];

beforeEach(() => {
  dispatched.length = 0;
  const tables = { ...smallTables(), label: { [urgent.id]: urgent, [later.id]: later }, member: { [ana]: { ...member(ana, "owner"), firstname: "Ana", lastname: "Bell" } } };
  useTroupe.setState({ ...viewOf(tables, workspaceId), me: ana, capabilities: capabilitiesOf.owner });
  setTarget({ focused: null, opened: null });
  window.history.replaceState(null, "", `/w/ACME/list/${one}?view=spreadsheet&group=label`);
});

/** A line at the end of the group of a label. */
function LabelLine({ first }: { first: boolean }) {
  const field = useNewTitle({ onCreate: (titles) => writeTickets({ collection: "list", listId: one }, labels.id, later.id, titles, first), onLeave: () => undefined });
  return (
    <div data-line={`last:${later.id}`}>
      <input aria-label="New" data-from="2030-05-06" {...field} />
    </div>
  );
}

let page: RenderResult;
/** A line that has the focus, in which a title is typed. */
function line(title: string, first = false): HTMLInputElement {
  page = render(<><LabelLine first={first} /><LineValues slug="ACME" /></>, { wrapper: LocationProvider });
  const input = screen.getByLabelText<HTMLInputElement>("New");
  act(() => input.focus());
  type(input, title);
  return input;
}
function type(input: HTMLInputElement, title: string): void {
  fireEvent.input(input, { target: { value: title } });
}
const press = (input: HTMLInputElement, key: string) => fireEvent.keyDown(input, { key });
const chips = () => screen.queryAllByRole("button").map((button) => button.getAttribute("aria-label"));
const created = () => dispatched.filter(({ kind }) => kind === "ticket.create");

describe("qc10: the title of a line for new tasks", () => {
  it("shows the values that it names, and gives them to the task beside the value of its group", () => {
    const input = line("Mend #urgent the nets @ana !week due 2030-05-09");
    expect(chips()).toEqual(["Remove Labels: Urgent", "Remove Assignees: Ana Bell", "Remove Priority: Week", expect.stringMatching(/^Remove Due date: /)]);
    expect(input.getAttribute("aria-describedby")).not.toBeNull();
    press(input, "Enter");
    expect(created()).toMatchObject([{ title: "Mend the nets", listIds: [one], labels: [later.id, urgent.id], assigneesIds: [ana], priority: "week", dueDate: "2030-05-09" }]);
    expect(input.value).toBe("");
    expect(chips()).toEqual([]);
  });

  it("keeps a value as text after Backspace behind it, and loses it with its text by a click", () => {
    const input = line("Mend #urgent ");
    expect(chips()).toEqual(["Remove Labels: Urgent"]);
    expect(press(input, "Backspace")).toBe(false);
    expect(chips()).toEqual([]);
    expect(press(input, "Backspace")).toBe(true);
    press(input, "Enter");
    expect(created()).toMatchObject([{ title: "Mend #urgent", labels: [later.id] }]);
    type(input, "Mend #urgent !day now");
    fireEvent.click(screen.getByRole("button", { name: "Remove Priority: Day" }));
    expect(input.value).toBe("Mend #urgent now");
    expect(chips()).toEqual(["Remove Labels: Urgent"]);
  });

  it("offers the values that match what is typed, and Enter takes one", () => {
    const input = line("Mend #mu");
    expect(screen.getByRole("option", { selected: true }).textContent).toBe("Much later");
    expect(input.getAttribute("aria-activedescendant")).not.toBeNull();
    press(input, "Enter");
    expect(input.value).toBe(`Mend #"Much later" `);
    expect(created()).toEqual([]);
    expect(chips()).toEqual(["Remove Labels: Much later"]);
    type(input, "Mend #urgent");
    expect(screen.getByRole("option", { selected: true }).textContent).toBe("Urgent");
    press(input, "Enter");
    expect(created()).toMatchObject([{ title: "Mend", labels: [later.id, urgent.id] }]);
  });

  it("names another list, and then the task is not put at the start of the list of the page", () => {
    press(line('Mend +"List 2"', true), "Enter");
    expect(created()).toMatchObject([{ title: "Mend", listIds: [two] }]);
    expect(dispatched.map(({ kind }) => kind)).toEqual(["ticket.create"]);
    dispatched.length = 0;
    press(screen.getByLabelText<HTMLInputElement>("New"), "x");
    type(screen.getByLabelText<HTMLInputElement>("New"), "Mend");
    press(screen.getByLabelText<HTMLInputElement>("New"), "Enter");
    expect(dispatched.map(({ kind }) => kind)).toEqual(["ticket.create", "ticket.move"]);
  });

  it("of a subtask gives its values to the subtask, which is in the lists of its parent unless the title names another", () => {
    const parent = { ...ticket(1), lists: [{ listId: two, rank: "a" }] };
    useTroupe.setState({ tickets: { [parent.id]: parent } });
    render(<><input aria-label="Subtask" data-new-title data-parent={parent.id} /><LineValues slug="ACME" /></>, { wrapper: LocationProvider });
    const input = screen.getByLabelText<HTMLInputElement>("Subtask");
    act(() => input.focus());
    type(input, "Mend #urgent !week the nets");
    expect(chips()).toEqual(["Remove Labels: Urgent", "Remove Priority: Week"]);
    act(() => void createSubtask(parent, input.value));
    type(input, 'Coil +"List 1"');
    act(() => void createSubtask(parent, input.value));
    // What the editor of a text turns into subtasks is not what is typed in the line.
    createSubtask(parent, "Oil #urgent");
    const common = { parentTicketId: parent.id, private: parent.private };
    expect(created()).toMatchObject([{ title: "Mend the nets", listIds: [two], labels: [urgent.id], priority: "week", ...common }, { title: "Coil", listIds: [one], ...common }, { title: "Oil #urgent", listIds: [two], ...common }]);
  });

  it("is due before the days of its line only without their start", () => {
    press(line("Mend due 2030-05-02"), "Enter");
    expect(created()).toMatchObject([{ title: "Mend", startDate: null, dueDate: "2030-05-02" }]);
    const input = screen.getByLabelText<HTMLInputElement>("New");
    type(input, "Mend start 2030-05-09 due 2030-05-08");
    expect(chips()).toEqual([]);
  });

  it("is a title if it has values alone, and pasted titles are not read", () => {
    press(line("#urgent"), "Enter");
    expect(created()).toMatchObject([{ title: "#urgent" }]);
    writeTickets({ collection: "list", listId: one }, NONE, NONE, ["One #urgent"]);
    expect(created().at(-1)).toMatchObject({ title: "One #urgent" });
  });

  it("shows nothing once the line is gone", () => {
    line("Mend #urgent now");
    expect(chips()).toHaveLength(1);
    page.rerender(<><i /><LineValues slug="ACME" /></>);
    expect(chips()).toEqual([]);
  });
});

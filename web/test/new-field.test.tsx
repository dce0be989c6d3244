import { act, render, renderHook, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ask, useAsked } from "@/actions/ask";
import { setTarget } from "@/actions/target";
import { useArranging } from "@/features/palette/arranging";
import { useTargetActions } from "@/features/palette/entries";
import { useFilters } from "@/features/palette/filters";
import { BulkBar } from "@/features/selection/BulkBar";
import { TicketPicker } from "@/features/selection/TicketPicker";
import { Spreadsheet } from "@/features/spreadsheet/Spreadsheet";
import { plain, sentenceOf } from "@/features/ticket/activity/sentences";
import { Properties } from "@/features/ticket/properties/Properties";
import { Toolbar } from "@/features/toolbar/Toolbar";
import { arrange } from "@/fields/arrange/arrange";
import { readAddress, writeAddress } from "@/fields/arrange/address";
import { defaultsOf, type Settings } from "@/fields/arrange/settings";
import type * as BuiltIn from "@/fields/builtIn";
import type { Field } from "@/fields/field";
import { fieldsOf } from "@/fields/registry";
import { readText } from "@/fields/readText";
import { textOf } from "@/fields/text";
import { LocationProvider } from "@/lib/location";
import { useTroupe } from "@/sync/store";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import type * as Store from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { ana, ticket as plainTicket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import type { Command, Ticket, TicketPatch } from "@/wire/generated";

/** A ticket as a later version of the app may have it. */
type Sized = Ticket & { size?: string | null };

// The one line that a new field needs besides its descriptor: its place in the list.
vi.mock("@/fields/builtIn", async (original) => {
  const { builtIn } = await original<typeof BuiltIn>();
  const { Ruler } = await import("lucide-react");
  const options = [
    { id: "s", name: "Small" },
    { id: "l", name: "Large" },
  ];
  const size: Field = {
    id: "size",
    key: "size",
    word: "size",
    name: () => "Size",
    noun: () => "size",
    value: {
      kind: "one",
      options: { all: () => options, find: (_, id) => options.find((option) => option.id === id) },
      none: { name: () => "No size" },
      read: (row) => (row as Sized).size ?? null,
      write: (id) => ({ size: id }) as TicketPatch,
    },
    column: { order: 95, width: 90, shown: true },
    filter: { order: 95, icon: Ruler },
    group: { order: 95 },
    sort: { order: 95, ways: [() => "Smallest first", () => "Largest first"], key: (row) => (row as Sized).size ?? null },
    panel: { order: 95 },
    bulk: { order: 95, icon: Ruler },
    action: { order: 95, icon: Ruler, keys: ["Alt+S"], menu: 95 },
    history: { sentence: "fromTo" },
  };
  return { builtIn: [...builtIn, size] };
});

const dispatched: Command[] = [];
vi.mock("@/sync/store", async (original) => ({
  ...(await original<typeof Store>()),
  dispatchAll: (commands: Command[]) => Promise.resolve(void dispatched.push(...commands)),
}));

const small: Sized = { ...plainTicket(1), size: "s" };
const none: Sized = plainTicket(2);
const place = { collection: "all", listId: null } as const;

const state = () => useTroupe.getState();
const fields = () => fieldsOf(state());
const settings = (): Settings => defaultsOf(fields());
const size = () => {
  const field = fields().find(({ id }) => id === "size");
  if (!field) throw new Error("The field is not registered");
  return field;
};

beforeAll(() =>
  Promise.all([
    import("@/ui/PopoverParts"),
    import("@/ui/PickerList"),
    import("@/ui/MenuParts"),
  ]),
);

beforeEach(() => {
  dispatched.length = 0;
  const tables = { ...smallTables(), ticket: { [small.id]: small, [none.id]: none } };
  useTroupe.setState({ ...viewOf(tables, workspaceId), me: ana, capabilities: capabilitiesOf.owner });
  setTarget({ selected: [], opened: null });
  useAsked.setState({ asked: null });
  window.history.replaceState(null, "", "/w/acme/all");
});

describe("a field that only has a descriptor and a line in the list", () => {
  const onChange = vi.fn<(patch: Partial<Settings>) => void>();

  async function openInToolbar(button: RegExp) {
    render(<Toolbar place={place} view="spreadsheet" settings={settings()} shown={2} total={2} filtering={null} onFilter={() => {}} onChange={onChange} />);
    await act(async () => userEvent.click(screen.getByRole("button", { name: button })));
  }

  it("is a column of the spreadsheet, with a cell, a text to copy and a text to paste", () => {
    const arranged = arrange(state(), place, settings(), fields());
    const nothing = () => {};
    render(
      <Spreadsheet
        name="All tasks"
        place={place}
        arranged={arranged}
        settings={settings()}
        openId={null}
        hrefOf={(key) => key}
        onOpen={nothing}
        onSettings={nothing}
        onFilter={nothing}
      />,
    );
    const head = screen.getByRole("columnheader", { name: /Size/ });
    expect(within(head).getByRole("button", { name: "Size" })).toBeTruthy();
    expect(within(screen.getByRole("grid")).getByText("Small")).toBeTruthy();
    expect(textOf(size().value, state(), small)).toBe("Small");
    expect(readText(size().value, state(), none, "large")).toEqual({ size: "l" });
  });

  it("is a filter, in the toolbar and in the address", async () => {
    await openInToolbar(/Filter/);
    expect(await screen.findByRole("option", { name: "Size" })).toBeTruthy();
    const filtered = { ...settings(), filters: { size: ["s"] } };
    expect(arrange(state(), place, filtered, fields()).shown).toBe(1);
    expect(writeAddress("", filtered, fields())).toBe("?size=s");
    expect(readAddress("?size=s", fields())?.filters).toEqual({ size: ["s"] });
  });

  it("is a way to group, with a group for each option", async () => {
    await openInToolbar(/Group/);
    expect(await screen.findByRole("menuitemcheckbox", { name: "Size" })).toBeTruthy();
    const { groups } = arrange(state(), place, { ...settings(), group: "size" }, fields());
    expect(groups.map(({ id, ticketIds }) => [id, ticketIds.length])).toEqual([["s", 1], ["l", 0], ["none", 1]]);
  });

  it("is a way to sort, with names for both directions", async () => {
    await openInToolbar(/Sort/);
    expect(await screen.findByRole("menuitemcheckbox", { name: "Size" })).toBeTruthy();
    const { groups } = arrange(state(), place, { ...settings(), group: "none", sort: "size" }, fields());
    expect(groups[0]?.ticketIds).toEqual([small.id, none.id]);
  });

  it("is a column to choose", async () => {
    await openInToolbar(/Columns/);
    expect(await screen.findByRole("option", { name: "Size" })).toBeTruthy();
  });

  it("is a button in the bar for several tickets, and sets the value of all of them", async () => {
    setTarget({ selected: [small.id, none.id] });
    render(<BulkBar />);
    await act(async () => userEvent.click(screen.getByRole("button", { name: "Size" })));
    expect(useAsked.getState().asked).toMatchObject({ question: "size", ticketIds: [small.id, none.id] });
    render(<TicketPicker />);
    await act(async () => userEvent.click(screen.getByRole("option", { name: "Large" })));
    expect(dispatched).toEqual([{ kind: "tickets.update", ticketIds: [small.id, none.id], patch: { size: "l" } }]);
  });

  it("is in the palette: as an action, as filters, as a group and as an order", () => {
    setTarget({ opened: small.id });
    const wrapper = LocationProvider;
    const names = (entries: { name: string }[]) => entries.map(({ name }) => name);
    const actions = renderHook(() => useTargetActions(), { wrapper }).result.current.all;
    expect(names(actions)).toContain("Set size");
    expect(names(renderHook(() => useFilters(true), { wrapper }).result.current)).toEqual(
      expect.arrayContaining(["Filter: size is Small", "Filter: size is Large", "Filter: no size"]),
    );
    expect(names(renderHook(() => useArranging(), { wrapper }).result.current)).toEqual(expect.arrayContaining(["Group: Size", "Sort: Size"]));
    actions.find(({ name }) => name === "Set size")?.run();
    expect(useAsked.getState().asked?.question).toBe("size");
  });

  it("is a line of the panel, which sets it", async () => {
    render(<Properties ticket={small} />);
    const line = screen.getByRole("group", { name: "Size" });
    await act(async () => userEvent.click(within(line).getByRole("button", { name: "Size: Small" })));
    await act(async () => userEvent.click(await screen.findByRole("option", { name: "No size" })));
    expect(dispatched).toEqual([{ kind: "ticket.update", ticketId: small.id, patch: { size: null } }]);
  });

  it("has sentences in the history", () => {
    const activity = { kind: "customFieldChange" as const, data: { field: "size", from: "s", to: "l" }, ticketId: small.id };
    expect(plain(sentenceOf(activity, state(), fields()))).toBe("changed size from Small to Large");
  });

  it("is answered by no picker that it does not ask for", () => {
    ask("number", [small.id]);
    const { container } = render(<TicketPicker />);
    expect(container.textContent).toBe("");
  });
});

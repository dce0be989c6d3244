import { act, render, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { useAsked } from "@/actions/ask";
import { actionsOf, mayRun } from "@/actions/registry";
import { shortcutGroups, usable } from "@/actions/shortcuts/catalog";
import { setTarget } from "@/actions/target";
import { sceneAbout } from "@/actions/ticketMenu";
import { useCommands } from "@/features/palette/entries";
import { NewTicketDialog } from "@/features/new-ticket/NewTicketDialog";
import { BulkBar } from "@/features/selection/BulkBar";
import { Attributes } from "@/features/settings/attributes/Attributes";
import { Labels } from "@/features/settings/Labels";
import { NewMenu } from "@/features/sidebar/NewMenu";
import { Lists } from "@/features/sidebar/Lists";
import { PhoneList } from "@/features/spreadsheet/PhoneList";
import { Spreadsheet } from "@/features/spreadsheet/Spreadsheet";
import { Comment } from "@/features/ticket/activity/Comment";
import { LaterFiles } from "@/features/ticket/files/LaterFiles";
import { TicketBody } from "@/features/ticket/TicketBody";
import { TicketPlaceProvider } from "@/features/ticket/place";
import { TrashList } from "@/features/trash/TrashList";
import { arrange } from "@/fields/arrange/arrange";
import { defaultsOf } from "@/fields/arrange/settings";
import { fieldsOf } from "@/fields/registry";
import { useUsable } from "@/lib/later";
import { LocationProvider } from "@/lib/location";
import { openOverlay } from "@/lib/overlays";
import { EmptyPlace } from "@/screens/list-page/EmptyPlace";
import { BottomBar } from "@/screens/workspace/BottomBar";
import type * as Store from "@/sync/store";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf, commenter, viewer } from "@/sync/testing/capabilities";
import { ana, attribute, ben, label, list, option, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import type { Activity, Capabilities, Capability, Command, Level } from "@/wire/generated";

const dispatched: Command[] = [];
vi.mock("@/sync/store", async (original) => ({
  ...(await original<typeof Store>()),
  dispatch: (command: Command) => Promise.resolve(void dispatched.push(command)),
  dispatchAll: (commands: Command[]) => Promise.resolve(void dispatched.push(...commands)),
  loadDetails: () => Promise.resolve(),
  watchTicket: () => () => undefined,
}));

const parent = ticket(1, { createdUserId: ben, subtasksOrder: [ticket(2).id], lists: [{ listId: list(1).id, rank: "V" }] });
const child = ticket(2, { createdUserId: ben, parentTicketId: parent.id });
const trashed = ticket(3, { createdUserId: ben, trashedAt: "2026-01-02T09:00:00Z", trashedByUserId: ben });
const place = { collection: "all", listId: null } as const;
const detail = { state: "ready", description: "", activities: [], reactions: [], next: null, loadingOlder: false } as const;
const comment = (userId: string): Activity => ({
  id: "0190a000-0000-7000-9005-000000000001",
  ticketId: parent.id,
  userId,
  kind: "comment",
  message: "Hello",
  data: null,
  createdAt: "2026-01-02T09:00:00Z",
  updatedAt: null,
});

/** Signs a person in with these capabilities. */
function as(capabilities: Capabilities) {
  const tables = { ...smallTables(), ticket: { [parent.id]: parent, [child.id]: child, [trashed.id]: trashed }, label: { [label(1).id]: label(1) } };
  useTroupe.setState({ ...viewOf(tables, workspaceId), me: ana, capabilities, details: { [parent.id]: detail } as never });
}
const state = () => useTroupe.getState();
const buttons = () => screen.queryAllByRole("button").map((button) => button.getAttribute("aria-label") ?? button.textContent);
const shared = () => {
  const fields = fieldsOf(state());
  return { name: "All tasks", place, settings: defaultsOf(fields), openId: null, hrefOf: (key: string) => key, onSettings: () => {}, onFilter: () => {} };
};
const arranged = () => {
  const fields = fieldsOf(state());
  return arrange(state(), place, defaultsOf(fields), fields);
};
const panel = () =>
  render(
    <TicketPlaceProvider value={{ hrefOf: (id) => id, open: () => {}, close: () => {} }}>
      <TicketBody ticketId={parent.id} />
    </TicketPlaceProvider>,
  );

beforeAll(() => Promise.all([import("@/features/spreadsheet/tools/SheetTools"), import("@/features/spreadsheet/ColumnMenu"), import("@/ui/PopoverParts"), import("@/ui/PickerList"), import("@/ui/MenuParts"), import("@/ui/DialogParts"), LaterFiles.load()]));
beforeEach(() => {
  dispatched.length = 0;
  setTarget({ selected: [], opened: null, focused: null, hovered: null });
  useAsked.setState({ asked: null });
  useUsable.setState({ usable: false });
  window.history.replaceState(null, "", "/w/acme/all");
});

describe("a person who may only read", () => {
  beforeEach(() => as(viewer));

  it("is offered no action that changes a task, by menu, palette or key", () => {
    const scene = sceneAbout([parent.id]);
    const left = actionsOf(state()).filter((action) => mayRun(action, scene));
    expect(left.map(({ id }) => id)).toEqual(["ticket.fullPage", "ticket.beside", "ticket.subscribe", "ticket.favorite", "ticket.copyKey", "ticket.copyLink", "ticket.copyBranch", "ticket.copyTitle"]);
  });

  it("is offered no new task, list, invitation or import", () => {
    const { result } = renderHook(() => useCommands({ typed: "", onNewList: () => {}, onLogOut: () => {} }), { wrapper: LocationProvider });
    const ids = [...result.current.always, ...result.current.offered].map(({ id }) => id);
    expect(ids.filter((id) => /task|list|invite|import/.test(id))).toEqual([]);
    render(<NewMenu onNewList={() => {}} />);
    render(<Lists slug="acme" counts={{}} adding={false} onAdding={() => {}} />, { wrapper: MemoryRouter });
    render(<BottomBar slug="acme" />, { wrapper: MemoryRouter });
    render(<EmptyPlace place={place} name="All tasks" filtered={false} onClearFilters={() => {}} />);
    expect(buttons()).toEqual(["Lists", "Browse"]);
    const keys = usable(shortcutGroups(state()), state().capabilities).flatMap(({ shortcuts, fixed }) => [...shortcuts, ...fixed].map(({ name }) => name));
    expect(keys.filter((name) => /New|Invite|Set |Edit|Paste|Move (?!focus)|Comment|trash|Restore/.test(name))).toEqual([]);
  });

  it("reads the spreadsheet: no cell is edited, Enter opens the task, and nothing is typed, emptied, pasted or moved", async () => {
    const onOpen = vi.fn<(id: string) => void>();
    // Keys that empty, fill and move come once the page is usable.
    useUsable.setState({ usable: true });
    await act(async () => {
      render(<Spreadsheet {...shared()} arranged={arranged()} onOpen={onOpen} />);
    });
    await screen.findAllByRole("button", { name: /^Actions for/ }, { timeout: 20_000 });
    expect(buttons().filter((name) => /^New|^Status of/.test(name ?? ""))).toEqual([]);
    const cells = screen.getAllByRole("gridcell").filter((cell) => cell.closest("[data-ticket]"));
    expect(cells.length).toBeGreaterThan(0);
    expect(cells.every((cell) => cell.getAttribute("aria-readonly") === "true")).toBe(true);
    for (const cell of cells.slice(1, 4)) {
      await act(async () => userEvent.click(cell));
      cell.focus();
      for (const keys of ["x", "{Delete}", "{Control>}d{/Control}", "{Alt>}{ArrowDown}{/Alt}"]) await act(async () => userEvent.keyboard(keys));
      expect(screen.queryByRole("textbox", { name: "Title" })).toBeNull();
    }
    expect(useAsked.getState().asked).toBeNull();
    await act(async () => userEvent.keyboard("{Enter}"));
    expect(onOpen).toHaveBeenCalled();
    expect(dispatched).toEqual([]);
  });

  it("reads the list of a phone", () => {
    render(<PhoneList {...shared()} arranged={arranged()} onOpen={() => {}} />, { wrapper: LocationProvider });
    expect(buttons().filter((name) => /^New|^Status of/.test(name ?? ""))).toEqual([]);
  });

  it("reads a task: only links and filters remain", () => {
    panel();
    expect(buttons().filter((name) => !/^(All|Comments|History|\d+ more attributes|Visible to: .*)$/.test(name ?? ""))).toEqual([]);
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("copies the tasks that are selected, and subscribes to them", () => {
    setTarget({ selected: [parent.id, child.id] });
    render(<BulkBar />);
    expect(buttons()).toEqual(["Subscribe", "Copy ID", "Copy link", "Clear selection"]);
  });

  it("reads the trash and the labels", () => {
    render(<TrashList ticketIds={[trashed.id]} phone={false} />);
    render(<Labels />);
    expect(buttons()).toEqual([]);
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("reads the attributes, and unfolds their options", async () => {
    const sides = { ...attribute(1, "multiSelect"), shownOnCards: true, metadata: { id: attribute(1).id, optionsOrder: [option(1).id] } };
    useTroupe.setState({ attributes: { [sides.id]: sides }, options: { [option(1).id]: option(1) } });
    render(<Attributes />);
    const unfold = screen.getByRole("button", { name: "Multiple select, 1 option of Attribute 1" });
    await userEvent.click(unfold);
    expect(screen.getByText("Option 1")).toBeTruthy();
    expect(screen.getByRole("img", { name: "Shown on cards" })).toBeTruthy();
    expect(screen.queryAllByRole("button")).toEqual([unfold]);
    expect([...screen.queryAllByRole("checkbox"), ...screen.queryAllByRole("textbox")]).toEqual([]);
  });
});

describe("a member whose share of a restricted list lets them only read", () => {
  const secret = { collection: "list", listId: list(1).id } as const;
  const shares = { s: { id: "s", listId: list(1).id, userId: ana, level: "view", createdAt: "2026-01-02T09:00:00Z" } };
  const at = (level: Level, words: Capability[]) => {
    as({ ...capabilitiesOf.member, lists: { [list(1).id]: level }, levels: { [level]: words } });
    const other = ticket(5, { lists: [{ listId: list(2).id, rank: "V" }] });
    useTroupe.setState({ shares, tickets: { ...state().tickets, [other.id]: other } });
  };
  const sheet = () => {
    const fields = fieldsOf(state());
    return arrange(state(), secret, defaultsOf(fields), fields);
  };
  beforeEach(() => at("view", ["read"]));

  it("is offered no change of its tasks, by menu, palette or key", () => {
    for (const one of [parent, child]) {
      const left = actionsOf(state()).filter((action) => mayRun(action, sceneAbout([one.id])));
      expect(left.map(({ id }) => id)).toEqual(["ticket.fullPage", "ticket.beside", "ticket.subscribe", "ticket.favorite", "ticket.copyKey", "ticket.copyLink", "ticket.copyBranch", "ticket.copyTitle"]);
    }
  });

  it("reads its spreadsheet, its board on a phone and its empty page", () => {
    const sheetOf = render(<Spreadsheet {...shared()} place={secret} arranged={sheet()} onOpen={() => {}} />);
    const cells = screen.getAllByRole("gridcell").filter((cell) => cell.closest("[data-ticket]"));
    expect(cells.length).toBeGreaterThan(0);
    expect(cells.every((cell) => cell.getAttribute("aria-readonly") === "true")).toBe(true);
    expect(buttons().filter((name) => /^New|^Status of/.test(name ?? ""))).toEqual([]);
    sheetOf.unmount();
    const phone = render(<PhoneList {...shared()} place={secret} arranged={sheet()} onOpen={() => {}} />, { wrapper: LocationProvider });
    expect(buttons().filter((name) => /^New|^Status of/.test(name ?? ""))).toEqual([]);
    phone.unmount();
    render(<EmptyPlace place={secret} name="List 1" filtered={false} onClearFilters={() => {}} />);
    expect(buttons()).toEqual([]);
  });

  it("reads its tasks, and writes comments at the next level", () => {
    const reads = panel();
    expect(buttons().filter((name) => !/^(All|Comments|History|\d+ more attributes|Visible to: .*)$/.test(name ?? ""))).toEqual([]);
    expect(screen.queryByRole("textbox")).toBeNull();
    reads.unmount();
    at("comment", ["read", "comment"]);
    panel();
    expect(screen.getByRole("textbox", { name: "Comment" })).toBeTruthy();
    expect(buttons().filter((name) => !/^(All|Comments|History|\d+ more attributes|Send.*|Visible to: .*)$/.test(name ?? ""))).toEqual([]);
  });

  it("sees a lock at the list, whose menu only tells who sees it, and the usual menu at others", async () => {
    render(<Lists slug="acme" counts={{}} adding={false} onAdding={() => {}} />, { wrapper: MemoryRouter });
    expect(screen.getAllByRole("img", { name: "Restricted" })).toHaveLength(1);
    // The menus come once the page is usable.
    await act(async () => {
      useUsable.setState({ usable: true });
      await import("@/features/sidebar/ListMenu");
    });
    const menu = await screen.findByRole("button", { name: "Actions for List 1" }, { timeout: 20_000 });
    await act(async () => userEvent.click(menu));
    expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["Add to favorites", "Share"]);
    await act(async () => userEvent.keyboard("{Escape}"));
    await act(async () => userEvent.click(screen.getByRole("button", { name: "Actions for List 2" })));
    expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toContain("Delete list");
  });

  it("changes the tasks of other lists, and no selection that holds one of this list", () => {
    setTarget({ selected: [ticket(5).id] });
    const bar = render(<BulkBar />);
    expect(buttons()).toContain("Status");
    bar.unmount();
    setTarget({ selected: [ticket(5).id, child.id] });
    render(<BulkBar />);
    expect(buttons()).toEqual(["Subscribe", "Copy ID", "Copy link", "Clear selection"]);
  });

  it("edits the tasks with a level that allows it", () => {
    at("edit", ["read", "comment", "createTickets", "editTickets", "deleteTickets"]);
    panel();
    expect(buttons()).toContain("Add subtask");
  });
});

async function commentActions(capabilities: Capabilities, author: string) {
  as(capabilities);
  render(<Comment comment={comment(author)} reactions={[]} />);
  await act(async () => userEvent.click(screen.getByRole("button", { name: "Comment actions" })));
  return (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
}

describe("a person who may comment", () => {
  beforeEach(() => as(commenter));

  it("writes comments and reacts, and changes nothing else of a task", () => {
    panel();
    expect(screen.getByRole("textbox", { name: "Comment" })).toBeTruthy();
    expect(buttons().filter((name) => !/^(All|Comments|History|\d+ more attributes|Send.*|Visible to: .*)$/.test(name ?? ""))).toEqual([]);
  });

  it("edits and deletes their own comments, and not those of others", async () => {
    const own = render(<Comment comment={comment(ana)} reactions={[]} />);
    expect(buttons()).toEqual(["Add reaction", "Comment actions"]);
    own.unmount();
    expect(await commentActions(commenter, ben)).toEqual(["Quote", "Copy link"]);
  });
});

describe("a comment", () => {

  it("of another person can be deleted by people who may moderate, and edited by none", async () => {
    expect(await commentActions(capabilitiesOf.admin, ben)).toEqual(["Quote", "Copy link", "Delete"]);
  });

  it("of one's own stays as it is without the capability to comment", async () => {
    as(viewer);
    render(<Comment comment={comment(ana)} reactions={[{ id: "r", activityId: comment(ana).id, userId: ben, emoji: "🎉" } as never]} />);
    expect(buttons()).toEqual(["Comment actions"]);
    expect(screen.getByRole("img", { name: /🎉 1/ })).toBeTruthy();
    await act(async () => userEvent.click(screen.getByRole("button", { name: "Comment actions" })));
    expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["Copy link"]);
  });
});

describe("a person who may change their own tasks only", () => {
  const capabilities: Capabilities = { may: ["read", "editOwnTickets", "deleteOwnTickets"], members: [] };

  it("edits those, and is offered nothing for a selection with other tasks", () => {
    as(capabilities);
    const mine = ticket(4, { createdUserId: ana });
    useTroupe.setState({ tickets: { ...state().tickets, [mine.id]: mine } });
    setTarget({ selected: [mine.id] });
    const bar = render(<BulkBar />);
    expect(buttons()).toContain("Status");
    expect(buttons()).toContain("Trash");
    bar.unmount();
    setTarget({ selected: [mine.id, child.id] });
    render(<BulkBar />);
    expect(buttons()).toEqual(["Subscribe", "Copy ID", "Copy link", "Clear selection"]);
  });
});

describe("a guest, who does not see the open lists", () => {
  beforeEach(() => as(capabilitiesOf.guest));

  it("makes tasks in a list that they see, and private ones", () => {
    const all = render(<EmptyPlace place={place} name="All tasks" filtered={false} onClearFilters={() => {}} />);
    expect(buttons()).toEqual([]);
    all.unmount();
    for (const there of [{ collection: "list", listId: list(1).id } as const, { collection: "private", listId: null } as const]) {
      const one = render(<EmptyPlace place={there} name="List 1" filtered={false} onClearFilters={() => {}} />);
      expect(buttons()).toEqual([expect.stringMatching(/^New task/)]);
      one.unmount();
    }
  });

  it("makes a task private unless it is in a list", async () => {
    useTroupe.setState({ lists: {} });
    openOverlay({ kind: "newTicket" });
    await act(async () => void render(<NewTicketDialog slug="acme" listId={null} isPrivate={false} />, { wrapper: LocationProvider }));
    const alone = await screen.findByRole("checkbox", { name: "Private (only me)" });
    expect([(alone as HTMLInputElement).checked, (alone as HTMLInputElement).disabled]).toEqual([true, true]);
    await act(async () => userEvent.type(screen.getByRole("textbox", { name: "Title" }), "Mine{Enter}"));
    expect(dispatched).toMatchObject([{ kind: "ticket.create", title: "Mine", private: true }]);
  });
});

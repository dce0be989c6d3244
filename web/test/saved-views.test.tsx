import { act, cleanup, render, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { shapeOf } from "@/features/toolbar/savedView";
import type { ViewDialogProps } from "@/features/toolbar/ViewDialog";
import { SavedViews } from "@/features/toolbar/SavedViews";
import { keepSettings, keptSettings, settingsKey } from "@/fields/arrange/keep";
import { defaultsOf, type Settings } from "@/fields/arrange/settings";
import { builtIn } from "@/fields/builtIn";
import { LocationProvider } from "@/lib/location";
import { useSettings } from "@/screens/list-page/useSettings";
import { useTroupe } from "@/sync/store";
import type * as Store from "@/sync/store";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, ben, todo, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { viewOf } from "@/sync/tables/tables";
import type { Answer } from "@/sync/types";
import { useTold } from "@/ui/Toast";
import type { MenuProps } from "@/ui/Menu";
import type { Command, SavedView } from "@/wire/generated";

let answer: (command: Command) => Promise<Answer>;
const accepted: Answer = { ok: true, scope: workspaceId, seq: 1 };

vi.mock("@/sync/store", async (original) => ({ ...(await original<typeof Store>()), dispatch: (command: Command) => answer(command) }));
vi.mock("@/features/toolbar/ViewDialog", () => ({
  ViewDialog: ({ onSave, onClose }: ViewDialogProps) => {
    const save = () => {
      onClose();
      onSave({ name: "Mine", icon: null, personal: true });
    };
    return <button type="button" onClick={save}>Save view</button>;
  },
}));
// A menu that is always open.
vi.mock("@/ui/Menu", () => ({
  Menu: ({ children, items }: MenuProps) => (
    <>
      {children}
      {items.map(({ id, name, onSelect }) => (
        <button key={id} type="button" role="menuitem" onClick={onSelect}>
          {name}
        </button>
      ))}
    </>
  ),
}));

const place = { collection: "all", listId: null } as const;
const inPlace: Settings = { ...defaultsOf(builtIn), columns: ["status", "dueDate", "labels"], widths: { status: 90 } };
const inView: Settings = { ...defaultsOf(builtIn), filter: "assignee = me or due = today", columns: ["labels"] };
const keyOf = (saved: string | null) => settingsKey({ me: ana, workspaceId, place, saved });

let settings: Settings;
let change: (patch: Partial<Settings>) => void;

/** The toolbar's part of the page of all tasks. */
function Page() {
  const [shown, onChange] = useSettings(place);
  useLayoutEffect(() => {
    settings = shown;
    change = onChange;
  });
  return <SavedViews place={place} layout="spreadsheet" settings={shown} onChange={onChange} />;
}

const shore = (): SavedView => ({
  id: "shore",
  name: "Shore",
  personal: false,
  createdUserId: ben,
  listId: null,
  createdAt: "2026-01-01T00:00:00Z",
  icon: null,
  page: null,
  rank: "V",
  ...shapeOf(inView, "spreadsheet", builtIn, useTroupe.getState()),
});

/** The same view, as the previous build created it. */
const earlier = (): SavedView => ({ ...shore(), display: null });

const store = (view: SavedView) => useTroupe.setState({ savedViews: { [view.id]: view } });
const press = (name: string) => act(async () => screen.getByRole("button", { name }).click());
const choose = (name: string) => act(async () => screen.getByRole("menuitem", { name }).click());
const isChanged = () => screen.queryByRole("button", { name: "View “Shore”, changed" }) !== null;

async function open(address: string) {
  window.history.replaceState(null, "", `/w/ACME/all${address}`);
  await act(async () => render(<LocationProvider><Page /></LocationProvider>));
}

describe("sv3 a saved view in the toolbar", () => {
  beforeEach(() => {
    localStorage.clear();
    answer = async () => accepted;
    useTold.setState({ told: null });
    useTroupe.setState({ ...viewOf(smallTables(), workspaceId), ready: true, me: ana, capabilities: capabilitiesOf.owner });
    store(shore());
    keepSettings(keyOf(null), inPlace, builtIn);
  });

  it("gets its columns back by Reset, and when it is chosen again", async () => {
    await open("");
    await choose("Shore");
    expect(settings.columns).toEqual(["labels"]);
    for (const back of [() => press("Reset"), () => choose("Shore"), () => choose("Reset changes")]) {
      act(() => change({ columns: ["labels", "status"] }));
      expect(isChanged()).toBe(true);
      await back();
      expect(settings.columns).toEqual(["labels"]);
      expect(isChanged()).toBe(false);
    }
  });

  it("is shown with its columns to a reader of a copied address", async () => {
    await open("?saved=shore&filter=assignee+%3D+me+or+due+%3D+today");
    expect(settings.columns).toEqual(["labels"]);
    expect(isChanged()).toBe(false);
  });

  it("is shown with its columns as well if it arrives after the page", async () => {
    useTroupe.setState({ savedViews: {} });
    await open("?saved=shore&filter=assignee+%3D+me+or+due+%3D+today");
    await act(async () => store(shore()));
    expect(settings.columns).toEqual(["labels"]);
    expect(isChanged()).toBe(false);
  });

  it("is shown with its columns of now if the stored copy of the workspace had older ones", async () => {
    useTroupe.setState({ savedViews: { shore: { ...shore(), columns: ["status"] } } });
    await open("?saved=shore&filter=assignee+%3D+me+or+due+%3D+today");
    expect(settings.columns).toEqual(["status"]);
    await act(async () => store(shore()));
    expect(settings.columns).toEqual(["labels"]);
    expect(isChanged()).toBe(false);
  });

  it("keeps the columns that the reader has chosen since", async () => {
    await open("?saved=shore&filter=assignee+%3D+me+or+due+%3D+today");
    act(() => change({ columns: ["status"] }));
    await act(async () => store({ ...shore(), name: "Beach" }));
    expect(settings.columns).toEqual(["status"]);
    expect(keptSettings(keyOf("shore"), builtIn).columns).toEqual(["status"]);
  });

  it("stays at the open task when it is reset", async () => {
    await open("");
    await choose("Shore");
    const address = `/w/ACME/all/ACME-1${window.location.search}`;
    await act(async () => {
      window.history.replaceState(null, "", address);
      window.dispatchEvent(new PopStateEvent("popstate"));
    });
    act(() => change({ filter: "" }));
    await press("Reset");
    expect(settings.filter).toBe(inView.filter);
    expect(window.location.pathname).toBe("/w/ACME/all/ACME-1");
  });

  it("leaves the search text, the widths and the collapsed groups alone when it changes, if the previous build created it", async () => {
    store(earlier());
    await open("");
    await choose("Shore");
    act(() => change({ find: "net", widths: { labels: 200 }, collapsed: ["done"] }));
    const entries = window.history.length;
    await act(async () => store({ ...earlier(), name: "Beach" }));
    expect(settings).toMatchObject({ find: "net", widths: { labels: 200 }, collapsed: ["done"] });
    await act(async () => store({ ...earlier(), filter: "due = today or assignee = none", columns: ["labels", "status"] }));
    expect(settings).toMatchObject({ filter: "due = today or assignee = none", find: "net", widths: { labels: 200 }, collapsed: ["done"] });
    expect(settings.columns.toSorted()).toEqual(["labels", "status"]);
    // Somebody else's change is no step of this person's.
    expect(window.history.length).toBe(entries);
  });

  it("sv6: counts as changed after a change of a width or of the search text, until it is reset", async () => {
    await open("");
    await choose("Shore");
    for (const patch of [{ widths: { labels: 200 } }, { find: "net" }]) {
      act(() => change(patch));
      expect(isChanged()).toBe(true);
      await press("Reset");
      expect([settings.widths, settings.find]).toEqual([{}, ""]);
      expect(isChanged()).toBe(false);
    }
  });

  it("sv6: follows the lanes and widths that somebody else stores, unless the person has changed a setting", async () => {
    const stored = (patch: Partial<Settings>): SavedView => ({ ...shore(), ...shapeOf({ ...inView, ...patch }, "spreadsheet", builtIn, useTroupe.getState()) });
    await open("");
    await choose("Shore");
    await act(async () => store(stored({ widths: { labels: 200 }, lanes: "priority" })));
    expect(settings).toMatchObject({ widths: { labels: 200 }, lanes: "priority" });
    act(() => change({ frozen: "labels" }));
    await act(async () => store(stored({ widths: { labels: 90 } })));
    expect(settings).toMatchObject({ widths: { labels: 200 }, frozen: "labels" });
    expect(isChanged()).toBe(true);
  });

  it("sv6: is shown with its widths and its board to a person who opens a copied address", async () => {
    const board = { card: ["labels"], emptyColumns: {}, emptyLanes: {}, limits: { status: { [todo.id]: 3 } } };
    store({ ...shore(), ...shapeOf({ ...inView, widths: { labels: 200 }, frozen: "labels", board }, "spreadsheet", builtIn, useTroupe.getState()) });
    await open("?saved=shore&filter=assignee+%3D+me+or+due+%3D+today");
    expect(settings).toMatchObject({ widths: { labels: 200 }, frozen: "labels", board });
    expect(isChanged()).toBe(false);
  });

  it("sv6: can be updated without a change if the previous build created it, so that it stores a display", async () => {
    store(earlier());
    const sent: Command[] = [];
    answer = async (command) => {
      sent.push(command);
      return accepted;
    };
    await open("");
    await choose("Shore");
    expect(isChanged()).toBe(false);
    await choose("Save “Shore”");
    expect(sent).toMatchObject([{ kind: "savedView.update", savedViewId: "shore", patch: { display: { subtasks: "nested" } } }]);
  });

  it("sv7: is moved by the menu among the views of its list or page", async () => {
    const sent: Command[] = [];
    answer = async (command) => {
      sent.push(command);
      return accepted;
    };
    useTroupe.setState({ savedViews: Object.fromEntries(["a", "shore", "z"].map((id, at) => [id, { ...shore(), id, name: id === "shore" ? "Shore" : id, rank: `V${at}` }])) });
    await open("");
    await choose("Shore");
    await choose("Move left");
    await choose("Move right");
    expect(sent).toEqual([
      { kind: "savedView.move", savedViewId: "shore" },
      { kind: "savedView.move", savedViewId: "shore", after: "z" },
    ]);
  });

  it("keeps the collapsed groups of the person when it is left and opened again, and also the widths if the previous build created it", async () => {
    for (const [made, widths] of [[shore(), {}], [earlier(), { labels: 200 }]] as const) {
      store(made);
      await open("");
      await choose("Shore");
      act(() => change({ widths: { labels: 200 }, collapsed: ["done"] }));
      await choose("Leave the view");
      await choose("Shore");
      expect([settings.columns, settings.widths, settings.collapsed]).toEqual([["labels"], widths, ["done"]]);
      cleanup();
    }
  });

  it("leaves the columns and widths of the place alone when it is left or deleted", async () => {
    for (const away of ["Leave the view", "Delete view"]) {
      await open("");
      await choose("Shore");
      expect(settings.columns).toEqual(["labels"]);
      await choose(away);
      expect(new URLSearchParams(window.location.search).has("saved")).toBe(false);
      expect(settings).toMatchObject({ filter: inView.filter, columns: inPlace.columns, widths: inPlace.widths });
      cleanup();
    }
  });

  it("says that a view is saved once the node has accepted it", async () => {
    let accept: (answer: Answer) => void = () => undefined;
    answer = () => new Promise((resolve) => (accept = resolve));
    await open("?filter=assignee+%3D+me+or+due+%3D+today");
    await choose("Save as new view…");
    await press("Save view");
    expect(new URLSearchParams(window.location.search).has("saved")).toBe(true);
    expect(useTold.getState().told).toBeNull();
    await act(async () => accept(accepted));
    expect(useTold.getState().told?.text).toBe("Saved the view “Mine”");
    expect(new URLSearchParams(window.location.search).has("saved")).toBe(true);
  });

  it("is left again when the node refuses to save it, unless another one is open by then", async () => {
    for (const other of [null, "Shore"]) {
      let refuse: (answer: Answer) => void = () => undefined;
      answer = () => new Promise((resolve) => (refuse = resolve));
      await open("?filter=assignee+%3D+me+or+due+%3D+today");
      await choose("Save as new view…");
      await press("Save view");
      if (other !== null) await choose(other);
      await act(async () => refuse({ ok: false, error: { code: "too_many", message: "Too many views" } }));
      expect(useTold.getState().told).toBeNull();
      expect(new URLSearchParams(window.location.search).get("saved")).toBe(other && "shore");
      expect(settings.filter).toBe(inView.filter);
      cleanup();
    }
  });
});

import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type * as Room from "@/sync/texts/room";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf, viewer } from "@/sync/testing/capabilities";
import { ana, list, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { FakeTextNode } from "@/sync/testing/textNode";
import { settle, TextPage } from "@/sync/testing/textPage";
import type { TextHandle } from "@/sync/texts/room";
import { elementsOf, rootOf, treeOf, wordsOf } from "@/sync/texts/tree";
import { blocksOf } from "@/sync/texts/fromMarkdown";
import type * as Y from "yjs";
import type { Capabilities } from "@/wire/generated";
import { TicketPlaceProvider } from "../place";
import { LaterEditor } from "../text-editor/LaterEditor";
import { Description } from "./Description";

const task = ticket(1, { lists: [{ listId: list(1).id, rank: "V" }] });
let node: FakeTextNode;
let page: TextPage;

vi.mock("@/sync/texts/room", async (original) => ({
  ...(await original<typeof Room>()),
  textHandle: (ticketId: string): TextHandle => ({
    subscribe: (listener) => page.texts.open(ticketId, listener).release,
    state: () => page.text.state,
    dismissLost: (id) => page.text.dismissLost(id),
    adopt: (update) => page.text.adopt(update),
  }),
}));

async function shown({ text = "First.\n\nSecond.", capabilities = capabilitiesOf.owner as Capabilities, version = 1 } = {}) {
  useTroupe.setState({ ...viewOf({ ...smallTables(), ticket: { [task.id]: task } }, workspaceId), me: ana, capabilities, connection: "live", presence: [] });
  node = new FakeTextNode();
  const doc = node.make(task.id, []);
  rootOf(doc).insert(0, elementsOf(blocksOf(text)) as Y.XmlElement[]);
  page = new TextPage(node, task.id);
  page.connect(version);
  await settle(page);
  const place = { hrefOf: (id: string) => `/${id}`, open: () => undefined, close: () => undefined };
  return render(
    <TicketPlaceProvider value={place}>
      <Description ticket={task} now={text} outdated={false} />
    </TicketPlaceProvider>,
  );
}

const editor = () => screen.findByRole("textbox", { name: "Description" });
const words = () => wordsOf(treeOf(page.doc));

// On a busy machine, loading the editor takes longer than a test may.
beforeAll(async () => void (await LaterEditor.load()), 60_000);
beforeEach(() => {
  document.elementFromPoint = () => null;
});
afterEach(() => page.text.stop());

describe("a description", () => {
  it("is read as formatted text, and edited once a person asks for it", async () => {
    await shown();
    expect(screen.queryByRole("textbox")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Edit description" }));
    const text = await editor();
    expect([text.textContent, text.getAttribute("contenteditable"), text.getAttribute("aria-multiline")]).toEqual(["First.Second.", "true", "true"]);
    await waitFor(() => expect(document.activeElement).toBe(text));
    expect(screen.getByRole("toolbar", { name: "Formatting" })).toBeTruthy();
  });

  it("shows what others write while the person reads", async () => {
    await shown({ capabilities: viewer });
    expect(screen.queryByRole("button", { name: "Edit description" })).toBeNull();
    act(() => useTroupe.setState({ presence: [{ connection: "c", userId: Object.keys(useTroupe.getState().members).find((id) => id !== ana) ?? "", ticketId: task.id, field: "description", state: "editing", since: "2026-01-05T00:00:00Z" }] as never }));
    const text = await editor();
    expect([text.getAttribute("contenteditable"), text.getAttribute("aria-readonly")]).toEqual(["false", "true"]);
    act(() => page.type(" Live.", undefined, 0));
    expect(text.textContent).toBe("First. Live.Second.");
  });

  it("says what becomes of the changes", async () => {
    await shown();
    await userEvent.click(screen.getByRole("button", { name: "Edit description" }));
    await editor();
    act(() => page.type(" More", undefined, 0));
    await screen.findByText("Saving…");
    await act(() => settle(page));
    await screen.findByText("Saved");
    expect(words()).toBe("First. More\nSecond.");
    act(() => {
      page.disconnect();
      useTroupe.setState({ connection: "offline" });
    });
    act(() => page.type("!", undefined, 0));
    await screen.findByText("Offline. Changes will be saved when you reconnect.");
  });

  it("tx7 offers a text that the node refused", async () => {
    await shown();
    await userEvent.click(screen.getByRole("button", { name: "Edit description" }));
    await editor();
    node.refuse = () => ({ code: "too_many", waitMs: 0 });
    act(() => page.type(" too much", undefined, 0));
    await act(() => settle(page));
    const notice = await screen.findByRole("alert");
    expect(notice.textContent).toContain("The description is too long.");
    expect(notice.textContent).toContain("First. too much");
    await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("tx1 is read-only in front of a node that does not speak texts", async () => {
    await shown({ version: 0 });
    await userEvent.click(screen.getByRole("button", { name: "Edit description" }));
    await screen.findByText("You can't edit descriptions until the server update has finished.");
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("is ticked where it is read", async () => {
    await shown({ text: "- [ ] measure\n- [ ] mend" });
    await userEvent.click(screen.getByRole("checkbox", { name: "mend" }));
    await waitFor(() => expect(treeOf(page.doc)).toMatchObject([{ content: [{ attrs: { checked: false } }, { attrs: { checked: true } }] }]));
  });

  it("has a button where it is empty", async () => {
    await shown({ text: "" });
    await userEvent.click(screen.getByRole("button", { name: "Add a description" }));
    const text = await editor();
    await waitFor(() => expect(document.activeElement).toBe(text));
  });
});

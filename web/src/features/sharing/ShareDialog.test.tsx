import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { closeOverlay, openOverlay, useOverlay } from "@/lib/overlays";
import type * as Store from "@/sync/store";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, ben, list, member, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import type { Capability, Command, Level, Share } from "@/wire/generated";
import { ShareDialog } from "./ShareDialog";

// A dialog takes the pointer events of the page, and its own do not inherit from there in this DOM.
const user = userEvent.setup({ pointerEventsCheck: 0 });
const dispatched: Command[] = [];
vi.mock("@/sync/store", async (original) => ({
  ...(await original<typeof Store>()),
  dispatch: (command: Command) => Promise.resolve(void dispatched.push(command)),
  dispatchAll: (commands: Command[]) => Promise.resolve(void dispatched.push(...commands)),
}));

const cleo = "0190a000-0000-7000-8000-00000000000c";
const listId = list(1).id;
const share = (userId: string, level: Level): Share => ({ id: userId, listId, userId, level, createdAt: "2026-01-02T09:00:00Z" });
const managing: Capability[] = ["read", "restrictLists", "editTickets"];
const words: Record<Level, Capability[]> = { manage: managing, edit: ["read", "editTickets"], comment: ["read", "comment"], view: ["read"] };

/** Signs Ana in, with the shares of the list. */
async function as(...shares: Share[]): Promise<void> {
  const mine = shares.find(({ userId }) => userId === ana)?.level as Level | undefined;
  const named = (id: string, firstname: string, role: "member" | "guest" = "member") => ({ ...member(id, role), firstname, lastname: "" });
  const tables = {
    ...smallTables(),
    member: { [ana]: named(ana, "Ana"), [ben]: named(ben, "Ben"), [cleo]: named(cleo, "Cleo", "guest") },
    share: Object.fromEntries(shares.map((one) => [one.id, one])),
  };
  const capabilities = { may: [...managing, "leave" as const], members: capabilitiesOf.member.members, ...(mine && { lists: { [listId]: mine }, levels: { [mine]: words[mine] } }) };
  useTroupe.setState({ ...viewOf(tables, workspaceId), me: ana, capabilities });
  openOverlay({ kind: "share", listId });
  await act(async () => void render(<ShareDialog slug="acme" workspace={{ name: "Acme" }} />));
  await dialog();
}

const dialog = () => screen.findByRole("dialog", { name: "Share “List 1”" });
const press = async (name: string | RegExp) => act(async () => user.click(await screen.findByRole("button", { name })));
const line = async (name: string) => within(await dialog()).getByRole("listitem", { name });

beforeAll(() => Promise.all([import("@/ui/PopoverParts"), import("@/ui/PickerList"), import("@/ui/MenuParts"), import("@/ui/DialogParts")]));
beforeEach(() => {
  dispatched.length = 0;
  closeOverlay();
});

describe("the dialog that shares a list", () => {
  it("adds several people at once with one level; a guest manages no list (ls2)", async () => {
    await as(share(ana, "manage"));
    await press("Add people");
    for (const name of ["Ben", "Cleo"]) await act(async () => user.click(await screen.findByRole("option", { name: new RegExp(name) })));
    await act(async () => user.keyboard("{Escape}"));
    await press(/^Access for new people/);
    const manage = await screen.findByRole("menuitemcheckbox", { name: /^Manage/ });
    expect(manage.getAttribute("aria-disabled")).toBe("true");
    await act(async () => user.click(screen.getByRole("menuitemcheckbox", { name: "Comment" })));
    await press("Add");
    expect(dispatched).toEqual([ben, cleo].map((userId) => ({ kind: "share.set", listId, userId, level: "comment" })));
  });

  it("changes the level of a person and removes them", async () => {
    await as(share(ana, "manage"), share(ben, "edit"));
    await act(async () => user.click(within(await line("Ben")).getByRole("button")));
    await act(async () => user.click(await screen.findByRole("menuitemcheckbox", { name: "View" })));
    await act(async () => user.click(within(await line("Ben")).getByRole("button")));
    await act(async () => user.click(await screen.findByRole("menuitem", { name: "Remove" })));
    expect(dispatched).toEqual([
      { kind: "share.set", listId, userId: ben, level: "view" },
      { kind: "share.remove", listId, userId: ben },
    ]);
  });

  it("ls3: tells the last manager why they can neither step down nor leave", async () => {
    await as(share(ana, "manage"), share(ben, "edit"));
    await act(async () => user.click(within(await line("Ana")).getByRole("button")));
    const items = [...(await screen.findAllByRole("menuitemcheckbox")), screen.getByRole("menuitem", { name: /^Leave list/ })];
    const because = "A restricted list needs at least one person who manages it.";
    expect(items.map((item) => [item.getAttribute("aria-disabled") === "true", item.textContent?.includes(because)])).toEqual([
      [false, false],
      [true, true],
      [true, true],
      [true, true],
      [true, true],
    ]);
  });

  it("lets a person without the level manage only read, and leave after a question", async () => {
    await as(share(ana, "view"), share(ben, "manage"));
    const buttons = within(await dialog()).getAllByRole("button").map((button) => button.getAttribute("aria-label") ?? button.textContent);
    expect(buttons).toEqual(["Access of Ana: View", "Copy link", "Done", "Close"]);
    await press("Access of Ana: View");
    await act(async () => user.click(await screen.findByRole("menuitem", { name: "Leave list" })));
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain("You will no longer see this list and its 4 tasks.");
    expect(dispatched).toEqual([]);
    await act(async () => user.click(within(question).getByRole("button", { name: "Leave list" })));
    expect(dispatched).toEqual([{ kind: "share.remove", listId, userId: ana }]);
  });

  it("stays open while a list changes its scope, and closes if the list is no longer there", async () => {
    await as(share(ana, "manage"));
    const { lists } = useTroupe.getState();
    await act(async () => useTroupe.setState({ lists: {}, shares: {} }));
    await dialog();
    await act(async () => useTroupe.setState({ lists }));
    await within(await dialog()).findByText("Everyone in Acme");
    await act(async () => useTroupe.setState({ lists: {} }));
    await vi.waitFor(() => expect(useOverlay.getState().overlay).toBeNull(), { timeout: 5000 });
  });
});

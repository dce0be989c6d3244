import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as Store from "@/sync/store";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, ben, list, member, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import type { Command } from "@/wire/generated";
import { Title } from "./Title";

const dispatched: Command[] = [];
vi.mock("@/sync/store", async (original) => ({
  ...(await original<typeof Store>()),
  dispatch: (command: Command) => Promise.resolve(void dispatched.push(command)),
  dispatchAll: (commands: Command[]) => Promise.resolve((dispatched.push(...commands), [])),
}));

const task = ticket(1, { lists: [{ listId: list(1).id, rank: "V" }] });
const describing = vi.fn<() => void>();

async function shown() {
  const tables = { ...smallTables(), member: { [ana]: member(ana, "owner"), [ben]: { ...member(ben), firstname: "Ben", lastname: "Nevis" } }, ticket: { [task.id]: task } };
  useTroupe.setState({ ...viewOf(tables, workspaceId), me: ana, capabilities: capabilitiesOf.owner, presence: [], details: {} });
  const view = render(<Body />);
  const user = userEvent.setup();
  await act(async () => user.click(screen.getByRole("button", { name: task.title })));
  return { user, ...view };
}

function Body() {
  const shownTask = useTroupe((state) => state.tickets[task.id]);
  return (
    <div data-ticket-body>
      {shownTask && <Title ticket={shownTask} />}
      <button type="button" data-edit-description onClick={describing}>Edit description</button>
    </div>
  );
}

const keys = (user: ReturnType<typeof userEvent.setup>, text: string) => act(async () => user.keyboard(text));
const saved = (title: string) => ({ kind: "ticket.update", ticketId: task.id, patch: { title } });

beforeEach(() => {
  localStorage.clear();
  dispatched.length = 0;
  describing.mockClear();
});

describe("the title of an open task", () => {
  it("is saved with Enter, which goes on to the description", async () => {
    const { user } = await shown();
    await keys(user, " again{Enter}");
    expect(dispatched).toEqual([saved("Ticket 1 again")]);
    expect(describing).toHaveBeenCalledOnce();
  });

  it("is saved with Esc, which stays at the title, and by leaving the field", async () => {
    const { user } = await shown();
    await keys(user, " again{Escape}");
    expect(dispatched).toEqual([saved("Ticket 1 again")]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: task.title }));
    await keys(user, "{Enter}");
    await keys(user, " and again");
    await act(async () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Title" }).blur());
    expect(dispatched.at(-1)).toEqual(saved("Ticket 1 and again"));
    expect(describing).not.toHaveBeenCalled();
  });

  it("stays in its field with Enter if it is too long", async () => {
    const { user } = await shown();
    await act(async () => user.paste("a".repeat(600)));
    await keys(user, "{Enter}");
    expect(dispatched).toEqual([]);
    expect(describing).not.toHaveBeenCalled();
    expect(screen.getByRole("textbox", { name: "Title" }).getAttribute("aria-invalid")).toBe("true");
  });

  /** Ben renames the task. */
  const rename = (title: string) =>
    act(async () => {
      const renamed = { id: "a1", ticketId: task.id, kind: "nameChange", userId: ben, message: null, data: { from: task.title, to: title }, createdAt: "2026-01-02T09:00:00Z", updatedAt: null };
      useTroupe.setState({ tickets: { [task.id]: { ...task, title } }, details: { [task.id]: { activities: [renamed] } } as never });
    });
  const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Title" });

  it("stays as it is typed when another person renames the task, and says who did", async () => {
    const { user } = await shown();
    await keys(user, " again");
    await rename("Ben's title");
    expect(field().value).toBe("Ticket 1 again");
    screen.getByText(/^Ben Nevis changed this\. Your title is saved when you leave the field\.$/);
    await keys(user, "{Escape}");
    expect(dispatched).toEqual([saved("Ticket 1 again")]);
  });

  it("follows the other person as long as nothing is typed", async () => {
    const { user } = await shown();
    await rename("Ben's title");
    expect([field().value, screen.queryByText(/changed this/)]).toEqual(["Ben's title", null]);
    await keys(user, "{Escape}");
    expect(dispatched).toEqual([]);
  });

  it("gives way to the newer one on request, by keyboard as well, and comes back", async () => {
    const { user } = await shown();
    await keys(user, " again");
    await rename("Ben's title");
    await keys(user, "{Tab}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "View theirs" }));
    await keys(user, "{Enter}");
    expect([field().value, document.activeElement]).toEqual(["Ben's title", field()]);
    screen.getByText("Ben Nevis entered this.");
    await act(async () => user.click(screen.getByRole("button", { name: "Back to mine" })));
    expect(field().value).toBe("Ticket 1 again");
    await act(async () => field().blur());
    expect(dispatched).toEqual([saved("Ticket 1 again")]);
  });

  it("is not written again if the person takes the newer one", async () => {
    const { user } = await shown();
    await keys(user, " again");
    await rename("Ben's title");
    await act(async () => user.click(screen.getByRole("button", { name: "View theirs" })));
    await keys(user, "{Escape}");
    expect(dispatched).toEqual([]);
    screen.getByRole("button", { name: "Ben's title" });
  });
});

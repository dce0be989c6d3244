import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Clock, Ids } from "@/sync/platform/ids";
import type { Command } from "@/wire/generated";
import { rename, row, write } from "./support/list";
import { until } from "./support/node";
import { goOffline } from "./support/offline";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";
import { tapped, type Tap } from "./support/tap";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
});
afterAll(() => stage?.close());

/** Ada owns the workspace and edits over the API. Ben is a member without stored data, and will go offline. */
beforeEach(async () => {
  ben = await stage.person("Ben Nevis");
  workspace = await ada.makeWorkspace("Away", "AWA");
  await ada.invite(ben, workspace);
  await ben.goto(`/w/${workspace.id}`);
});
afterEach(() => ben.context.close());

const ids = new Ids(new Clock());
const adaDoes = (command: Command) => ada.call(`/api/workspaces/${workspace.id}/commands`, { id: ids.next(), command });

type Row = { id: string; title: string; name: string; statusId: string; category: string; parentTicketId: string | null };

/** The node's rows of one kind. */
async function rows(entity: string): Promise<Row[]> {
  return (await ada.snapshot(workspace)).flatMap((line) => (line.entity === entity ? [line.data as Row] : []));
}
const ticketCalled = async (title: string) => (await rows("ticket")).find((ticket) => ticket.title === title);
const idOf = async (title: string) => (await ticketCalled(title))?.id ?? "";

const openList = (page: Page) => /\/list\/([^/]+)/.exec(new URL(page.url()).pathname)?.[1] ?? "";

async function away(work: (page: Page) => Promise<void>): Promise<void> {
  await goOffline(ben.context);
  await work(ben.page);
}

const refused = (page: Page) => page.getByRole("status").filter({ hasText: "not saved." });

async function refusals(page: Page): Promise<string[]> {
  await refused(page).getByRole("button", { name: "Show edits" }).click();
  const edits = page.getByRole("dialog").getByRole("listitem");
  await edits.first().waitFor();
  return Promise.all((await edits.all()).map(async (edit) => (await edit.getAttribute("aria-label")) ?? ""));
}

async function setStatus(page: Page, title: string, status: string) {
  await row(page, title).getByRole("button", { name: /^Status of/ }).click();
  await page.getByRole("option", { name: status }).click();
}

describe("F-51 a user who returns after an hour", () => {
  it("finds the last writer's value in each field, and both edits of two fields", async () => {
    await write(ben.page, "A");
    await until("it is there", async () => (await idOf("A")) !== "");
    const ticketId = await idOf("A");
    await away((page) => rename(page, "A", "Ben's title"));
    await adaDoes({ kind: "ticket.update", ticketId, patch: { title: "Ada's title", priority: "day" } });
    await ben.context.setOffline(false);
    await until("both stand", async () => JSON.stringify(await rows("ticket")).includes(`"priority":"day"`) && (await idOf("Ben's title")) === ticketId);
    await row(ben.page, "Ben's title").waitFor();
    expect(await refused(ben.page).count()).toBe(0);
  });

  it("sees their edit of a deleted task, with its text", async () => {
    await write(ben.page, "Doomed");
    await until("it is there", async () => (await idOf("Doomed")) !== "");
    const ticketId = await idOf("Doomed");
    await away((page) => rename(page, "Doomed", "Words that are not to be lost"));
    await adaDoes({ kind: "ticket.trash", ticketId });
    await adaDoes({ kind: "ticket.delete", ticketId });
    await ben.context.setOffline(false);
    expect(await refusals(ben.page)).toEqual(["Title of a deleted task"]);
    await ben.page.getByRole("dialog").getByText("Words that are not to be lost").waitFor();
    expect(await rows("ticket")).toEqual([]);
    // The banner shows the refusal, so no toast does.
    expect(await ben.page.getByText(/^Not saved:/).count()).toBe(0);
  });

  it("sees their edit with a deleted status; the task has the replacement", async () => {
    await write(ben.page, "Workflow");
    await until("it is there", async () => (await idOf("Workflow")) !== "");
    // The picker's chunk loads when it first opens, unless it has loaded in the background.
    await row(ben.page, "Workflow").getByRole("button", { name: /^Status of/ }).click();
    await ben.page.getByRole("option", { name: "Done" }).waitFor();
    await ben.page.keyboard.press("Escape");
    await away((page) => setStatus(page, "Workflow", "Done"));
    const statuses = await rows("status");
    const [done, todo] = ["Done", "To do"].map((called) => statuses.find(({ name }) => name === called)?.id ?? "");
    await adaDoes({ kind: "status.delete", statusId: done ?? "", moveTo: todo ?? "" });
    await ben.context.setOffline(false);
    // The edit holds no text of Ben's, so a toast shows it once and no banner keeps it.
    await ben.page.getByText(/^Not saved: Status of AWA-1\./).waitFor();
    expect((await ticketCalled("Workflow"))?.statusId).not.toBe(done);
  });

  it("sees the task that they created in a deleted list", async () => {
    const { page } = ben;
    await write(page, "In the list before");
    await away((there) => write(there, "Made on a train"));
    await adaDoes({ kind: "list.delete", listId: openList(page) });
    await ben.context.setOffline(false);
    expect(await refusals(page)).toEqual(["New task"]);
    await page.getByRole("dialog").getByText("Made on a train").waitFor();
    expect(await ada.titles(workspace)).toEqual(["In the list before"]);
  });

  it("sees their lost edits after a removal from the workspace", async () => {
    // Ada's ticket, so that Ben has no command in flight: a saved command whose answer was lost would count as his.
    await adaDoes({ kind: "ticket.create", ticketId: ids.next(), title: "Shared", listIds: [openList(ben.page)] });
    await row(ben.page, "Shared").waitFor();
    await away(async (page) => {
      await rename(page, "Shared", "Ben's last words");
      await write(page, "And one more");
    });
    await adaDoes({ kind: "member.remove", userId: ben.id });
    await ben.context.setOffline(false);
    const { page } = ben;
    await page.getByText("2 edits couldn't be saved:").waitFor();
    const edits = page.getByRole("list", { name: "Unsaved edits" });
    for (const words of ["Ben's last words", "And one more"]) await edits.getByText(words).waitFor();
    await ben.shot("access-lost-with-edits");
    // The notice also appears on the next page that they open.
    await page.goto("/");
    await page.getByText("2 edits were never sent.").waitFor();
    await ben.shot("left-behind");
    await page.getByRole("button", { name: "Show edits" }).click();
    for (const left of [1, 0]) {
      await page.getByRole("dialog").getByRole("button", { name: "Discard" }).first().click();
      await until("it is gone", async () => (await page.getByRole("dialog").getByRole("listitem").count()) === left);
    }
    await page.getByText("never sent").waitFor({ state: "detached" });
    expect(await ada.titles(workspace)).toEqual(["Shared"]);
  });

  /** Ben, an admin, renames the workspace offline, and returns as a member. */
  async function renamesAsMember({ beforeReturn }: { beforeReturn: () => Promise<void> }) {
    await adaDoes({ kind: "member.setRole", userId: ben.id, role: "admin" });
    const { page } = ben;
    await page.goto(`/w/${workspace.id}/settings/general`);
    const field = page.getByRole("textbox", { name: "Name" });
    await until("he may", () => field.isEditable());
    await goOffline(ben.context);
    await field.fill("Ben's workspace");
    await field.press("Enter");
    await page.getByText("1 edit").waitFor();
    await adaDoes({ kind: "member.setRole", userId: ben.id, role: "member" });
    await beforeReturn();
    await ben.context.setOffline(false);
    expect(await refusals(page)).toEqual(["Change to the workspace"]);
    await page.getByRole("dialog").getByText("Ben's workspace").waitFor();
  }

  it("sees each edit that their new role may not make", () => renamesAsMember({ beforeReturn: () => Promise.resolve() }));

  it("sees the list of these edits although it could not be loaded without a network", async () => {
    const notices = "**/assets/Notices-*.js";
    let stopped = 0;
    await ben.context.route(notices, (route) => {
      stopped += 1;
      return route.abort();
    });
    await renamesAsMember({
      beforeReturn: async () => {
        await until("it was asked for", async () => stopped > 0);
        await ben.context.unroute(notices);
      },
    });
  });
});

describe("an edit with text that is refused while its author is online", () => {
  let tap: Tap;
  /** Makes the server refuse each title of Ben's, because it arrives too long. */
  const stretched = (frame: Parameters<Tap["up"]>[0]) => {
    const command = frame.command as Command | undefined;
    return command?.kind === "ticket.update" ? { ...frame, command: { ...command, patch: { title: "x".repeat(501) } } } : frame;
  };
  const toast = (page: Page) => page.getByRole("listitem").filter({ hasText: "Not saved: Title of AWA-1." });

  beforeEach(async () => {
    tap = await tapped(ben.context);
    await ben.page.reload();
    await write(ben.page, "Short");
    await until("it is there", async () => (await idOf("Short")) !== "");
    tap.up = stretched;
    // The row shows the new title only until the answer arrives.
    await rename(ben.page, "Short", "Refused", false);
    await toast(ben.page).waitFor();
    await row(ben.page, "Short").waitFor();
  });

  it("is shown once: the toast stays until the author discards the text, and no banner repeats it", async () => {
    const { page } = ben;
    expect(await refused(page).count()).toBe(0);
    await ben.shot("refused-online");
    await toast(page).getByRole("button", { name: "Discard" }).click();
    await toast(page).waitFor({ state: "detached" });
    expect(await refused(page).count()).toBe(0);
  });

  it("shows the text, and the banner keeps what the author leaves undecided", async () => {
    const { page } = ben;
    await toast(page).getByRole("button", { name: "Show" }).click();
    await page.getByRole("dialog").getByText("Refused", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    expect(await refusals(page)).toEqual(["Title of AWA-1"]);
    tap.up = (frame) => frame;
    await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
    await until("it is saved", async () => (await idOf("Refused")) !== "");
    await refused(page).waitFor({ state: "detached" });
  });

  it("stays in its toast beside another one, and moves to the banner when a later refusal takes the place of its toast", async () => {
    const { page } = ben;
    await row(page, "Short").getByRole("gridcell").nth(0).click({ button: "right" });
    await page.getByRole("menuitem", { name: /^Copy link/ }).click();
    await expect.poll(() => page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem").count()).toBe(2);
    await toast(page).waitFor();
    expect(await refused(page).count()).toBe(0);
    await rename(page, "Short", "Refused again", false);
    await refused(page).filter({ hasText: "1 edit not saved." }).waitFor();
    await expect.poll(() => toast(page).count()).toBe(1);
    expect(await refusals(page)).toEqual(["Title of AWA-1", "Title of AWA-1"]);
    for (const text of ["Refused", "Refused again"]) await page.getByRole("dialog").getByText(text, { exact: true }).waitFor();
  });
});

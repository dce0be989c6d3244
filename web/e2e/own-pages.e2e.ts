import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { gridOf, row } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot, shots } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
let done: string;
const [overdue, due, someday, over] = [1, 2, 3, 4].map(() => randomUUID()) as [string, string, string, string];

const day = (by: number) => new Date(Date.now() + by * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  done = String((await ada.snapshot(workspace)).find(({ entity, data }) => entity === "status" && data.name === "Done")?.data.id);
  const give = (ticketId: string, title: string, more: Record<string, unknown> = {}) => ada.send(workspace, { kind: "ticket.create", ticketId, title, assigneesIds: [ben.id], ...more });
  await give(overdue, "Mend the nets", { dueDate: day(-3) });
  await give(due, "Buy rope", { dueDate: day(0) });
  await give(randomUUID(), "Repair the pier", { dueDate: day(40) });
  await give(someday, "Paint the boat");
  await give(over, "Sell fish", { statusId: done });
  await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Count the crates", assigneesIds: [ada.id] });
});
afterAll(() => stage?.close());

const group = (page: Page, name: string) => page.getByRole("gridcell", { name, exact: true });
const sidebar = ({ page }: Person) => page.getByRole("navigation", { name: "Workspace" });

/** Waits for the list of a phone, and saves a screenshot of it. */
async function shootPhone(page: Page, name: string, title: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("listitem").filter({ hasText: title }).first().waitFor();
  await page.screenshot({ path: join(shots, `${name}-phone.png`), animations: "disabled" });
  await page.setViewportSize({ width: 1440, height: 900 });
}

describe("the tasks that are assigned to a person", () => {
  it("are the first page of a workspace, by due date, without completed tasks", async () => {
    const { page } = ben;
    await page.goto(`/w/${workspace.key}`);
    await page.waitForURL("**/mine?group=due&sort=due&show=open");
    for (const name of ["Overdue, 1 task", "Today, 1 task", "Later, 1 task", "No date, 1 task"]) await group(page, name).waitFor();
    expect(await row(page, "Count the crates").count()).toBe(0);
    await page.getByRole("checkbox", { name: "Show completed" }).check();
    await group(page, "No date, 2 tasks").waitFor();
    await page.waitForURL("**/mine?group=due&sort=due");
    await page.reload();
    await group(page, "No date, 2 tasks").waitFor();
    await page.getByRole("checkbox", { name: "Show completed" }).uncheck();
    await group(page, "No date, 1 task").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "mine");
    await shootPhone(page, "mine", "Buy rope");
  });

  it("stand in a group of their own at the bottom for the rest of the day on which they are completed", async () => {
    const { page } = ben;
    const below = group(page, "Completed today, 1 task");
    await below.waitFor();
    await row(page, "Sell fish").waitFor();
    await below.hover();
    expect(await page.getByRole("button", { name: "New task in Completed today" }).count()).toBe(0);
    await page.getByRole("button", { name: "Collapse Completed today" }).click();
    await row(page, "Sell fish").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Expand Completed today" }).click();
    await row(page, "Sell fish").waitFor();
    await page.keyboard.press("/");
    await page.getByRole("searchbox", { name: "Find in list" }).fill("fish");
    await below.waitFor({ state: "detached" });
    await page.getByRole("searchbox", { name: "Find in list" }).fill("");
    await below.waitFor();
  });

  it("move to another group when another person changes the date", async () => {
    await ada.send(workspace, { kind: "ticket.update", ticketId: someday, patch: { dueDate: day(0) } });
    await group(ben.page, "Today, 2 tasks").waitFor();
    await group(ben.page, "No date, 1 task").waitFor({ state: "detached" });
  });

  it("get the date of the group in which they are created", async () => {
    const { page } = ben;
    await group(page, "Today, 2 tasks").hover();
    await page.getByRole("button", { name: "New task in Today" }).first().click();
    await page.keyboard.type("Ring the bell");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await group(page, "Today, 3 tasks").waitFor();
    // The page shows the task before the node has stored it.
    const stored = async () => (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "ticket" && data.title === "Ring the bell")?.data;
    await expect.poll(stored).toMatchObject({ dueDate: day(0), assigneesIds: [ben.id] });
  });
});

describe("the tasks that a person has completed", () => {
  it("are only their own tasks, by day, the latest first", async () => {
    await ben.send(workspace, { kind: "ticket.update", ticketId: overdue, patch: { statusId: done } });
    await ben.page.keyboard.press("Escape");
    await ben.page.getByRole("heading", { level: 1 }).click();
    await ben.page.keyboard.press("g");
    await ben.page.keyboard.press("d");
    await ben.page.getByRole("heading", { level: 1, name: "Completed by me" }).waitFor();
    await group(ben.page, "Today, 1 task").waitFor();
    await row(ben.page, "Mend the nets").waitFor();
    expect(await ben.page.getByRole("button", { name: /^New task in/ }).count()).toBe(0);
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "completed");
    await ada.goto(`/w/${workspace.key}/completed`);
    await row(ada.page, "Sell fish").waitFor();
    expect(await row(ada.page, "Mend the nets").count()).toBe(0);
  });
});

describe("the tasks that a person follows", () => {
  it("do not include muted tasks, and include tasks that the person subscribes to", async () => {
    const { page } = ben;
    await page.goto(`/w/${workspace.key}/subscribed`);
    await row(page, "Buy rope").waitFor();
    expect(await row(page, "Count the crates").count()).toBe(0);
    await ben.send(workspace, { kind: "subscription.update", ticketId: due, patch: { muted: true } });
    await row(page, "Buy rope").waitFor({ state: "detached" });
    const crates = (await ada.snapshot(workspace)).find(({ data }) => data.title === "Count the crates")?.data.id;
    await ben.send(workspace, { kind: "subscription.update", ticketId: crates, patch: { manual: true } });
    await row(page, "Count the crates").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "subscribed");
  });

  it("are left by several at once, which can be undone", async () => {
    const { page } = ben;
    const rows = gridOf(page).getByRole("link");
    const many = await rows.count();
    expect(many).toBeGreaterThan(2);
    for (const [title, key] of [["Count the crates", "HAR-6"], ["Mend the nets", "HAR-1"]] as const) {
      await row(page, title).hover();
      await page.getByRole("checkbox", { name: `Select ${key}`, exact: true }).click();
    }
    await page.getByRole("toolbar", { name: "2 selected" }).getByRole("button", { name: "Unsubscribe" }).click();
    await expect.poll(() => rows.count()).toBe(many - 2);
    await page.getByRole("listitem").filter({ hasText: "Unsubscribed from 2 tasks" }).getByRole("button", { name: /^Undo/ }).click();
    await expect.poll(() => rows.count()).toBe(many);
  });
});

describe("the sidebar", () => {
  it("shows the pages that a person chooses, also after a reload, and never hides required ones", async () => {
    const { page } = ben;
    expect(await sidebar(ben).getByRole("link", { name: "Subscribed by me" }).count()).toBe(0);
    await sidebar(ben).getByRole("button", { name: /Harbour/ }).first().click();
    await page.getByRole("menuitem", { name: "Customize sidebar…" }).click();
    const dialog = page.getByRole("dialog", { name: "Customize sidebar" });
    await dialog.getByRole("checkbox", { name: "Subscribed by me" }).check();
    await dialog.getByRole("checkbox", { name: "Trash" }).uncheck();
    for (const name of ["Inbox", "Roadmap", "Assigned to me"]) expect(await dialog.getByRole("checkbox", { name }).isDisabled()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "customize-sidebar");
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.reload();
    await sidebar(ben).getByRole("link", { name: "Subscribed by me" }).click();
    await page.getByRole("heading", { level: 1, name: "Subscribed by me" }).waitFor();
    expect(await sidebar(ben).getByRole("link", { name: "Trash" }).count()).toBe(0);
  });

  it("has its pages in the order that a person gives them, by dragging and by the menu, also after a reload", async () => {
    const { page } = ben;
    // The dialog hides the sidebar from screen readers, so the lines are not found by their roles.
    const first = async () => (await page.locator('[data-section="sidebar"] a [title]').allTextContents()).slice(0, 4);
    await expect.poll(first).toEqual(["Home", "Inbox", "Roadmap", "Assigned to me"]);
    await sidebar(ben).getByRole("button", { name: /Harbour/ }).first().click();
    await page.getByRole("menuitem", { name: "Customize sidebar…" }).click();
    const line = (name: string) => page.getByRole("dialog", { name: "Customize sidebar" }).getByRole("listitem").filter({ hasText: name });
    await line("Inbox").getByRole("button", { name: "Actions for page Inbox" }).click();
    await page.getByRole("menuitem", { name: "Move up" }).click();
    await expect.poll(first).toEqual(["Inbox", "Home", "Roadmap", "Assigned to me"]);
    // The code for dragging is loaded after the page.
    await line("Assigned to me").locator("[draggable=true]").waitFor();
    const [from, to] = await Promise.all(["Assigned to me", "Inbox"].map((name) => line(name).boundingBox()));
    if (!from || !to) throw new Error("a page is not in sight");
    await page.mouse.move(from.x + 160, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + 162, from.y + from.height / 2 - 6);
    await page.mouse.move(to.x + 160, to.y + to.height / 4, { steps: 4 });
    // A browser accepts a drop only at a place that has accepted a move before.
    await page.mouse.move(to.x + 161, to.y + to.height / 4);
    await page.mouse.up();
    await expect.poll(first).toEqual(["Assigned to me", "Inbox", "Home", "Roadmap"]);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "customize-sidebar-order");
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await page.reload();
    await expect.poll(first).toEqual(["Assigned to me", "Inbox", "Home", "Roadmap"]);
  });
});

describe("the page of a person", () => {
  it("shows who they are, whether they are here, and their open tasks, live", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/settings/users`);
    await page.getByRole("table", { name: "Users of the workspace" }).getByRole("link", { name: "Ben Kaduk" }).click();
    await page.getByRole("heading", { level: 1, name: "Ben Kaduk" }).waitFor();
    const head = page.getByRole("region", { name: "Person" });
    await head.getByText("Online").waitFor();
    await head.getByText("4 open tasks").waitFor();
    const weeks = head.getByRole("list", { name: "Open tasks by the week in which they are due" }).getByRole("listitem");
    await expect.poll(async () => (await weeks.allTextContents()).filter((week) => /^\d+(?:This week|Later|No date|Overdue)$/.test(week))).toEqual(["0Overdue", "3This week", expect.stringMatching(/^[01]Later$/), "0No date"]);
    await row(page, "Buy rope").waitFor();
    expect(await row(page, "Mend the nets").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "person");
    await shootPhone(page, "person", "Buy rope");
    await ben.send(workspace, { kind: "ticket.update", ticketId: due, patch: { statusId: done } });
    await row(page, "Buy rope").waitFor({ state: "detached" });
    await page.getByRole("checkbox", { name: "Show completed" }).check();
    await row(page, "Buy rope").waitFor();
    await ben.page.goto("about:blank");
    await head.getByText("Offline").waitFor();
  });

  it("shows what the person did last, and leads to these tasks from the keyboard", async () => {
    const { page } = ada;
    await ben.send(workspace, { kind: "comment.create", commentId: randomUUID(), ticketId: someday, message: "It needs two coats." });
    const head = page.getByRole("region", { name: "Person" });
    const toggle = head.getByRole("button", { name: /^Recent activity/ });
    await toggle.waitFor();
    expect(await head.getByRole("list", { name: "Recent activity" }).count()).toBe(0);
    await toggle.focus();
    await page.keyboard.press("Enter");
    const changes = head.getByRole("list", { name: "Recent activity" }).getByRole("listitem");
    await expect.poll(() => changes.first().textContent()).toMatch(/Paint the boat.*commented/);
    await changes.filter({ hasText: "Buy rope" }).getByText("changed the status").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "person-activity");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("complementary").getByText("It needs two coats.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("complementary").waitFor({ state: "detached" });
  });

  it("assigns new tasks to the person, and says so if the person is unknown", async () => {
    const { page } = ada;
    await page.getByRole("button", { name: "New task", exact: true }).first().click();
    await page.keyboard.type("Sweep the quay");
    await page.keyboard.press("Enter");
    await until("the task is Ben's", async () => (await ada.snapshot(workspace)).some(({ data }) => data.title === "Sweep the quay" && JSON.stringify(data.assigneesIds) === JSON.stringify([ben.id])));
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Assign a task" }).click();
    await page.getByRole("dialog", { name: "New task" }).getByRole("textbox", { name: "Title" }).fill("Trim the lamps");
    await page.getByRole("button", { name: "Create task" }).click();
    await until("the other task is Ben's", async () => (await ada.snapshot(workspace)).some(({ data }) => data.title === "Trim the lamps" && JSON.stringify(data.assigneesIds) === JSON.stringify([ben.id])));
    await page.getByRole("region", { name: "Person" }).getByRole("link", { name: "2 completed" }).click();
    await page.getByRole("heading", { level: 1, name: "All tasks" }).waitFor();
    await row(page, "Mend the nets").waitFor();
    await ada.page.goto(`/w/${workspace.key}/person/${randomUUID()}`);
    await page.getByText("Person not found").waitFor();
  });
});

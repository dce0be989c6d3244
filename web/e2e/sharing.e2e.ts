import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { row } from "./support/list";
import { until } from "./support/node";
import { goOffline } from "./support/offline";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";
import { stored } from "./support/stored";

let stage: Stage;
let ada: Person;
let ben: Person;
let gus: Person;
let workspace: NewWorkspace;
const plans = randomUUID();
const [secret, second] = [randomUUID(), randomUUID()];

const listPath = () => `/w/${workspace.key}/list/${plans}`;
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Workspace" });
const inSidebar = (page: Page, name: string) => sidebar(page).getByRole("link", { name });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Share “Plans”" });
const question = (page: Page) => page.getByRole("alertdialog");
const person = (page: Page, name: string) => dialog(page).getByRole("listitem", { name });

/** Takes a line of the open menu. */
const choose = (page: Page, name: string) => page.getByRole("menuitemcheckbox", { name }).or(page.getByRole("menuitem", { name })).click();

async function openSharing(): Promise<void> {
  await ada.page.getByRole("main").getByRole("button", { name: "Share", exact: true }).click();
  await dialog(ada.page).waitFor();
}

async function closeSharing(): Promise<void> {
  await dialog(ada.page).getByRole("button", { name: "Done" }).click();
  await dialog(ada.page).waitFor({ state: "detached" });
}

async function setAccess(name: string, to: string): Promise<void> {
  await person(ada.page, name).getByRole("button", { name: new RegExp(`^Access of ${name}`) }).click();
  await choose(ada.page, to);
}

/** Picks a list for a ticket, in its cell. */
async function pickList(page: Page, title: string, name: string): Promise<void> {
  await row(page, title).getByRole("gridcell").nth(4).click();
  await page.getByRole("option", { name }).click();
}

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
  gus = await stage.person("Gus Guest");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  for (const other of [ben, gus]) await ada.invite(other, workspace);
  await ada.send(workspace, { kind: "member.setRole", userId: gus.id, role: "guest" });
  await ada.send(workspace, { kind: "list.create", listId: plans, name: "Plans", color: "teal" });
  for (const [ticketId, title, assigneesIds] of [[secret, "Secret pier", [ben.id]], [second, "Second pier", []]] as const)
    await ada.send(workspace, { kind: "ticket.create", ticketId, title, listIds: [plans], assigneesIds });
  await Promise.all([ada.goto(listPath()), ben.goto(listPath()), gus.goto(`/w/${workspace.key}/all`)]);
  for (const { page } of [ada, ben]) await row(page, "Secret pier").waitFor();
});
afterAll(() => stage?.close());

describe("a list that its owner restricts", () => {
  it("is lost by others at once, after the owner has read who loses it and who is unassigned", async () => {
    const { page } = ada;
    await openSharing();
    await dialog(page).getByText("Everyone in Harbour").waitFor();
    await shoot(page, "share-open-list");
    await dialog(page).getByRole("button", { name: "Who can see this: Open" }).click();
    await choose(page, "Only people you choose");
    const said = (await question(page).textContent()) ?? "";
    expect(said).toContain("Restrict “Plans”?");
    expect(said).toContain("Ben Nevis will no longer see this list and its 2 tasks.");
    expect(said).toContain("Ben Nevis will be unassigned.");
    await shoot(page, "share-restrict");
    await question(page).getByRole("button", { name: "Restrict list" }).click();
    await dialog(page).getByText("Only the people below").waitFor();
    await ben.page.getByRole("heading", { name: "List not found" }).waitFor();
    expect(await inSidebar(ben.page, "Plans").count()).toBe(0);
    await until("the browser has forgotten the list", async () => !(await stored(ben.page)).includes("Secret pier"));
    expect(await ben.titles(workspace)).toEqual([]);
    // The owner cannot lower or remove themselves, and reads why.
    await person(page, "Ada Byron").getByRole("button", { name: "Access of Ada Byron: Manage" }).click();
    await page.getByRole("menu").getByText("A restricted list needs at least one person who manages it.").first().waitFor();
    await page.keyboard.press("Escape");
  });

  it("is shared with a guest, who may do what the level says", async () => {
    const { page } = ada;
    await dialog(page).getByRole("button", { name: "Add people" }).click();
    await page.getByRole("option", { name: "Gus Guest" }).click();
    await page.keyboard.press("Escape");
    await dialog(page).getByRole("button", { name: /^Access for new people/ }).click();
    await choose(page, "Comment");
    await dialog(page).getByRole("button", { name: "Add", exact: true }).click();
    await person(page, "Gus Guest").waitFor();
    await shoot(page, "share-people");
    await closeSharing();
    await inSidebar(gus.page, "Plans").click();
    await row(gus.page, "Secret pier").waitFor();
    expect(await sidebar(gus.page).getByRole("img", { name: "Restricted" }).count()).toBe(1);
    expect(await gus.page.getByRole("main").getByRole("button", { name: /^New task/ }).count()).toBe(0);
    await shoot(gus.page, "guest-comments");
    await openSharing();
    await setAccess("Gus Guest", "Edit");
    await gus.page.getByRole("main").getByRole("button", { name: /^New task/ }).first().waitFor();
    await closeSharing();
  });

  it("tells who can see it, and so do its tasks", async () => {
    const { page } = ada;
    await page.getByRole("main").getByRole("button", { name: "Visible to: 2 people" }).click();
    const names = page.getByRole("dialog", { name: "Who can see this" });
    expect(await names.getByRole("listitem").allTextContents()).toEqual(["ABAda Byronyou", "GGGus Guest"]);
    await shoot(page, "who-can-see");
    await page.keyboard.press("Escape");
    await row(page, "Secret pier").getByRole("link").click();
    const panel = page.getByRole("complementary");
    await panel.getByRole("button", { name: "Visible to: 2 people" }).waitFor();
    await shoot(page, "restricted-task");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
  });
});

describe("a task that leaves a restricted list", () => {
  it("hm7: is shown to the member and hidden from the guest after one question, and comes back with one undo", async () => {
    const { page } = ada;
    await pickList(page, "Secret pier", "General");
    const said = (await question(page).textContent()) ?? "";
    expect(said).toContain("Ben Nevis will see it.");
    expect(said).toContain("Gus Guest will no longer see it.");
    await shoot(page, "move-question");
    // The safe button has the focus.
    await page.keyboard.press("Enter");
    await question(page).waitFor({ state: "detached" });
    await row(page, "Secret pier").waitFor();
    expect(await ben.titles(workspace)).toEqual([]);
    await page.keyboard.press("Escape");
    await pickList(page, "Secret pier", "General");
    await question(page).getByRole("button", { name: "Move task" }).click();
    await row(page, "Secret pier").waitFor({ state: "detached" });
    await row(gus.page, "Secret pier").waitFor({ state: "detached" });
    await ben.goto(`/w/${workspace.key}/all`);
    await row(ben.page, "Secret pier").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("main").getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("Control+z");
    await row(page, "Secret pier").waitFor();
    await row(gus.page, "Secret pier").waitFor();
    await row(ben.page, "Secret pier").waitFor({ state: "detached" });
    await until("the browser has forgotten the list", async () => !(await stored(ben.page)).includes("Secret pier"));
    expect(await ben.titles(workspace)).toEqual([]);
  });

  it("is dragged to another list with the same question", async () => {
    const { page } = ada;
    await row(page, "Second pier").getByRole("gridcell").first().dragTo(inSidebar(page, "Backlog"));
    expect((await question(page).textContent()) ?? "").toContain("Show HAR-2 to the workspace?");
    await page.keyboard.press("Escape");
    await question(page).waitFor({ state: "detached" });
    await row(page, "Second pier").waitFor();
    expect(await ben.titles(workspace)).toEqual([]);
  });
});

describe("a guest who loses a list", () => {
  it("loses its controls with the level, and then every trace of it on the machine", async () => {
    const { page } = gus;
    await row(page, "Secret pier").getByRole("link").click();
    const panel = page.getByRole("complementary");
    await panel.getByRole("textbox", { name: "Comment" }).fill("A draft about the pier");
    await expect.poll(() => stored(page)).toContain("A draft about the pier");
    await openSharing();
    await setAccess("Gus Guest", "View");
    await panel.getByRole("textbox").first().waitFor({ state: "detached" });
    await setAccess("Gus Guest", "Edit");
    await panel.getByRole("textbox", { name: "Comment" }).waitFor();
    // An edit waits on the machine while the guest is away.
    await goOffline(gus.context);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    const cell = row(page, "Second pier").getByRole("gridcell").nth(1);
    await cell.click({ position: { x: ((await cell.boundingBox())?.width ?? 0) - 8, y: 8 } });
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: "Title" }).fill("Renamed while away");
    await page.keyboard.press("Enter");
    await expect.poll(() => stored(page)).toContain("Renamed while away");
    await setAccess("Gus Guest", "Remove");
    // The page of the owner shows it before the node has stored it.
    await until("the guest has lost the list", async () => (await gus.titles(workspace)).length === 0);
    await gus.context.setOffline(false);
    await page.getByRole("heading", { name: "List not found" }).waitFor();
    await until("nothing of the list is stored", async () => !/Plans|pier|Renamed while away/.test(await stored(page)));
    expect(await inSidebar(page, "Plans").count()).toBe(0);
    expect(await page.getByText(/not saved/i).count()).toBe(0);
    expect(await gus.titles(workspace)).toEqual([]);
    await gus.shot("guest-lost-list");
  });

  it("sees it again as it is now when it is shared again, and everyone does when it is opened", async () => {
    const { page } = ada;
    await dialog(page).getByRole("button", { name: "Add people" }).click();
    await page.getByRole("option", { name: "Gus Guest" }).click();
    await page.keyboard.press("Escape");
    await dialog(page).getByRole("button", { name: "Add", exact: true }).click();
    await inSidebar(gus.page, "Plans").click();
    for (const title of ["Secret pier", "Second pier"]) await row(gus.page, title).waitFor();
    await dialog(page).getByRole("button", { name: "Who can see this: Restricted" }).click();
    await choose(page, "Open to everyone in Harbour");
    const said = (await question(page).textContent()) ?? "";
    expect(said).toContain("Ben Nevis will see this list and its 2 tasks, with comments and history.");
    expect(said).toContain("Gus Guest will no longer see this list and its 2 tasks.");
    await question(page).getByRole("button", { name: "Open list" }).click();
    await closeSharing();
    await inSidebar(ben.page, "Plans").waitFor();
    expect(await ben.titles(workspace)).toEqual(["Second pier", "Secret pier"]);
    await gus.page.getByRole("heading", { name: "List not found" }).waitFor();
    await until("the browser has forgotten the list", async () => !(await stored(gus.page)).includes("Secret pier"));
    // A step back restricts it again, with its people.
    await page.getByRole("main").getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("Control+z");
    await inSidebar(ben.page, "Plans").waitFor({ state: "detached" });
    await inSidebar(gus.page, "Plans").waitFor();
  });
});

describe("a new list", () => {
  it("is restricted from the start if its maker says so, and asks whom to add", async () => {
    const { page } = ada;
    await page.keyboard.press("Shift+L");
    await page.getByRole("textbox", { name: "New list name" }).fill("Payroll");
    await page.getByRole("button", { name: "Open to everyone" }).click();
    await ada.shot("new-restricted-list");
    await page.getByRole("textbox", { name: "New list name" }).press("Enter");
    const sharing = page.getByRole("dialog", { name: "Share “Payroll”" });
    await sharing.getByText("Only the people below").waitFor();
    await sharing.getByRole("button", { name: "Done" }).click();
    expect(await inSidebar(ben.page, "Payroll").count()).toBe(0);
    await page.keyboard.press("n");
    const dialogOfTask = page.getByRole("dialog", { name: "New task" });
    await dialogOfTask.getByRole("button", { name: "Lists" }).click();
    await page.getByRole("option", { name: "General" }).click();
    await page.keyboard.press("Escape");
    expect(await dialogOfTask.getByRole("button", { name: "Lists" }).textContent()).toBe("General");
  });
});

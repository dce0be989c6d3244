import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { row, write } from "./support/list";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let vic: Person;
let cleo: Person;
let workspace: NewWorkspace;

/** The id of a role of the workspace, by the word of a built-in role. */
async function roleId(word: string): Promise<string> {
  let id: string | undefined;
  // The workspace gets its roles within seconds of its founding.
  await until(`the workspace has the role ${word}`, async () => {
    const role = (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "role" && data.system === word);
    id = role === undefined ? undefined : String(role.data.id);
    return id !== undefined;
  });
  return id ?? "";
}

const send = (command: Record<string, unknown>) => ada.send(workspace, command);

/** The names of all buttons in the main part of the page that are in sight. */
const buttons = async (page: Page) =>
  page.getByRole("main").getByRole("button").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? each.textContent ?? ""));

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  vic = await stage.person("Vic Viewer");
  cleo = await stage.person("Cleo Commenter");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  for (const person of [vic, cleo]) await ada.invite(person, workspace);
  await ada.goto(`/w/${workspace.key}`);
  for (const title of ["Paint the pier", "Mend the nets"]) await write(ada.page, title);
  await send({ kind: "member.setRole", userId: vic.id, role: await roleId("viewer") });
  await send({ kind: "member.setRole", userId: cleo.id, role: await roleId("commenter") });
});
afterAll(() => stage?.close());

describe("a viewer", () => {
  it("reads the list, the board and the task, and finds nothing to change", async () => {
    const { page } = vic;
    await vic.goto(`/w/${workspace.key}/all`);
    await row(page, "Paint the pier").waitFor();
    expect((await buttons(page)).filter((name) => /^New|^Status of|Import|Invite/.test(name))).toEqual([]);
    expect(await page.getByRole("navigation", { name: "Workspace" }).getByRole("button", { name: /^New/ }).count()).toBe(0);
    await page.getByRole("navigation", { name: "Workspace" }).getByRole("button", { name: "Actions for General" }).click();
    await page.getByRole("menuitem").first().waitFor();
    expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Add to favorites"]);
    await page.keyboard.press("Escape");
    // A click and typing into a cell leave the title as it is, and Enter opens the task.
    const cell = row(page, "Paint the pier").getByRole("gridcell").nth(1);
    const width = (await cell.boundingBox())?.width ?? 0;
    for (const _ of [1, 2]) await cell.click({ position: { x: width - 8, y: 8 } });
    await page.keyboard.type("Sink");
    expect(await page.getByRole("textbox", { name: "Title" }).count()).toBe(0);
    await row(page, "Paint the pier").getByRole("gridcell").nth(3).click();
    expect(await page.getByRole("listbox").count()).toBe(0);
    await row(page, "Paint the pier").getByRole("checkbox").check();
    await page.getByRole("toolbar", { name: "1 selected" }).getByRole("button", { name: "Copy link" }).waitFor();
    await shoot(page, "viewer-list");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("link", { name: /^Paint the pier/ }).waitFor();
    expect((await buttons(page)).filter((name) => /^New|^Status of/.test(name))).toEqual([]);
    await vic.shot("viewer-list-phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await row(page, "Paint the pier").waitFor();
    await page.keyboard.press("Escape");
    await row(page, "Paint the pier").click({ button: "right", position: { x: width, y: 8 } });
    await page.getByRole("menuitem").first().waitFor();
    const items = await page.getByRole("menuitem").allTextContents();
    expect(items.map((item) => item.replace(/(Ctrl|Shift|↵|⌘).*$/, "").trim())).toEqual(["Open", "Open in another pane", "Open in a new tab", "Add to favorites", "Copy ID", "Copy link", "Copy branch name", "Copy title"]);
    await page.keyboard.press("Escape");

    await page.getByRole("tab", { name: "Kanban" }).click();
    const card = page.getByRole("article").filter({ hasText: "Paint the pier" });
    await card.waitFor();
    expect((await buttons(page)).filter((name) => name.startsWith("New"))).toEqual([]);
    await card.dragTo(page.getByRole("region", { name: /board$/ }).locator("section").nth(1));
    expect(await card.getAttribute("aria-label")).toContain("Backlog");
    await shoot(page, "viewer-board");
    await page.keyboard.press("Escape");
    await vic.goto(`/w/${workspace.key}/all/HAR-1`);
    const panel = page.getByRole("complementary");
    await panel.getByRole("group", { name: "Status" }).waitFor();
    await panel.getByRole("heading", { name: "Activity" }).waitFor();
    expect(await panel.getByRole("textbox").count()).toBe(0);
    expect(await panel.getByRole("button", { name: /^(Add|Status|Assignees|Send|Edit)/ }).count()).toBe(0);
    await shoot(page, "viewer-task");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Browse all" }).waitFor();
    expect((await page.getByRole("option").allTextContents()).filter((name) => /^(New (task|list)|Create task|Set |Import|Invite)/.test(name))).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    // The keys of the shell open nothing either.
    for (const keys of ["n", "c", "l", "Shift+L", "Shift+I"]) await page.keyboard.press(keys);
    expect(await page.getByRole("dialog").count()).toBe(0);
    // The node was sent no edit, so it refused none.
    expect(await page.getByText(/not saved/i).count()).toBe(0);
    expect(await ada.titles(workspace)).toEqual(["Mend the nets", "Paint the pier"]);
  });

  it("reads the settings", async () => {
    const { page } = vic;
    await vic.goto(`/w/${workspace.key}/settings/labels`);
    await page.getByText("No labels yet.").waitFor();
    expect(await page.getByRole("main").getByRole("button", { name: "New label" }).count()).toBe(0);
    await vic.goto(`/w/${workspace.key}/settings/general`);
    expect(await page.getByLabel("Name").getAttribute("readonly")).not.toBeNull();
  });

  it("gets the controls back with another role, on the open page, and loses them again", async () => {
    const { page } = vic;
    await vic.goto(`/w/${workspace.key}/all`);
    await row(page, "Paint the pier").waitFor();
    await send({ kind: "member.setRole", userId: vic.id, role: "member" });
    await page.getByRole("main").getByRole("button", { name: "New task" }).first().waitFor();
    await send({ kind: "member.setRole", userId: vic.id, role: await roleId("viewer") });
    await page.getByRole("main").getByRole("button", { name: "New task" }).first().waitFor({ state: "detached" });
  });
});

describe("a commenter", () => {
  it("comments and reacts, and changes nothing else", async () => {
    const { page } = cleo;
    await cleo.goto(`/w/${workspace.key}/all/HAR-2`);
    const panel = page.getByRole("complementary");
    await panel.getByRole("textbox", { name: "Comment" }).fill("With which thread?");
    await panel.getByRole("button", { name: /^Send/ }).click();
    const comment = panel.getByRole("listitem", { name: "Comment by Cleo Commenter" });
    await comment.waitFor();
    await comment.getByRole("button", { name: "Add reaction" }).first().click();
    await page.getByRole("button", { name: "React with 🎉" }).click();
    await comment.getByRole("button", { name: /^🎉 1/ }).waitFor();
    expect(await panel.getByRole("button", { name: /^(Status|Assignees|Add link|Add subtask|Add a description)/ }).count()).toBe(0);
    await shoot(page, "commenter-task");
    // A viewer reads the same comment, and can neither react nor answer, but copy its link.
    await vic.goto(`/w/${workspace.key}/all/HAR-2`);
    const seen = vic.page.getByRole("listitem", { name: "Comment by Cleo Commenter" });
    await seen.getByRole("img", { name: /^🎉 1/ }).waitFor();
    expect(await seen.getByRole("button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toEqual(["Comment actions"]);
    await comment.getByRole("button", { name: "Comment actions" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByRole("textbox", { name: "Edit comment" }).fill("With which needle?");
    await page.getByRole("button", { name: "Save" }).click();
    await seen.getByText("With which needle?").waitFor();
    expect(await page.getByText(/not saved/i).count()).toBe(0);
  });
});

describe("a member in a restricted list", () => {
  it("finds what the level of the share allows, on the open page, and the role elsewhere", async () => {
    const mia: Person = await stage.person("Mia Member");
    await ada.invite(mia, workspace);
    const [list, ticketId] = [randomUUID(), randomUUID()];
    const share = (level: string) => send({ kind: "share.set", listId: list, userId: mia.id, level });
    await send({ kind: "list.create", listId: list, name: "Payroll", restricted: true });
    await send({ kind: "ticket.create", ticketId, title: "Raise the crew", listIds: [list] });
    await share("view");
    const { page } = mia;
    await mia.goto(`/w/${workspace.key}/list/${list}`);
    await row(page, "Raise the crew").waitFor();
    const changes = async () => (await buttons(page)).filter((name) => /^New|^Status of|^Add|^Import/.test(name));
    expect(await changes()).toEqual([]);
    await row(page, "Raise the crew").getByRole("gridcell").nth(3).click();
    expect(await page.getByRole("listbox").count()).toBe(0);
    await page.getByRole("tab", { name: "Kanban" }).click();
    await page.getByRole("article").filter({ hasText: "Raise the crew" }).waitFor();
    expect(await changes()).toEqual([]);
    await page.getByRole("tab", { name: "Spreadsheet" }).click();
    await row(page, "Raise the crew").getByRole("link").click();
    const panel = page.getByRole("complementary");
    await panel.getByRole("group", { name: "Status" }).waitFor();
    await panel.getByRole("heading", { name: "Activity" }).waitFor();
    expect(await panel.getByRole("textbox").count()).toBe(0);
    expect(await panel.getByRole("button", { name: /^(Add|Status|Assignees|Send|Edit)/ }).count()).toBe(0);
    await shoot(page, "level-view");

    await share("comment");
    await panel.getByRole("textbox", { name: "Comment" }).fill("By how much?");
    await panel.getByRole("button", { name: /^Send/ }).click();
    await panel.getByRole("listitem", { name: "Comment by Mia Member" }).waitFor();
    expect(await panel.getByRole("button", { name: /^(Add subtask|Status|Assignees)/ }).count()).toBe(0);

    await share("edit");
    await panel.getByRole("button", { name: /^Status/ }).waitFor();
    // Only people who see the list can be assigned.
    await panel.getByRole("button", { name: "Assignees: none" }).click();
    await page.getByRole("option").first().waitFor();
    expect((await page.getByRole("option").allTextContents()).map((name) => name.replace(/\d$/, "").slice(2))).toEqual(["Mia Member", "Ada Byron"]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("main").getByRole("button", { name: /^New task/ }).first().waitFor();
    // The list itself belongs to those who manage it.
    await page.getByRole("navigation", { name: "Workspace" }).getByRole("button", { name: "Actions for Payroll" }).click();
    await page.getByRole("menuitem").first().waitFor();
    expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Add to favorites", "Share"]);
    await page.keyboard.press("Escape");

    await share("view");
    await page.getByRole("main").getByRole("button", { name: /^New task/ }).first().waitFor({ state: "detached" });
    await mia.goto(`/w/${workspace.key}/all`);
    await page.getByRole("main").getByRole("button", { name: /^New task/ }).first().waitFor();
    expect(await page.getByText(/not saved/i).count()).toBe(0);
    await mia.context.close();
  });
});

describe("a guest without lists", () => {
  it("makes private tasks only", async () => {
    const gus: Person = await stage.person("Gus Guest");
    await ada.invite(gus, workspace);
    await send({ kind: "member.setRole", userId: gus.id, role: "guest" });
    const { page } = gus;
    await gus.goto(`/w/${workspace.key}/all`);
    await page.getByText("No tasks yet").waitFor();
    expect((await buttons(page)).filter((name) => /^New|Import/.test(name))).toEqual([]);
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New task" });
    await dialog.getByRole("textbox", { name: "Title" }).fill("Ask for a list");
    expect(await dialog.getByRole("checkbox", { name: "Private (only me)" }).isDisabled()).toBe(true);
    await shoot(page, "guest-new-task");
    await dialog.getByRole("button", { name: "Create task" }).click();
    await gus.goto(`/w/${workspace.key}/private`);
    await row(page, "Ask for a list").waitFor();
    await expect.poll(() => gus.titles(workspace)).toEqual(["Ask for a list"]);
    expect(await page.getByText(/not saved/i).count()).toBe(0);
    await gus.context.close();
  });
});

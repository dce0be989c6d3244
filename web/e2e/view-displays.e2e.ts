import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import type { NewWorkspace, Person } from "./support/person";
import { sheetOf } from "./support/sheet";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
const listId = randomUUID();
const sail = randomUUID();

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  const send = (command: Record<string, unknown>) => ada.send(workspace, command);
  await send({ kind: "list.create", listId, name: "Boats" });
  await send({ kind: "label.create", labelId: sail, name: "sail" });
  for (const [title, priority] of [["Mend the nets", "day"], ["Dry the sails", "week"]])
    await send({ kind: "ticket.create", ticketId: randomUUID(), title, priority, listIds: [listId], labels: [sail] });
});
afterAll(() => stage?.close());

const list = () => `/w/${workspace.key}/list/${listId}`;
const tabs = ({ page }: Person) => page.getByRole("navigation", { name: "Saved views" });
const tab = (person: Person, name: string) => tabs(person).getByRole("link", { name });
const button = ({ page }: Person, name: string | RegExp) => page.getByRole("button", { name, ...(typeof name === "string" && { exact: true }) });
const tool = ({ page }: Person, name: RegExp) => page.getByRole("toolbar", { name: "Filters and view" }).getByRole("button", { name });
const cell = ({ page }: Person, name: string) => page.getByRole("group", { name, exact: true });
const card = ({ page }: Person, title: string) => page.getByRole("article", { name: new RegExp(title) });

/** Chooses an item of the menu of saved views. */
async function choose(person: Person, name: string) {
  await button(person, /^Views?\b/).click();
  await person.page.getByRole("menu", { name: "Saved views" }).getByText(name, { exact: true }).click();
}

async function axe({ page }: Person) {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))));
  expect(await faultsOf(page)).toEqual([]);
}

/** Shows a field on the cards, or hides it. */
async function toggleOnCards(person: Person, name: string) {
  await tool(person, /^Card/).click();
  await person.page.getByRole("option", { name, exact: true }).click();
  await person.page.keyboard.press("Escape");
}

async function setLimit(person: Person, column: string, limit: string) {
  // The sidebar has a list of the same name.
  await person.page.getByRole("main").getByRole("button", { name: `Actions for ${column}` }).click();
  await person.page.getByRole("menuitem", { name: /limit/i }).click();
  await person.page.getByRole("textbox", { name: "Maximum number of tasks" }).fill(limit);
  await person.page.getByRole("button", { name: "Save", exact: true }).click();
}

describe("a board that is saved as a view", () => {
  it("sv6: shows its lanes, limits, cards, collapsed columns and icon to another person", async () => {
    const { page } = ada;
    await ada.goto(`${list()}?view=kanban&lanes=priority`);
    await cell(ada, "Backlog, Day").waitFor();
    await setLimit(ada, "Backlog", "1");
    await button(ada, "Actions for Done").click();
    await page.getByRole("menuitem", { name: "Collapse column" }).click();
    await toggleOnCards(ada, "Labels");
    await choose(ada, "Save as new view…");
    const dialog = page.getByRole("dialog", { name: "Save as new view" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Crew");
    await dialog.getByRole("radio", { name: "Flag" }).click();
    await dialog.getByRole("checkbox", { name: /Share it/ }).check();
    await shoot(page, "view-dialog");
    await axe(ada);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await button(ada, "View “Crew”").waitFor();

    await ben.goto(`${list()}?view=kanban`);
    await card(ben, "Mend the nets").getByText("sail").waitFor();
    await tab(ben, "Crew").click();
    await cell(ben, "Backlog, Day").getByRole("article", { name: /Mend the nets/ }).waitFor();
    await ben.page.getByText("2 tasks, over the limit of 1").waitFor();
    await button(ben, "Expand Done, 0 tasks").waitFor();
    expect(await card(ben, "Mend the nets").getByText("sail").count()).toBe(0);
    await shoot(ben.page, "view-board");
    await axe(ben);
  });

  it("sv6: is marked as changed when a person expands a column, is restored by Reset, and follows an update by somebody else", async () => {
    await button(ben, "Expand Done, 0 tasks").click();
    await button(ben, "View “Crew”, changed").waitFor();
    await tool(ben, /^Reset$/).click();
    await button(ben, "Expand Done, 0 tasks").waitFor();
    await button(ben, "View “Crew”").waitFor();
    await setLimit(ada, "Backlog", "2");
    await toggleOnCards(ada, "Labels");
    await tool(ada, /^Save view$/).click();
    await ben.page.getByText("2 tasks, at the limit of 2").waitFor();
    await card(ben, "Mend the nets").getByText("sail").waitFor();
    await ada.page.keyboard.press("ControlOrMeta+z");
    await ben.page.getByText("2 tasks, over the limit of 1").waitFor();
  });

  it("sv6: stores the text of the search field, and how subtasks are shown", async () => {
    const { page } = ada;
    await ada.goto(`${list()}?view=spreadsheet&group=none`);
    await page.getByRole("searchbox", { name: "Find in list" }).fill("sails");
    await page.getByRole("link", { name: "Mend the nets" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Subtasks/ }).click();
    await page.getByRole("menuitemradio", { name: "Hidden" }).or(page.getByRole("menuitem", { name: "Hidden" })).or(page.getByRole("menuitemcheckbox", { name: "Hidden" })).click();
    await choose(ada, "Save as new view…");
    await page.getByRole("textbox", { name: "Name" }).fill("Sails");
    await page.getByRole("checkbox", { name: /Share it/ }).check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await tab(ben, "Sails").click();
    await ben.page.getByRole("link", { name: "Dry the sails" }).waitFor();
    await expect.poll(() => ben.page.getByRole("link", { name: "Mend the nets" }).count()).toBe(0);
    await expect.poll(() => ben.page.getByRole("searchbox", { name: "Find in list" }).inputValue()).toBe("sails");
    await ben.page.getByRole("button", { name: /^Subtasks Hidden/ }).waitFor();
    await ben.page.getByRole("searchbox", { name: "Find in list" }).fill("");
    await button(ben, "View “Sails”, changed").waitFor();
  });
});

describe("a view of a page", () => {
  it("sv1: shows each reader their own tasks, and its tab is only on its page", async () => {
    const { page } = ada;
    for (const [person, title] of [[ada, "Sew a flag"], [ben, "Splice a rope"]] as const)
      await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title, assigneesIds: [person.id], listIds: [listId] });
    await ada.goto(`/w/${workspace.key}/mine?view=spreadsheet&group=none`);
    await page.getByRole("link", { name: "Sew a flag" }).waitFor();
    await choose(ada, "Save as new view…");
    const dialog = page.getByRole("dialog", { name: "Save as new view" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Without a date");
    await dialog.getByRole("checkbox", { name: "Share it with everyone. Each person sees their own tasks." }).check();
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await tab(ada, "Without a date").waitFor();
    await ben.goto(`/w/${workspace.key}/mine?view=kanban`);
    await tab(ben, "Without a date").click();
    await ben.page.getByRole("link", { name: "Splice a rope" }).waitFor();
    expect(await ben.page.getByRole("link", { name: "Sew a flag" }).count()).toBe(0);
    await shoot(ben.page, "view-of-page");
    await ben.goto(list());
    await tab(ben, "Crew").waitFor();
    expect(await tab(ben, "Without a date").count()).toBe(0);
    await ada.goto(list());
  });
});

describe("the order of saved views", () => {
  const order = (person: Person) => async () => (await tabs(person).getByRole("link").allTextContents()).slice(1);

  it("sv7: is changed by dragging a tab and by the menu, and everybody sees it", async () => {
    const { page } = ada;
    const { middleOf } = sheetOf(() => page);
    await ada.send(workspace, { kind: "savedView.create", savedViewId: randomUUID(), name: "Late", personal: false, listId, layout: "spreadsheet", filter: "due <= today", groupBy: "none", sortBy: "manual", descending: false, columns: ["status"] });
    await expect.poll(order(ben)).toEqual(["Crew", "Sails", "Late"]);
    const [from, to] = [await middleOf(tab(ada, "Late")), await middleOf(tab(ada, "Crew"))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x - 6, from.y + 2);
    await page.mouse.move(to.x - 12, to.y, { steps: 4 });
    // A browser accepts a drop only at a position that has accepted a drag event before.
    await page.mouse.move(to.x - 13, to.y);
    await page.mouse.up();
    await expect.poll(order(ben)).toEqual(["Late", "Crew", "Sails"]);
    await tab(ada, "Late").click();
    await button(ada, "View “Late”").waitFor();
    await choose(ada, "Move right");
    await expect.poll(order(ben)).toEqual(["Crew", "Late", "Sails"]);
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(order(ben)).toEqual(["Late", "Crew", "Sails"]);
    await page.reload();
    await expect.poll(order(ada)).toEqual(["Late", "Crew", "Sails"]);
    await button(ada, "View “Late”").click();
    await page.getByRole("menuitem", { name: "Move left" }).and(page.locator("[aria-disabled=true]")).waitFor();
    await shoot(page, "view-menu");
    await page.keyboard.press("Escape");
    await axe(ada);
  });

  it("sv6: the icon of a view is changed in its menu, and is shown in the tab of every reader", async () => {
    await choose(ada, "Edit name and icon…");
    const dialog = ada.page.getByRole("dialog", { name: "Edit “Late”" });
    await dialog.getByRole("radio", { name: "Rocket" }).click();
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await tab(ben, "Late").locator("svg").waitFor();
  });
});

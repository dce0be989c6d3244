import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { sheetOf } from "./support/sheet";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
let page: Page;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  page = ada.page;
});
afterAll(() => stage?.close());

const { isOrder, row, drag, middleOf, write } = sheetOf(() => page);
const sidebar = (of: Page) => of.getByRole("navigation", { name: "Workspace" });
const list = (name: string) => sidebar(page).getByRole("link", { name: new RegExp(`^${name}`) });
const made = ["Alpha", "Beta", "Gamma"];

/** The lists that people made, in the order of a sidebar. */
async function listsOf(of: Page): Promise<string[]> {
  const names = await sidebar(of).getByRole("link").evaluateAll((links) => links.map((link) => link.querySelector("[title]")?.textContent ?? ""));
  return names.filter((name) => made.includes(name));
}
const isListOrder = (of: Page, ...names: string[]) =>
  until(`the lists are ${names.join(", ")}`, async () => (await listsOf(of)).join() === names.join());

/** Drags a list and holds it over the upper or lower half of another. */
async function carryList(name: string, to: string, side: "above" | "below"): Promise<void> {
  // The code for dragging is loaded after the page.
  await sidebar(page).locator("[draggable=true]").filter({ has: page.getByRole("link", { name: new RegExp(`^${name}`) }) }).waitFor();
  const [from, end] = [await middleOf(list(name)), await middleOf(list(to))];
  const y = end.y + (side === "above" ? -1 : 1) * (end.height / 4);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 2, from.y + 6);
  await page.mouse.move(end.x, y, { steps: 4 });
  // A browser accepts a drop only at a place that has accepted a move before.
  await page.mouse.move(end.x + 1, y);
}

beforeEach(async () => {
  workspace = await ada.makeWorkspace("The lists", "LIS");
  await ada.invite(ben, workspace);
  await ada.goto(`/w/${workspace.id}`);
  await ben.goto(`/w/${workspace.id}`);
  for (const name of made) {
    await list("Backlog").waitFor();
    await page.keyboard.press("Shift+L");
    await page.getByLabel("New list name").fill(name);
    await page.keyboard.press("Enter");
    await list(name).waitFor();
  }
  await isListOrder(page, ...made);
});

describe("a list in the sidebar", () => {
  it("is dragged to another place, for all users and permanently, and returns on undo", async () => {
    await carryList("Gamma", "Alpha", "above");
    await until("a line shows the place", async () => (await page.locator("[class*=above]").count()) === 1);
    expect(await page.locator("[class*=over_]").count()).toBe(0);
    await ada.shot("list-dragged");
    await page.mouse.up();
    await isListOrder(page, "Gamma", "Alpha", "Beta");
    await isListOrder(ben.page, "Gamma", "Alpha", "Beta");
    expect(await page.locator("[class*=above], [class*=dragged]").count()).toBe(0);

    await carryList("Gamma", "Alpha", "below");
    await page.mouse.up();
    await isListOrder(page, "Alpha", "Gamma", "Beta");
    await isListOrder(ben.page, "Alpha", "Gamma", "Beta");
    await page.reload();
    await list("Backlog").waitFor();
    await isListOrder(page, "Alpha", "Gamma", "Beta");

    await carryList("Beta", "Alpha", "above");
    await page.mouse.up();
    await isListOrder(ben.page, "Beta", "Alpha", "Gamma");
    await page.keyboard.press("Control+z");
    await isListOrder(page, "Alpha", "Gamma", "Beta");
    await isListOrder(ben.page, "Alpha", "Gamma", "Beta");
  });

  it("keeps its place when the recent places appear above it", async () => {
    await list("Alpha").click();
    const recent = sidebar(page).getByRole("button", { name: "Recent" });
    await recent.waitFor();
    const before = await middleOf(list("Beta"));
    const held: (() => Promise<void>)[] = [];
    await page.route("**/OwnPlaces-*.js", (route) => void held.push(() => route.continue()));
    await page.reload();
    await list("Beta").waitFor();
    await until("the page asks for the recent places", async () => held.length > 0);
    expect(await recent.count()).toBe(0);
    expect(await middleOf(list("Beta"))).toEqual(before);
    for (const release of held) await release();
    await recent.waitFor();
    expect(await middleOf(list("Beta"))).toEqual(before);
    await page.unroute("**/OwnPlaces-*.js");
  });

  it("stays if it is dropped on the suggested lists or at its own place", async () => {
    await carryList("Alpha", "Backlog", "below");
    expect(await page.locator("[class*=above], [class*=below]").count()).toBe(0);
    await page.mouse.up();
    await carryList("Alpha", "Beta", "above");
    expect(await page.locator("[class*=above], [class*=below]").count()).toBe(0);
    await page.mouse.up();
    await carryList("Beta", "Gamma", "below");
    await page.mouse.up();
    await isListOrder(ben.page, "Alpha", "Gamma", "Beta");
  });

  it("still takes rows after it was renamed and moved", async () => {
    await list("Beta").hover();
    await page.getByRole("button", { name: "Actions for Beta" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByLabel("New name for Beta").fill("Beta 2");
    await page.keyboard.press("Enter");
    await list("Alpha").click();
    await page.getByRole("main").getByRole("heading", { name: "Alpha" }).waitFor();
    await write("one", "two");
    await carryList("Beta 2", "Alpha", "above");
    await page.mouse.up();
    await drag("two", list("Beta 2"), "below");
    await page.getByText("1 task moved to Beta 2").waitFor();
    await isOrder("one");
    await list("Beta 2").click();
    await row("two").waitFor();
  });
});

describe("a list that is deleted", () => {
  const ask = async (name: string) => {
    await list(name).hover();
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Delete list" }).click();
    return page.getByRole("dialog", { name: `Delete “${name}”?` });
  };
  const targets = () => page.getByRole("dialog").getByRole("button", { name: /^Move tasks to/ });

  it("asks where its tasks go only if it has tasks, completed ones included", async () => {
    workspace = await ada.makeWorkspace("Deleting", "DEL");
    await ada.goto(`/w/${workspace.id}`);
    await page.keyboard.press("Shift+L");
    await page.getByLabel("New list name").fill("Alpha");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Alpha" }).waitFor();
    const dialog = await ask("Alpha");
    await dialog.getByText("This list has no tasks.").waitFor();
    expect(await targets().count()).toBe(0);
    await page.keyboard.press("Escape");
    await write("Written here");
    await row("Written here").getByRole("button", { name: /^Status of/ }).click();
    await page.getByRole("option", { name: "Done" }).click();
    await ask("Alpha");
    await dialog.getByText("This list has 0 open tasks.").waitFor();
    await targets().waitFor();
    await page.keyboard.press("Escape");
  });
});

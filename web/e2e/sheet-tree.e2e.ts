import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { gridOf } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { sheetOf } from "./support/sheet";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
let page: Page;
let listId: string;
const effort = randomUUID();
const [pier, wood, nails, paint, nets] = Array.from({ length: 5 }, () => randomUUID()) as [string, string, string, string, string];

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  listId = String((await ada.snapshot(workspace)).find(({ entity, data }) => entity === "list" && data.name === "Backlog")?.data.id);
  await ada.send(workspace, { kind: "attribute.create", attributeId: effort, name: "Effort", type: "number" });
  const give = (ticketId: string, title: string, more: Record<string, unknown> = {}) => ada.send(workspace, { kind: "ticket.create", ticketId, title, listIds: [listId], ...more });
  await give(pier, "Repair the pier", { fields: { [effort]: 5 } });
  await give(nets, "Mend the nets", { fields: { [effort]: 2.5 }, dueDate: "2031-06-09" });
  await give(wood, "Buy wood", { parentTicketId: pier, dueDate: "2031-05-03" });
  await give(nails, "Count the nails", { parentTicketId: wood });
  await give(paint, "Paint it", { parentTicketId: pier });
  page = ada.page;
  await ada.goto(`/w/${workspace.id}/list/${listId}?group=none`);
  await row("Paint it").waitFor();
});
afterAll(() => stage?.close());

const { row, cell, hasFocus, middleOf, drag } = sheetOf(() => page);
const sheet = (of: Page = page) => of.getByRole("treegrid");
const order = (of: Page = page) => gridOf(of).getByRole("link").allTextContents();
const isOrder = (titles: readonly string[], of: Page = page) => until(`the order is ${titles.join(", ")}`, async () => (await order(of)).join() === titles.join());
const indentOf = async (title: string) => Math.round((await row(title).getByRole("link").boundingBox())?.x ?? 0);
const whole = ["Repair the pier", "Buy wood", "Count the nails", "Paint it", "Mend the nets"];

/** Focuses a title, beside its link. */
async function standOn(title: string): Promise<void> {
  const width = (await cell(title, 1).boundingBox())?.width ?? 0;
  await cell(title, 1).click({ position: { x: width - 8, y: 8 } });
  await hasFocus(cell(title, 1));
}

describe("subtasks in the spreadsheet", () => {
  it("are below their parents, 20 pixels further in at each level", async () => {
    await isOrder(whole);
    const [first, second, third] = [await indentOf("Repair the pier"), await indentOf("Buy wood"), await indentOf("Count the nails")];
    expect([second - first, third - second]).toEqual([20, 20]);
    expect(await indentOf("Mend the nets")).toBe(first);
    expect(await row("Buy wood").getAttribute("aria-level")).toBe("2");
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "sheet-tree");
  });

  it("are further in on a phone as well", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const left = async (title: string) => Math.round((await page.getByRole("listitem").filter({ hasText: title }).getByRole("link").boundingBox())?.x ?? 0);
    await page.getByRole("listitem").filter({ hasText: "Paint it" }).waitFor();
    expect((await left("Count the nails")) - (await left("Buy wood"))).toBe(20);
    await ada.shot("sheet-tree-list");
    await page.setViewportSize({ width: 1440, height: 900 });
    await row("Paint it").waitFor();
  });

  it("are hidden and shown by their triangle, and by the arrows in the title", async () => {
    await page.getByRole("button", { name: "Hide subtasks of HAR-1" }).click();
    await isOrder(["Repair the pier", "Mend the nets"]);
    expect(await row("Repair the pier").getAttribute("aria-expanded")).toBe("false");
    await hasFocus(cell("Repair the pier", 1));
    await page.keyboard.press("ArrowRight");
    await isOrder(whole);
    await hasFocus(cell("Repair the pier", 1));
    await page.keyboard.press("ArrowRight");
    await hasFocus(cell("Repair the pier", 2));
    await page.keyboard.press("ArrowLeft");
    await hasFocus(cell("Repair the pier", 1));
    await page.keyboard.press("ArrowLeft");
    await isOrder(["Repair the pier", "Mend the nets"]);
    await page.keyboard.press("ArrowLeft");
    await hasFocus(cell("Repair the pier", 0));
    await page.reload();
    await row("Repair the pier").waitFor();
    await isOrder(["Repair the pier", "Mend the nets"]);
    await page.getByRole("button", { name: "Show subtasks of HAR-1" }).click();
    await isOrder(whole);
  });

  it("are moved among the subtasks of their parent, by pointer and by key", async () => {
    await drag("Paint it", row("Repair the pier"), "below");
    await isOrder(["Repair the pier", "Paint it", "Buy wood", "Count the nails", "Mend the nets"]);
    await standOn("Paint it");
    await page.keyboard.press("Alt+ArrowDown");
    await isOrder(whole);
    await page.keyboard.press("Alt+ArrowDown");
    await standOn("Repair the pier");
    await page.keyboard.press("Alt+ArrowDown");
    await isOrder(["Mend the nets", "Repair the pier", "Buy wood", "Count the nails", "Paint it"]);
    await page.keyboard.press("Control+z");
    await isOrder(whole);
  });

  it("get another parent by a drag sideways, as one undo step", async () => {
    const [from, to] = [await middleOf(cell("Mend the nets", 0)), await middleOf(row("Paint it"))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 4, from.y + 6);
    await page.mouse.move(from.x + 80, to.y + 8, { steps: 4 });
    await page.mouse.move(from.x + 81, to.y + 8);
    await page.mouse.up();
    await sheet().getByRole("row", { level: 3 }).filter({ hasText: "Mend the nets" }).waitFor();
    await isOrder(whole);
    await page.keyboard.press("Control+z");
    await sheet().getByRole("row", { level: 1 }).filter({ hasText: "Mend the nets" }).waitFor();
  });

  it("follow another person who gives a task a parent", async () => {
    await ben.goto(`/w/${workspace.id}/list/${listId}?group=none`);
    await isOrder(whole, ben.page);
    await ada.send(workspace, { kind: "ticket.update", ticketId: nets, patch: { parentTicketId: paint } });
    await sheet(ben.page).getByRole("row", { level: 3 }).filter({ hasText: "Mend the nets" }).waitFor();
    await ada.send(workspace, { kind: "ticket.update", ticketId: nets, patch: { parentTicketId: null } });
    await sheet(ben.page).getByRole("row", { level: 1 }).filter({ hasText: "Mend the nets" }).waitFor();
  });

  it("are rows like all others, or hidden, as the address says", async () => {
    const choose = async (name: string) => {
      await page.getByRole("button", { name: /^Subtasks/ }).click();
      await page.getByRole("menuitemcheckbox", { name }).click();
    };
    await choose("Flat");
    await page.waitForURL(/subtasks=flat/);
    await page.getByRole("grid").waitFor();
    expect((await order()).toSorted()).toEqual(whole.toSorted());
    expect(await page.getByRole("button", { name: /subtasks of/ }).count()).toBe(0);
    await choose("Hidden");
    await page.waitForURL(/subtasks=hidden/);
    await isOrder(["Repair the pier", "Mend the nets"]);
    await page.reload();
    await isOrder(["Repair the pier", "Mend the nets"]);
    await choose("Nested");
    await isOrder(whole);
  });
});

describe("the totals of a group", () => {
  const totals = () => page.getByRole("row").filter({ hasText: "5 tasks" });

  it("are its number of tasks, the sum of a number, and the first and last day", async () => {
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("option", { name: "Effort" }).click();
    await page.keyboard.press("Escape");
    await totals().getByRole("gridcell", { name: "Sum of Effort: 7.5" }).waitFor();
    await totals().getByRole("gridcell", { name: "Due: earliest 3 May 2031, latest 9 Jun 2031" }).waitFor();
    await ada.shot("sheet-totals");
    expect(await faultsOf(page)).toEqual([]);
  });

  it("follow the edits of other people", async () => {
    await ben.send(workspace, { kind: "ticket.update", ticketId: paint, patch: { fields: { [effort]: 10 } } });
    await totals().getByRole("gridcell", { name: "Sum of Effort: 17.5" }).waitFor();
  });

  it("can be chosen by pointer and by keyboard, and are kept in this browser", async () => {
    await totals().getByRole("button", { name: "Choose the total of Effort" }).click();
    const menu = page.getByRole("menu", { name: "Total of Effort" });
    await menu.getByRole("menuitemcheckbox", { name: "Sum", checked: true }).waitFor();
    await ada.shot("sheet-totals-menu");
    await menu.getByRole("menuitemcheckbox", { name: "Average" }).click();
    // 5, 2.5 and 10.
    await totals().getByRole("gridcell", { name: "Average of Effort: 5.833" }).waitFor();
    await standOn("Mend the nets");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Alt+Shift+ArrowDown");
    await page.getByRole("menuitem", { name: "Total" }).press("ArrowRight");
    await page.getByRole("menuitemcheckbox", { name: "Count of values" }).press("Enter");
    await totals().getByRole("gridcell", { name: "Tasks with Status: 5" }).waitFor();
    await page.reload();
    await totals().getByRole("gridcell", { name: "Average of Effort: 5.833" }).waitFor();
    await totals().getByRole("gridcell", { name: "Tasks with Status: 5" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "sheet-totals-chosen");
  });

  it("stay at the lower edge of the sheet while the group scrolls, and are passed over by the keys", async () => {
    await page.setViewportSize({ width: 1440, height: 270 });
    const bottom = async () => {
      const [line, whole] = [await totals().boundingBox(), await sheet().boundingBox()];
      return Math.round((whole?.y ?? 0) + (whole?.height ?? 0) - (line?.y ?? 0) - (line?.height ?? 0));
    };
    await until("they are at the lower edge", async () => Math.abs(await bottom()) <= 1);
    expect((await middleOf(totals())).height).toBe(32);
    await page.setViewportSize({ width: 1440, height: 900 });
    await standOn("Mend the nets");
    await page.keyboard.press("Control+ArrowDown");
    await hasFocus(page.getByRole("gridcell", { name: "New task in" }).last());
  });
});

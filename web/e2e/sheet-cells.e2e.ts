import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { sheetOf } from "./support/sheet";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
let page: Page;
let ids: Record<string, string>;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  for (const { context } of [ada, ben]) await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: stage.node.url });
  page = ada.page;
});
afterAll(() => stage?.close());

beforeEach(async () => {
  page = ada.page;
  workspace = await ada.makeWorkspace("The sheet", "SHE");
  await ada.invite(ben, workspace);
  const listId = (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "list" && data.name === "Backlog")?.data.id;
  ids = {};
  for (const title of ["one", "two", "three", "four"]) {
    ids[title] = randomUUID();
    await ada.send(workspace, { kind: "ticket.create", ticketId: ids[title], title, listIds: [listId] });
  }
  await ada.goto(`/w/${workspace.id}/list/${String(listId)}?group=none`);
  await row("four").waitFor();
  // The code for blocks of cells loads once the page is usable. It draws the corner of the active cell.
  await standOn("one", priority);
  await page.locator("[data-fill]").waitFor();
});

const { row, cell, hasFocus, middleOf, standOn, paste } = sheetOf(() => page);
/** Columns of a new list: 2 status, 3 people, 4 lists, 5 priority, 6 start, 7 due, 8 labels. */
const [priority, due, labels] = [5, 7, 8];
const update = (title: string, patch: Record<string, unknown>) => ada.send(workspace, { kind: "ticket.update", ticketId: ids[title], patch });
const shows = (title: string, column: number, text: string) =>
  until(`${title} shows ${text}`, async () => {
    const shown = (await cell(title, column).textContent()) ?? "";
    return text === "" ? shown === "" : shown.includes(text);
  });
const frame = () => page.locator("[class*=frame]");

/** Drags the mouse from one place to the middle of a cell. */
async function pull(from: { x: number; y: number }, to: Locator): Promise<void> {
  const end = await middleOf(to);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 6, from.y + 6);
  await page.mouse.move(end.x, end.y, { steps: 4 });
}

const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

describe("cells that are filled", () => {
  it("take the value above with Mod+D, and that of the first row in a block, as one undo step", async () => {
    await update("one", { priority: "day", dueDate: "2031-05-03" });
    await shows("one", priority, "Day");
    await standOn("two", priority);
    await page.keyboard.press("Control+d");
    await shows("two", priority, "Day");
    await page.keyboard.press("Control+z");
    await shows("two", priority, "");
    await standOn("one", priority);
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown"]) await page.keyboard.press(`Shift+${key}`);
    await frame().first().waitFor();
    await ada.shot("sheet-block");
    await page.keyboard.press("Control+d");
    await page.getByText("Filled 6 cells").waitFor();
    for (const title of ["two", "three", "four"]) {
      await shows(title, priority, "Day");
      await shows(title, due, "3 May 2031");
    }
    await page.keyboard.press("Control+z");
    await shows("four", due, "");
    await shows("two", priority, "");
  });

  it("take the values of a block whose corner is dragged, and another person sees them", async () => {
    await update("one", { priority: "week" });
    await shows("one", priority, "Week");
    await standOn("one", priority);
    await pull(await middleOf(page.locator("[data-fill]")), cell("three", priority));
    expect(await page.locator("[class*=dashed]").count()).toBe(1);
    await page.mouse.up();
    await shows("three", priority, "Week");
    expect(await cell("four", priority).textContent()).toBe("");
    const { pathname, search } = new URL(page.url());
    await ben.goto(`${pathname}${search}`);
    page = ben.page;
    await shows("two", priority, "Week");
  });

  it("leave out what cannot take the value, and say so", async () => {
    await update("one", { dueDate: "2031-05-03" });
    await update("two", { startDate: "2031-06-01" });
    await shows("one", due, "3 May 2031");
    await standOn("two", due);
    await page.keyboard.press("Control+d");
    await page.getByText("1 cell can't take the value.").waitFor();
    expect(await cell("two", due).textContent()).toBe("");
  });
});

describe("a block of cells", () => {
  it("is drawn with the mouse, copied as a table, pasted elsewhere and emptied", async () => {
    await update("one", { priority: "day", startDate: "2031-05-01" });
    await update("two", { priority: "year" });
    await shows("two", priority, "Year");
    await pull(await middleOf(cell("one", priority)), cell("two", 6));
    await page.mouse.up();
    await frame().first().waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await hasFocus(cell("one", priority));
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Control+c");
    await page.getByText("Copied 4 cells").waitFor();
    expect(await clipboard()).toBe("Day\t2031-05-01\nYear\t");
    await standOn("three", priority);
    await page.keyboard.press("Control+v");
    await shows("four", priority, "Year");
    await shows("three", 6, "1 May 2031");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Delete");
    await shows("three", 6, "");
    await shows("four", priority, "");
    await page.keyboard.press("Escape");
    await frame().first().waitFor({ state: "detached" });
  });

  it("takes one pasted value in all its cells", async () => {
    await standOn("two", priority);
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Shift+ArrowDown");
    await paste("month");
    await shows("three", priority, "Month");
    await shows("two", priority, "Month");
    expect(await cell("four", priority).textContent()).toBe("");
  });
});

describe("a pasted name that no label has", () => {
  it("is made if the person says so, as one undo step, and left out otherwise", async () => {
    await standOn("one", labels);
    await paste("Hull, Keel\nkeel");
    const dialog = page.getByRole("alertdialog", { name: "Create 2 options?" });
    await dialog.getByText("Labels: “Hull” and “Keel”").waitFor();
    await ada.shot("sheet-new-options");
    await dialog.getByRole("button", { name: "Paste the rest" }).click();
    await page.getByText(/aren't valid values for their columns/).waitFor();
    await standOn("two", labels);
    await paste("Hull, Keel\nkeel");
    await dialog.getByRole("button", { name: "Create and paste" }).click();
    await cell("two", labels).getByText("Hull").waitFor();
    await cell("three", labels).getByText("Keel").waitFor();
    await page.keyboard.press("Control+z");
    await shows("two", labels, "");
    await until("the labels are gone", async () => !(await ada.snapshot(workspace)).some(({ entity, data }) => entity === "label" && data.name === "Hull"));
  });
});

describe("a column", () => {
  const heads = async () => (await page.getByRole("columnheader").allTextContents()).map((text) => text.trim()).filter((text) => text !== "");
  const head = (name: string) => page.getByRole("columnheader", { name: new RegExp(`^${name}`) });
  const menu = async (name: string, item: string) => {
    await head(name).hover();
    await head(name).getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menu").getByText(item, { exact: true }).click();
    await page.getByRole("menu").waitFor({ state: "detached" });
  };

  it("is dragged to another place, moved and hidden by its menu, and stays so", async () => {
    expect((await heads()).slice(0, 4)).toEqual(["Name", "Status", "Assignees", "Lists"]);
    await pull(await middleOf(head("Lists").getByText("Lists")), head("Status").getByText("Status"));
    const before = await head("Status").boundingBox();
    await page.mouse.move((before?.x ?? 0) + 4, (before?.y ?? 0) + 10);
    expect(await page.locator("[class*=columnSlot]").count()).toBe(1);
    await page.mouse.up();
    await until("it is first", async () => (await heads())[1] === "Lists");
    await menu("Status", "Move right");
    await until("it is third", async () => (await heads()).slice(1, 4).join() === "Lists,Assignees,Status");
    await menu("Assignees", "Hide column");
    await page.reload();
    await row("one").waitFor();
    expect((await heads()).slice(1, 3)).toEqual(["Lists", "Status"]);
  });

  it("sorts, groups and filters by its menu, which a key opens as well", async () => {
    await update("three", { priority: "day" });
    await shows("three", priority, "Day");
    await menu("Priority", "Most urgent first");
    await page.waitForURL(/sort=priority/);
    await standOn("three", priority);
    await page.keyboard.press("Alt+Shift+ArrowDown");
    await page.getByRole("menuitem", { name: "Group by Priority" }).waitFor();
    await page.keyboard.press("Escape");
    await hasFocus(cell("three", priority));
    await menu("Priority", "Group by Priority");
    await page.waitForURL(/group=priority/);
    await menu("Priority", "Filter by Priority");
    await page.getByRole("option", { name: "Day" }).click();
    await row("one").waitFor({ state: "detached" });
  });

  it("is frozen with all before it, and the focused cell comes out from behind it", async () => {
    await page.setViewportSize({ width: 900, height: 700 });
    await menu("Assignees", "Freeze up to here");
    const left = async (column: number) => Math.round((await cell("two", column).boundingBox())?.x ?? 0);
    const before = [await left(2), await left(3)];
    await standOn("two", 1);
    await page.keyboard.press("End");
    await until("it is scrolled", async () => (await page.getByRole("grid").evaluate((sheet) => sheet.scrollLeft)) > 100);
    expect([await left(2), await left(3)]).toEqual(before);
    const edge = Math.round((await left(3)) + ((await cell("two", 3).boundingBox())?.width ?? 0));
    for (let column = 7; column >= 4; column -= 1) {
      await page.keyboard.press("ArrowLeft");
      await hasFocus(cell("two", column));
      expect(await left(column), `column ${column}`).toBeGreaterThanOrEqual(edge);
    }
    await ada.shot("sheet-frozen");
    await menu("Name", "Unfreeze columns");
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

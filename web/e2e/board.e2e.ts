import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("The board", "BOA");
  await ada.invite(ben, workspace);
  await ada.goto(`/w/${workspace.key}/all`);
  await ada.page.keyboard.press("n");
  await ada.page.getByRole("dialog", { name: "New task" }).getByLabel("Title").fill("Early data");
  await ada.page.keyboard.press("Enter");
  await ada.page.getByRole("link", { name: "Early data" }).waitFor();
  for (const person of [ada, ben]) {
    await person.goto(`/w/${workspace.key}/all?view=kanban`);
    await card(person).waitFor();
  }
});
afterAll(() => stage?.close());

const card = ({ page }: Person) => page.getByRole("article", { name: /Early data/ });
const column = ({ page }: Person, name: string) => page.getByRole("region", { name, exact: true });
const columns = ({ page }: Person) => page.getByRole("heading", { level: 2 }).allTextContents();

const faultless = async (page: Person["page"]) => expect(await faultsOf(page)).toEqual([]);

describe("the columns of a board", () => {
  it("are created by admins, before the completed ones, for all users at once", async () => {
    await ada.page.getByRole("button", { name: "New status" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "New status" });
    await dialog.getByLabel("Name").fill("To do");
    await dialog.getByRole("button", { name: "Create status" }).click();
    await dialog.getByText("That name is taken").waitFor();
    await dialog.getByLabel("Name").fill("In review");
    await dialog.getByRole("button", { name: "Create status" }).click();
    await column(ben, "In review").waitFor();
    expect(await columns(ben)).toEqual(["Backlog", "To do", "In review", "Done"]);
    expect(await ben.page.getByRole("button", { name: "New status" }).count()).toBe(0);
  });

  it("are renamed and moved", async () => {
    await ada.page.getByRole("button", { name: "Actions for In review" }).click();
    await ada.page.getByRole("menuitem", { name: "Edit status" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "Edit “In review”" });
    await dialog.getByLabel("Name").fill("Blocked");
    await dialog.getByLabel("Category").selectOption("blocked");
    await dialog.getByRole("button", { name: "Save" }).click();
    await column(ben, "Blocked").waitFor();
    await ada.page.getByRole("button", { name: "Actions for Blocked" }).click();
    await ada.page.getByRole("menuitem", { name: "Move left" }).click();
    await expect.poll(() => columns(ben)).toEqual(["Backlog", "Blocked", "To do", "Done"]);
  });

  it("are deleted, and their tasks move to another column", async () => {
    // The sidebar has a list of that name.
    await ada.page.getByRole("main").getByRole("button", { name: "Actions for Backlog" }).click();
    await ada.page.getByRole("menuitem", { name: "Delete status" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "Delete “Backlog”?" });
    await dialog.getByRole("button", { name: "Move tasks to: To do" }).waitFor();
    await dialog.getByRole("button", { name: "Delete status" }).click();
    await column(ben, "To do").getByRole("article", { name: /Early data/ }).waitFor();
    expect(await columns(ben)).toEqual(["Blocked", "To do", "Done"]);
  });

  it("come back with their tasks when the deletion is undone", async () => {
    await ada.page.getByRole("listitem").filter({ hasText: "Deleted “Backlog”" }).getByRole("button", { name: /^Undo/ }).click();
    await column(ben, "Backlog").getByRole("article", { name: /Early data/ }).waitFor();
    await ada.page.keyboard.press("Control+Shift+z");
    await column(ben, "To do").getByRole("article", { name: /Early data/ }).waitFor();
  });
});

describe("a card", () => {
  const icon = (person: Person) => card(person).getByRole("checkbox");
  const opened = async (click: () => Promise<void>) => {
    const [tab] = await Promise.all([ada.context.waitForEvent("page"), click()]);
    await tab.waitForURL(/BOA-1(\?|$)/);
    await tab.close();
  };

  it("is dragged by its icon, too", async () => {
    await card(ada).hover({ position: { x: 16, y: 16 } });
    const [from, to] = [await icon(ada).boundingBox(), await column(ada, "Done").boundingBox()];
    if (!from || !to) throw new Error("it is not there");
    const { mouse } = ada.page;
    await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await mouse.down();
    await mouse.move(from.x + 20, from.y + 20, { steps: 3 });
    await mouse.move(to.x + to.width / 2, to.y + 200, { steps: 4 });
    await mouse.move(to.x + to.width / 2 + 1, to.y + 200);
    await mouse.up();
    await column(ben, "Done").getByRole("article", { name: /Early data/ }).waitFor();
    expect(await ada.page.getByRole("toolbar", { name: /selected/ }).count()).toBe(0);
  });

  it("opens in a new tab by the middle button, and with Ctrl by any part of it, as a row of the list does", async () => {
    const { page } = ada;
    await opened(() => card(ada).click({ button: "middle" }));
    await opened(() => card(ada).click({ modifiers: ["ControlOrMeta"], position: { x: 70, y: 16 } }));
    expect(await page.getByRole("toolbar", { name: /selected/ }).count()).toBe(0);
    await page.keyboard.press("1");
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "Early data" }) });
    await opened(() => row.getByRole("link").click({ modifiers: ["ControlOrMeta"] }));
    await opened(() => row.getByRole("gridcell").nth(4).click({ modifiers: ["ControlOrMeta"] }));
    await opened(() => row.getByRole("gridcell").nth(4).click({ button: "middle" }));
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("2");
    await card(ada).waitFor();
  });

  it("is the end of a selection with Shift, here and in the list", async () => {
    const { page } = ada;
    await page.getByRole("button", { name: "New task in To do" }).click();
    for (const title of ["First", "Second", "Third"]) {
      await page.keyboard.type(title);
      await page.keyboard.press("Enter");
      await page.getByRole("article", { name: new RegExp(title) }).waitFor();
    }
    await page.keyboard.press("Escape");
    const three = page.getByRole("toolbar", { name: "3 selected" });
    await page.getByRole("article", { name: /Third/ }).click({ position: { x: 16, y: 16 } });
    await page.getByRole("article", { name: /First/ }).click({ modifiers: ["Shift"] });
    await three.waitFor();
    await page.keyboard.press("Escape");
    await three.waitFor({ state: "detached" });
    await page.keyboard.press("1");
    const cell = (title: string, at: number) => page.getByRole("row").filter({ has: page.getByRole("link", { name: title }) }).getByRole("gridcell").nth(at);
    await cell("Third", 0).hover();
    await cell("Third", 0).getByRole("checkbox").click();
    await cell("First", 1).getByRole("link").click({ modifiers: ["Shift"] });
    await three.waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("2");
    await card(ada).waitFor();
  });
});

describe("the buttons of a card", () => {
  const third = ({ page }: Person) => page.getByRole("article", { name: /Third/ });
  const button = (person: Person, name: RegExp) => third(person).getByRole("button", { name });

  it("are shown under the mouse and with the keyboard focus, and are no tab stops", async () => {
    const { page } = ada;
    await page.mouse.move(0, 0);
    await card(ada).focus();
    expect(await button(ada, /./).count()).toBe(0);
    await third(ada).hover();
    await button(ada, /^Complete BOA-/).waitFor();
    await faultless(page);
    await shoot(page, "board-card-buttons");
    await page.mouse.move(0, 0);
    await expect.poll(() => button(ada, /./).count()).toBe(0);
    await page.keyboard.press("ArrowLeft");
    await third(ada).focus();
    await button(ada, /^Actions for BOA-/).waitFor();
    await page.keyboard.press("Tab");
    expect(await third(ada).evaluate((one) => one.contains(document.activeElement))).toBe(false);
  });

  it("open the menu of the task, and complete and reopen it; the due date says that it was met, not only by its color", async () => {
    const { page } = ada;
    await third(ada).hover();
    await button(ada, /^Actions for BOA-/).click();
    await page.getByRole("menu", { name: "Task actions" }).getByRole("menuitem", { name: "Complete" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(/Third/);
    await ada.send(workspace, { kind: "ticket.update", ticketId: await third(ada).getAttribute("data-ticket"), patch: { dueDate: "2020-01-02" } });
    await third(ada).getByTitle("Overdue").waitFor();
    await button(ada, /^Complete BOA-/).click();
    await column(ben, "Done").getByRole("article", { name: /Third/ }).getByTitle("Due, completed").waitFor();
    await third(ada).hover();
    await faultless(page);
    await button(ada, /^Reopen BOA-/).click();
    await column(ben, "Done").getByRole("article", { name: /Third/ }).waitFor({ state: "detached" });
    await third(ben).getByTitle("Overdue").waitFor();
  });
});

describe("a column without cards", () => {
  it("offers to create its first task", async () => {
    const { page } = ada;
    const empty = column(ada, "Blocked");
    await empty.getByRole("button", { name: "New task", exact: true }).focus();
    await shoot(page, "board-empty-column");
    await page.keyboard.press("Enter");
    await empty.getByRole("textbox", { name: "Title of the new task in Blocked" }).waitFor();
    await page.keyboard.type("Wait for parts");
    await page.keyboard.press("Enter");
    await column(ben, "Blocked").getByRole("article", { name: /Wait for parts/ }).waitFor();
    await page.keyboard.press("Escape");
    expect(await empty.getByRole("button", { name: "New task", exact: true }).count()).toBe(0);
  });
});

describe("a board that is wider than the window", () => {
  it("is scrolled sideways by dragging its empty space, and by the wheel with Shift", async () => {
    const { page } = ada;
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ width: 800, height: 600 });
    const board = page.getByRole("region", { name: "All tasks, board" });
    const left = () => board.evaluate((it) => it.scrollLeft);
    const space = await column(ada, "To do").boundingBox();
    if (!space) throw new Error("The column is not there");
    const [x, y] = [space.x + 100, space.y + space.height - 40];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 4, y);
    expect(await left()).toBe(0);
    await page.mouse.move(x - 40, y, { steps: 4 });
    await expect.poll(left).toBe(40);
    await page.mouse.up();
    await page.mouse.move(x - 10, y);
    expect(await left()).toBe(40);
    await page.keyboard.down("Shift");
    await page.mouse.wheel(0, -30);
    await page.keyboard.up("Shift");
    await expect.poll(left).toBe(10);
    await page.setViewportSize(size);
  });
});

describe("a column that is longer than the window", () => {
  it("is scrolled by keyboard", async () => {
    const { page } = ada;
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ ...size, height: 260 });
    // The focused card is in the other column.
    await card(ada).focus();
    const { violations } = await new AxeBuilder({ page }).withRules(["scrollable-region-focusable"]).analyze();
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
    const cards = column(ada, "To do").getByRole("group", { name: /^To do/ });
    await cards.focus();
    await page.keyboard.press("End");
    await expect.poll(() => cards.evaluate((it) => it.scrollTop)).toBeGreaterThan(0);
    await page.setViewportSize(size);
  });
});

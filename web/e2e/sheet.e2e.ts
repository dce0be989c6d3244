import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let workspace: NewWorkspace;
let page: Page;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  await ada.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: stage.node.url });
  page = ada.page;
});
afterAll(() => stage?.close());

beforeEach(async () => {
  workspace = await ada.makeWorkspace("The sheet", "SHE");
  await ada.goto(`/w/${workspace.id}`);
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "New task" }).getByLabel("Title").fill("one");
  await page.getByRole("button", { name: "Create task" }).click();
  await row("one").waitFor();
  await page.getByRole("button", { name: "New task", exact: true }).last().click();
  for (const title of ["two", "three", "four"]) {
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    await row(title).waitFor();
  }
  await page.keyboard.press("Escape");
});

const row = (title: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name: title, exact: true }) });
const cell = (title: string, column: number) => row(title).getByRole("gridcell").nth(column);
const order = () => page.getByRole("grid").getByRole("link").allTextContents();
const isOrder = (...titles: string[]) => until(`the order is ${titles.join(", ")}`, async () => (await order()).join() === titles.join());
const middleOf = async (thing: Locator) => {
  const box = await thing.boundingBox();
  if (!box) throw new Error("it is not there");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height };
};

/** Takes a row by its number and lets go of it just above, or below, the middle of another. */
async function drag(title: string, to: Locator, side: "above" | "below"): Promise<void> {
  const from = await middleOf(cell(title, 0));
  const end = await middleOf(to);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 4, from.y + 6);
  const y = end.y + (side === "above" ? -1 : 1) * (end.height / 4);
  await page.mouse.move(end.x, y, { steps: 4 });
  // A browser takes a drop only where it was told, in answer to a move, that one may drop.
  await page.mouse.move(end.x + 1, y);
  await page.mouse.up();
}

/** Goes to a cell without asking for its value: by the name, which only stands, and the arrows. */
async function standOn(title: string, column: number): Promise<void> {
  const name = cell(title, 1);
  const width = (await name.boundingBox())?.width ?? 0;
  await name.click({ position: { x: width - 8, y: 8 } });
  for (let step = 1; step < column; step += 1) await page.keyboard.press("ArrowRight");
  await until("the cell has the focus", () => cell(title, column).evaluate((it) => it === document.activeElement));
}

async function paste(text: string): Promise<void> {
  await page.evaluate((written) => navigator.clipboard.writeText(written), text);
  await page.keyboard.press("Control+v");
}

describe("the rows of a list in its own order", () => {
  it("are dragged to another place, several at once, for everybody and for good", async () => {
    await isOrder("one", "two", "three", "four");
    await drag("four", row("two"), "above");
    await isOrder("one", "four", "two", "three");
    for (const title of ["one", "two"]) {
      await cell(title, 0).hover();
      await page.getByRole("checkbox", { name: new RegExp(`Select SHE-${title === "one" ? 1 : 2}$`) }).click();
    }
    await drag("one", row("three"), "below");
    await isOrder("four", "three", "one", "two");
    await page.getByRole("button", { name: "Clear the selection" }).click();
    await page.reload();
    await row("one").waitFor();
    await isOrder("four", "three", "one", "two");
  });

  it("are moved by key, and back by undo", async () => {
    await standOn("three", 1);
    await page.keyboard.press("Alt+ArrowUp");
    await isOrder("one", "three", "two", "four");
    await page.keyboard.press("Control+z");
    await isOrder("one", "two", "three", "four");
  });

  it("take on the status of the group they are dropped in", async () => {
    await drag("two", page.getByRole("row").filter({ hasText: "Done" }).first(), "below");
    await row("two").getByRole("button", { name: /Done$/ }).waitFor();
    await isOrder("one", "three", "four", "two");
  });
});

describe("the head of a group", () => {
  it("stays under the head of the sheet while its rows pass", async () => {
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ ...size, height: 240 });
    const group = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Hide Backlog" }) });
    const top = async () => (await group.boundingBox())?.y;
    const before = await top();
    await page.getByRole("grid").evaluate((sheet) => sheet.scrollBy({ top: 70 }));
    await until("the first row has passed", async () => ((await row("one").boundingBox())?.y ?? 999) < (before ?? 0));
    expect(await top()).toBe(before);
    await page.setViewportSize(size);
  });
});

describe("the columns", () => {
  const head = () => page.getByRole("columnheader", { name: /^Status/ });
  const widthOf = async (thing: Locator) => Math.round((await thing.boundingBox())?.width ?? 0);

  it("are pulled wider, fit what is in them on two presses, and are so on the next visit", async () => {
    const before = await widthOf(head());
    const grip = await middleOf(head().getByRole("button", { name: "Width of Status" }));
    await page.mouse.move(grip.x, grip.y);
    await page.mouse.down();
    await page.mouse.move(grip.x + 60, grip.y, { steps: 3 });
    await page.mouse.up();
    expect(await widthOf(head())).toBe(before + 60);
    expect(await widthOf(cell("one", 2))).toBe(before + 60);
    await page.reload();
    await row("one").waitFor();
    expect(await widthOf(head())).toBe(before + 60);
    await head().getByRole("button", { name: "Width of Status" }).dblclick();
    await until("it fits", async () => (await widthOf(head())) < before);
  });
});

describe("what is pasted", () => {
  const priority = 5;

  it("goes into one cell", async () => {
    await standOn("one", priority);
    await paste("week");
    await cell("one", priority).getByText("Week").waitFor();
  });

  it("goes down a column as one step, which undo takes back", async () => {
    await standOn("one", priority);
    await paste("Day\nWeek\nMonth");
    await cell("three", priority).getByText("Month").waitFor();
    await cell("one", priority).getByText("Day").waitFor();
    await page.keyboard.press("Control+z");
    for (const title of ["one", "two", "three"])
      await until(`${title} is empty again`, async () => (await cell(title, priority).textContent()) === "");
  });

  it("is told where it is no value, and changes nothing there", async () => {
    await standOn("one", priority);
    await paste("Day\nsometime");
    await page.getByText(/“sometime” is not a value of its column/).waitFor();
    await cell("one", priority).getByText("Day").waitFor();
    expect(await cell("two", priority).textContent()).toBe("");
  });
});

describe("the right button of the mouse", () => {
  const choose = (name: string | RegExp) => page.getByRole("menuitem", { name }).click();

  it("brings up what can be done to a row, and the answer is given beside it", async () => {
    await cell("two", 1).click({ button: "right" });
    await choose(/Set priority/);
    await page.getByRole("option", { name: "Week" }).click();
    await cell("two", 5).getByText("Week").waitFor();
    await cell("two", 1).click({ button: "right" });
    await choose(/^Open(?! in)/);
    await page.waitForURL(/SHE-2$/);
  });

  it("means all that are selected, and only the row itself where that is not among them", async () => {
    for (const [title, number] of [["one", 1], ["three", 3]] as const) {
      await cell(title, 0).hover();
      await page.getByRole("checkbox", { name: `Select SHE-${number}`, exact: true }).click();
    }
    await cell("three", 1).click({ button: "right" });
    await page.getByRole("menu", { name: "Actions for 2 tasks" }).waitFor();
    await page.keyboard.press("Escape");
    await cell("two", 1).click({ button: "right" });
    await choose(/Move to the trash/);
    await isOrder("one", "three", "four");
  });
});

describe("a row that leaves the list by what is chosen for it", () => {
  it("leaves the choice open where it was", async () => {
    await cell("three", 4).click();
    const lists = page.getByRole("dialog", { name: "Lists" });
    await lists.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)));
    const before = await middleOf(lists);
    await lists.getByRole("option", { name: "Backlog" }).click();
    await isOrder("one", "two", "four");
    expect(await middleOf(lists)).toEqual(before);
  });
});

describe("the keys of a list", () => {
  it("walk its rows without writing over a title, act on the row and open it", async () => {
    await row("four").waitFor();
    for (const key of ["j", "j", "j"]) await page.keyboard.press(key);
    await until("the third row has the focus", () => cell("three", 0).evaluate((it) => it === document.activeElement));
    await page.keyboard.press("k");
    await page.keyboard.press("s");
    await page.getByRole("option", { name: "To do" }).click();
    await row("two").getByRole("button", { name: /^Status of .*To do$/ }).waitFor();
    expect((await order()).toSorted()).toEqual(["four", "one", "three", "two"]);
    await until("the row has the focus still, in another group", () => cell("two", 0).evaluate((it) => it === document.activeElement));
    await page.keyboard.press("Enter");
    await page.getByRole("complementary").getByRole("heading", { name: "two" }).waitFor();
    await page.keyboard.press("Escape");
  });
});

import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { sheetOf } from "./support/sheet";
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
  await write("one", "two", "three", "four");
});

const { row, cell, order, isOrder, middleOf, carry, drag, standOn, paste, write } = sheetOf(() => page);

describe("the rows of a list in its own order", () => {
  it("are dragged to another place, several at once, for all users and permanently", async () => {
    await isOrder("one", "two", "three", "four");
    await drag("four", row("two"), "above");
    await isOrder("one", "four", "two", "three");
    for (const title of ["one", "two"]) {
      await cell(title, 0).hover();
      await page.getByRole("checkbox", { name: new RegExp(`Select SHE-${title === "one" ? 1 : 2}$`) }).click();
    }
    await drag("one", row("three"), "below");
    await isOrder("four", "three", "one", "two");
    await page.getByRole("button", { name: "Clear selection" }).click();
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

describe("rows that are dropped on a list of the sidebar", () => {
  it("move there with the whole selection, and return on undo", async () => {
    for (const [title, number] of [["two", 2], ["three", 3]] as const) {
      await cell(title, 0).hover();
      await page.getByRole("checkbox", { name: `Select SHE-${number}`, exact: true }).click();
    }
    const general = page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "General" });
    await drag("two", general, "above");
    await page.getByText("2 tasks moved to General").waitFor();
    await isOrder("one", "four");
    expect(await page.locator("[role=row][class*=ghost]").count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await isOrder("one", "two", "three", "four");
    await drag("one", general, "above");
    await page.getByText("1 task moved to General").waitFor();
    await isOrder("two", "three", "four");
    await general.click();
    await isOrder("one");
  });

  it("return on a press of Undo, which does not focus the toast", async () => {
    await drag("one", page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "General" }), "above");
    const undo = page.getByRole("button", { name: "Undo" });
    // The toast moves while it appears, and a hover waits until the button is at rest.
    await undo.hover();
    await page.mouse.down();
    expect(await undo.evaluate((it) => it.closest("section")?.contains(document.activeElement))).toBe(false);
    await page.mouse.up();
    await isOrder("one", "two", "three", "four");
  });
});

describe("the rows of a sorted list", () => {
  it("are offered no place: a message gives the reason and the order that has places", async () => {
    await page.getByRole("columnheader", { name: /^Name/ }).getByRole("button", { name: "Name", exact: true }).click();
    await isOrder("four", "one", "three", "two");
    await carry("two", row("one"), "above");
    expect(await page.locator("[class*=slot]").count()).toBe(0);
    await page.mouse.up();
    await page.getByText("These tasks are sorted by title.").waitFor();
    await isOrder("four", "one", "three", "two");
    await page.getByRole("button", { name: "Switch to manual order" }).click();
    await isOrder("one", "two", "three", "four");
    await drag("two", row("one"), "above");
    await isOrder("two", "one", "three", "four");
  });

  it("still join another group", async () => {
    await page.getByRole("columnheader", { name: /^Name/ }).getByRole("button", { name: "Name", exact: true }).click();
    await drag("two", page.getByRole("row").filter({ hasText: "Done" }).first(), "below");
    await row("two").getByRole("button", { name: /Done$/ }).waitFor();
  });
});

describe("the head of a group", () => {
  it("stays under the head of the sheet while its rows pass", async () => {
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ ...size, height: 240 });
    const group = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Collapse Backlog" }) });
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

  it("are resized by dragging, fitted by a double click, and keep their widths", async () => {
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

describe("lines that are pasted into the title of a new task", () => {
  it("become one task each, in their order, and disappear with one undo", async () => {
    await page.getByRole("button", { name: "New task", exact: true }).last().click();
    await paste("- five\n- six\n\n- seven");
    await page.getByRole("alertdialog", { name: "Create 3 tasks?" }).getByText("“five”, “six”, “seven”").waitFor();
    await page.getByRole("button", { name: "Create tasks" }).click();
    await page.getByText("3 tasks created").waitFor();
    await isOrder("one", "two", "three", "four", "five", "six", "seven");
    await page.getByRole("button", { name: "Undo" }).click();
    await isOrder("one", "two", "three", "four");
  });

  it("become tasks in the dialog, too", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    await page.getByRole("dialog", { name: "New task" }).getByLabel("Title").focus();
    await paste("five\nsix");
    await page.getByRole("button", { name: "Create tasks" }).click();
    await page.getByText("2 tasks created").waitFor();
    await isOrder("one", "two", "three", "four", "five", "six");
  });

  it("are refused if there are too many, without creating any", async () => {
    await page.getByRole("button", { name: "New task", exact: true }).last().click();
    await paste(Array.from({ length: 101 }, (_, at) => `line ${at}`).join("\n"));
    await page.getByText(/up to 100 tasks at once. To add 101/).waitFor();
    await isOrder("one", "two", "three", "four");
  });
});

describe("a pasted value", () => {
  const priority = 5;

  it("goes into one cell", async () => {
    await standOn("one", priority);
    await paste("week");
    await cell("one", priority).getByText("Week").waitFor();
  });

  it("fills a column as one step, which undo reverts", async () => {
    await standOn("one", priority);
    await paste("Day\nWeek\nMonth");
    await cell("three", priority).getByText("Month").waitFor();
    await cell("one", priority).getByText("Day").waitFor();
    await page.keyboard.press("Control+z");
    for (const title of ["one", "two", "three"])
      await until(`${title} is empty again`, async () => (await cell(title, priority).textContent()) === "");
  });

  it("is reported if invalid, and changes nothing", async () => {
    await standOn("one", priority);
    await paste("Day\nsometime");
    await page.getByText(/“sometime” isn't a valid value for its column/).waitFor();
    await cell("one", priority).getByText("Day").waitFor();
    expect(await cell("two", priority).textContent()).toBe("");
  });
});

describe("the right button of the mouse", () => {
  const choose = (name: string | RegExp) => page.getByRole("menuitem", { name }).click();

  it("opens the menu of a row, with its pickers beside it", async () => {
    await cell("two", 1).click({ button: "right" });
    await choose(/Set priority/);
    await page.getByRole("option", { name: "Week" }).click();
    await cell("two", 5).getByText("Week").waitFor();
    await cell("two", 1).click({ button: "right" });
    await choose(/^Open(?! in)/);
    await page.waitForURL(/SHE-2$/);
  });

  it("applies to the selection, or to a row outside of it alone", async () => {
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

describe("a row that leaves the list by its new value", () => {
  it("leaves the picker open at its place", async () => {
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
  it("move through its rows without overwriting a title, act on the row and open it", async () => {
    await row("four").waitFor();
    // From the row for a new task, where the last title was typed.
    for (const key of ["k", "k", "k", "j"]) await page.keyboard.press(key);
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

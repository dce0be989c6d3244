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

const narrow = { width: 1100, height: 700 };
const wide = { width: 1440, height: 900 };

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  page = ada.page;
});
afterAll(() => stage?.close());

beforeEach(async () => {
  await page.setViewportSize(wide);
  workspace = await ada.makeWorkspace("The sheet", "SHE");
  await ada.goto(`/w/${workspace.id}`);
  await write("one", "two", "three", "four");
});

const { row, cell, hasFocus, standOn, write } = sheetOf(() => page);
const grid = () => page.getByRole("grid");
const scrolled = () => grid().evaluate((sheet) => sheet.scrollLeft);

/** The distances in pixels from an element to the edges of the visible sheet; negative if the element sticks out. */
async function roomAround(thing: Locator): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const [box, sheet] = [await thing.boundingBox(), await grid().boundingBox()];
  if (!box || !sheet) throw new Error("it is not there");
  return {
    left: Math.round(box.x - sheet.x),
    right: Math.round(sheet.x + sheet.width - box.x - box.width),
    top: Math.round(box.y - sheet.y),
    bottom: Math.round(sheet.y + sheet.height - box.y - box.height),
  };
}

describe("a sheet that is scrolled sideways", () => {
  it("keeps the heads of groups and the lines for new tasks in sight", async () => {
    await page.setViewportSize(narrow);
    const head = page.getByRole("button", { name: /Collapse Backlog/ });
    const add = page.getByRole("button", { name: "New task", exact: true }).last();
    const before = [await head.boundingBox(), await add.boundingBox()].map((box) => box?.x);
    await grid().evaluate((sheet) => sheet.scrollTo({ left: 300 }));
    await until("it is scrolled", async () => (await scrolled()) > 100);
    expect([await head.boundingBox(), await add.boundingBox()].map((box) => box?.x)).toEqual(before);
  });
});

describe("the focused cell", () => {
  it("is scrolled fully into view, also from behind sticky columns", async () => {
    await page.setViewportSize(narrow);
    await standOn("two", 1);
    const last = (await row("two").getByRole("gridcell").count()) - 1;
    await page.keyboard.press("End");
    await hasFocus(cell("two", last));
    expect((await roomAround(cell("two", last))).right).toBeGreaterThanOrEqual(0);
    const frozen = await cell("two", 1).boundingBox();
    for (let column = last - 1; column >= 2; column -= 1) {
      await page.keyboard.press("ArrowLeft");
      await hasFocus(cell("two", column));
      const box = await cell("two", column).boundingBox();
      expect(Math.round(box?.x ?? 0), `column ${column}`).toBeGreaterThanOrEqual(Math.round((frozen?.x ?? 0) + (frozen?.width ?? 0)));
    }
    expect(await scrolled()).toBe(0);
  });

  it("does not scroll the sheet if its column is sticky", async () => {
    await page.setViewportSize(narrow);
    await standOn("two", 1);
    await page.keyboard.press("End");
    await until("it is scrolled", async () => (await scrolled()) > 100);
    const before = await scrolled();
    await page.keyboard.press("Home");
    await hasFocus(cell("two", 0));
    await page.keyboard.press("ArrowRight");
    await hasFocus(cell("two", 1));
    expect(await scrolled()).toBe(before);
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: "Title" }).waitFor();
    expect(await scrolled()).toBe(before);
    await page.keyboard.press("Escape");
    await hasFocus(cell("two", 1));
    expect(await scrolled()).toBe(before);
  });

  it("is not covered by the head of its group", async () => {
    await page.setViewportSize({ ...wide, height: 260 });
    await standOn("four", 1);
    for (const title of ["three", "two", "one"]) {
      await page.keyboard.press("ArrowUp");
      await hasFocus(cell(title, 1));
      expect((await roomAround(cell(title, 1))).top, title).toBeGreaterThanOrEqual(64);
    }
  });
});

describe("the focus returns to its cell", () => {
  const panel = () => page.getByRole("complementary", { name: /^SHE-/ });

  it("after the panel that a click on the title opened", async () => {
    await page.getByRole("link", { name: "two", exact: true }).click();
    await panel().waitFor();
    await page.keyboard.press("Escape");
    await panel().waitFor({ state: "detached" });
    await hasFocus(cell("two", 0));
    await page.keyboard.press("j");
    await hasFocus(cell("three", 0));
  });

  it("or to the row of the last task in the panel", async () => {
    await standOn("one", 4);
    await page.keyboard.press("Space");
    await panel().waitFor();
    await page.keyboard.press("j");
    await page.getByRole("complementary", { name: /^SHE-2/ }).waitFor();
    await page.keyboard.press("Escape");
    await panel().waitFor({ state: "detached" });
    await hasFocus(cell("two", 4));
  });

  it("after Esc from a picker, however it was opened", async () => {
    await row("two").getByRole("button", { name: /^Status of/ }).click();
    await page.getByRole("dialog", { name: "Status" }).waitFor();
    await page.keyboard.press("Escape");
    await hasFocus(cell("two", 0));
    await page.keyboard.press("k");
    await hasFocus(cell("one", 0));
    await cell("three", 5).click();
    await page.getByRole("dialog", { name: "Priority" }).waitFor();
    await page.keyboard.press("Escape");
    await hasFocus(cell("three", 5));
    await page.keyboard.press("ArrowUp");
    await hasFocus(cell("two", 5));
  });

  it("after Esc from the menu of the right button", async () => {
    await page.getByRole("link", { name: "three", exact: true }).click({ button: "right" });
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("Escape");
    await hasFocus(cell("three", 0));
    await page.keyboard.press("ArrowDown");
    await hasFocus(cell("four", 0));
  });

  it("after a click on a checkbox, a fold or the end of a selection", async () => {
    await cell("three", 0).hover();
    await page.getByRole("checkbox", { name: "Select SHE-3" }).click();
    await hasFocus(cell("three", 0));
    await page.keyboard.press("k");
    await hasFocus(cell("two", 0));
    await page.getByRole("button", { name: /Clear (the )?selection/ }).click();
    await hasFocus(cell("two", 0));
    await page.getByRole("button", { name: /Collapse Backlog/ }).click();
    await row("two").waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await row("two").waitFor();
    await page.keyboard.press("ArrowDown");
    await hasFocus(cell("one", 0));
  });

  it("or to the next row, if its own went into the trash", async () => {
    await standOn("two", 4);
    await page.keyboard.press("#");
    await row("two").waitFor({ state: "detached" });
    await hasFocus(cell("three", 4));
    await page.keyboard.press("ArrowUp");
    await hasFocus(cell("one", 4));
  });
});

describe("typing in a cell with a picker", () => {
  it("opens the picker with the typed text as its search", async () => {
    await standOn("two", 5);
    await page.keyboard.type("we");
    await page.getByRole("dialog", { name: "Priority" }).getByRole("option", { name: "Week" }).waitFor();
    expect(await page.getByRole("option").count()).toBe(1);
    await page.keyboard.press("Enter");
    await cell("two", 5).getByText("Week").waitFor();
    await hasFocus(cell("three", 5));
  });

  it("goes on to the cell below with Enter, and to the next one with Tab, which take what is typed or marked", async () => {
    await standOn("two", 5);
    await page.keyboard.type("we");
    await page.getByRole("dialog", { name: "Priority" }).getByRole("option", { name: "Week" }).waitFor();
    await page.keyboard.press("Tab");
    await cell("two", 5).getByText("Week").waitFor();
    await hasFocus(cell("two", 6));
    await page.keyboard.type("2031-12-03");
    await page.getByText(/^Wednesday,? 3 December 2031$/).waitFor();
    await page.keyboard.press("Tab");
    await cell("two", 6).getByText("3 Dec 2031").waitFor();
    await hasFocus(cell("two", 7));
    // Several values: Enter toggles, and Tab goes on with what was chosen.
    for (const [title, keys] of [["one", ["Enter", "Tab"]], ["three", ["Tab"]]] as const) {
      await standOn(title, 3);
      await page.keyboard.type("ada");
      await page.getByRole("dialog", { name: "Assignees" }).getByRole("option", { name: /Ada/ }).waitFor();
      for (const key of keys) await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await hasFocus(cell(title, 4));
      await cell(title, 3).getByRole("img", { name: /Ada/ }).waitFor();
    }
    // In the group of another status, a row leaves its place: the person goes on where it was.
    await standOn("two", 2);
    await page.keyboard.type("don");
    await page.getByRole("dialog", { name: "Status" }).getByRole("option", { name: "Done" }).waitFor();
    await page.keyboard.press("Enter");
    await hasFocus(cell("three", 2));
  });

  it("keeps text that is typed before the picker has loaded, even symbols and spaces", async () => {
    for (const [text, read] of [["2031-12-03", /^Wednesday,? 3 December 2031$/], ["4 Dec 2031", /^Thursday,? 4 December 2031$/]] as const) {
      await page.reload();
      await standOn("two", 7);
      await page.keyboard.type(text);
      await page.getByText(read).waitFor();
      await page.keyboard.press("Escape");
      await hasFocus(cell("two", 7));
    }
  });

  it("takes Enter that is pressed before the picker has loaded", async () => {
    for (const [column, text, shown] of [[7, "2031-12-03", "3 Dec 2031"], [5, "week", "Week"]] as const) {
      let arrive = () => {};
      const chunk = new Promise<void>((resolve) => (arrive = resolve));
      await page.route(/PopoverParts-[^/]+\.js$/, async (route) => {
        await chunk;
        await route.continue();
      });
      await page.reload();
      await standOn("two", column);
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      arrive();
      await cell("two", column).getByText(shown).waitFor();
      await hasFocus(cell("three", column));
      await page.unroute(/PopoverParts-[^/]+\.js$/);
    }
  });

  it("understands dates as people write them", async () => {
    await standOn("two", 7);
    await page.keyboard.type("2031-12-03");
    await page.getByText(/^Wednesday,? 3 December 2031$/).waitFor();
    await page.keyboard.press("Enter");
    await cell("two", 7).getByText("3 Dec 2031").waitFor();
    await hasFocus(cell("three", 7));
    await page.keyboard.type("tomorrow");
    await page.keyboard.press("Enter");
    const tomorrow = new Date(Date.now() + 86_400_000).getDate();
    await cell("three", 7).getByText(new RegExp(`^${tomorrow} `)).waitFor();
  });

  it("reports an invalid date, and keeps the typed text", async () => {
    await standOn("two", 7);
    await page.keyboard.type("sometime");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "isn't a date" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Date" }).inputValue()).toBe("sometime");
    await page.keyboard.press("Escape");
    expect(await cell("two", 7).textContent()).toBe("");
  });

  it("leaves J, K and X to the rows", async () => {
    await standOn("two", 5);
    await page.keyboard.press("j");
    await hasFocus(cell("three", 5));
    await page.keyboard.press("x");
    await page.getByRole("toolbar", { name: "1 selected" }).waitFor();
  });
});

describe("a title in another direction", () => {
  it("is read from its own side", async () => {
    await page.getByRole("button", { name: "New task", exact: true }).last().click();
    await page.keyboard.type("עברית TLS-964");
    await page.keyboard.press("Enter");
    const title = page.getByRole("link", { name: "עברית TLS-964" });
    await title.waitFor();
    expect(await title.evaluate((it) => getComputedStyle(it).direction)).toBe("rtl");
  });
});

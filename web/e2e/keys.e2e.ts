import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot, shots } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  await ada.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await ada.goto(`/w/${workspace.id}`);
  await write(ada.page, "Mend the nets");
});
afterAll(() => stage?.close());

const settings = () => ada.goto(`/w/${workspace.key}/settings/shortcuts`);
const line = (name: string) => ada.page.getByRole("group", { name, exact: true });
const keys = (name: string, shown: string) => line(name).getByRole("button", { name: `Change keys for ${name}: ${shown}`, exact: true });
/** Opens the field for new keys, which has the focus at once. */
const record = async (name: string, was: string) => {
  await keys(name, was).click();
  await ada.page.getByRole("textbox", { name: `New keys for ${name}` }).waitFor();
};
/** Puts the focus on the number of the row, where letters do not edit a cell. */
const standOn = async (page: Page) => {
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("j");
  await until("the row has the focus", () => row(page, "Mend the nets").evaluate((it) => it.contains(document.activeElement)));
};
/** Opens the list. A person's keys are loaded with the palette, a moment after the page. */
const list = async ({ page, goto }: Person) => {
  await goto(`/w/${workspace.key}`);
  await row(page, "Mend the nets").waitFor();
  const palette = page.getByRole("dialog", { name: "Browse all" });
  await page.keyboard.press("Control+k");
  await palette.waitFor();
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
};

describe("the keys of a person", () => {
  it("ks1: are chosen by pressing them, and work only for that person", async () => {
    const { page } = ada;
    await settings();
    await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "shortcuts");
    await record("Set status", "S");
    await page.keyboard.press("w");
    await keys("Set status", "W").waitFor();
    await until("the button has the focus again", () => keys("Set status", "W").evaluate((button) => button === document.activeElement));
    await record("Inbox", "G I");
    await page.keyboard.press("q");
    await page.keyboard.press("i");
    await keys("Inbox", "Q I").waitFor();
    for (const person of [ada, ben]) await list(person);
    for (const [person, press] of [[ada, "w"], [ben, "s"]] as const) {
      await standOn(person.page);
      await person.page.keyboard.press(press);
      await person.page.getByRole("option", { name: "Done" }).waitFor();
      await person.page.keyboard.press("Escape");
      await person.page.getByRole("option", { name: "Done" }).waitFor({ state: "detached" });
    }
    await page.keyboard.press("q");
    await page.keyboard.press("i");
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  });

  it("ks4: are shown in menus, tooltips, the palette and the help", async () => {
    const { page } = ada;
    await list(ada);
    await row(page, "Mend the nets").getByRole("link").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Set status" }).locator("kbd").getByText("W", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("inbox");
    const option = page.getByRole("option", { name: /^Inbox/ });
    await until("the palette shows Q I", async () => (await option.locator("kbd").allTextContents()).join(" ") === "Q I");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    const shown = help.locator("div").filter({ hasText: /^Set status/ }).last().locator("kbd");
    await until("the help shows W", async () => (await shown.allTextContents()).join() === "W");
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("shortcuts-help");
    await help.getByRole("button", { name: "Change shortcuts" }).click();
    await keys("Set status", "W").waitFor();
  });

  it("ks2, ks3: are moved, swapped or left as they were if they are taken", async () => {
    const { page } = ada;
    await settings();
    await record("Assign", "A");
    await page.keyboard.press("p");
    await line("Assign").getByRole("alert").getByText("Already used for “Set priority”.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "shortcuts-taken");
    // Esc closes the question, and does not leave the page.
    await page.keyboard.press("Escape");
    await until("the button has the focus again", () => keys("Assign", "A").evaluate((button) => button === document.activeElement));
    await record("Assign", "A");
    await page.keyboard.press("p");
    await line("Assign").getByRole("button", { name: "Swap" }).click();
    await keys("Assign", "P").waitFor();
    await keys("Set priority", "A").waitFor();
    await record("Rename", "R");
    await page.keyboard.press("e");
    await line("Rename").getByRole("button", { name: "Move it here" }).click();
    await keys("Rename", "E").waitFor();
    await line("Edit description").getByRole("button", { name: "Choose keys for Edit description" }).getByText("Off").waitFor();
    await record("Rename", "E");
    await page.keyboard.press("Control+t");
    await line("Rename").getByText("The browser reserves Ctrl T.").waitFor();
    await page.keyboard.press("Escape");
    await keys("Rename", "E").waitFor();
  });

  it("ks2: are found by name and by pressing them, and are reset one by one or all at once", async () => {
    const { page } = ada;
    const find = page.getByRole("searchbox", { name: "Find an action or press its keys" });
    await find.fill("priority");
    await keys("Set priority", "A").waitFor();
    await line("Assign").waitFor({ state: "detached" });
    await find.press("Control+k");
    await keys("Browse all", "Ctrl K").waitFor();
    await find.fill("");
    await page.getByRole("radio", { name: /^Changed by me/ }).click();
    await line("Browse all").waitFor({ state: "detached" });
    await shoot(page, "shortcuts-changed");
    await line("Assign").getByRole("button", { name: "Reset keys for Assign" }).click();
    await line("Set priority").waitFor({ state: "detached" });
    await page.getByRole("radio", { name: "All", exact: true }).click();
    await keys("Assign", "A").waitFor();
    await keys("Set priority", "P").waitFor();
    await page.getByRole("button", { name: "Reset all" }).click();
    await keys("Set status", "S").waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await keys("Set status", "W").waitFor();
    await page.getByRole("button", { name: "Reset all" }).click();
    await keys("Inbox", "G I").waitFor();
  });

  it("are shown for one context on request, and printed without the page around them", async () => {
    const { page } = ada;
    await settings();
    const context = page.getByRole("combobox", { name: "Context" });
    await context.selectOption("Go to");
    await line("Assign").waitFor({ state: "detached" });
    expect(await page.getByRole("heading", { level: 3 }).allTextContents()).toEqual(["Go to"]);
    expect(await faultsOf(page)).toEqual([]);
    await context.selectOption("All contexts");
    await line("Assign").waitFor();
    await page.evaluate(() => {
      window.print = () => document.documentElement.toggleAttribute("data-printing", true);
      document.documentElement.dataset.theme = "dark";
    });
    await page.getByRole("button", { name: "Print", exact: true }).click();
    expect(await page.evaluate(() => document.documentElement.hasAttribute("data-printing"))).toBe(true);
    await page.emulateMedia({ media: "print" });
    const looks = await page.evaluate(() => {
      const isSeen = (selector: string) => [...document.querySelectorAll(selector)].some((each) => each.getClientRects().length > 0);
      const [heading] = document.querySelectorAll("h3");
      if (!heading) throw new Error("nothing is printed");
      const { color, backgroundColor } = getComputedStyle(heading);
      // The whole table is on the paper: no part of it scrolls.
      const cut = [...document.querySelectorAll("*")].filter((each) => each.scrollHeight > each.clientHeight + 1 && ["auto", "scroll", "hidden"].includes(getComputedStyle(each).overflowY) && each.getClientRects().length > 0 && each.contains(heading)).map(({ className }) => className);
      return { color, backgroundColor, cut, sidebar: isSeen('nav'), search: isSeen("input"), groups: document.querySelectorAll("h3").length };
    });
    expect(looks).toMatchObject({ color: "rgb(0, 0, 0)", backgroundColor: "rgb(255, 255, 255)", cut: [], sidebar: false, search: false });
    expect(looks.groups).toBeGreaterThan(3);
    await page.screenshot({ path: join(shots, "shortcuts-printed.png"), fullPage: true });
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => void (document.documentElement.dataset.theme = "light"));
  });

  it("ks5: are only those with Ctrl, Alt or a function key while single-key shortcuts are off", async () => {
    const { page } = ada;
    await page.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
    await list(ada);
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("n");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Browse all" }).waitFor();
    expect(await page.getByRole("dialog", { name: "New task" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await settings();
    await page.getByRole("checkbox", { name: "Single-key shortcuts" }).check();
  });
});

describe("a sequence of two keys", () => {
  it("ks6: is one shortcut, even if the second key is a shortcut of its own", async () => {
    const { page } = ada;
    await list(ada);
    await standOn(page);
    await page.keyboard.press("m");
    await page.keyboard.press("x");
    await page.getByRole("complementary").getByRole("heading", { name: "Mend the nets" }).waitFor();
    expect(await page.getByText(/1 (task )?selected/).count()).toBe(0);
    await page.keyboard.press("Escape");
  });
});

describe("O and a letter", () => {
  it("limits the palette to one kind of results, until Backspace removes the limit", async () => {
    const { page } = ada;
    await list(ada);
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("o");
    await page.keyboard.press("l");
    const palette = page.getByRole("dialog", { name: "Browse all" });
    await palette.getByPlaceholder("Search lists").waitFor();
    await palette.getByRole("option", { name: /^Backlog/ }).waitFor();
    expect(await palette.getByRole("option", { name: "Mend the nets" }).count()).toBe(0);
    expect(await palette.getByRole("option", { name: /^New task/ }).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("palette-lists");
    await page.keyboard.press("Backspace");
    await palette.getByRole("option", { name: /Mend the nets/ }).waitFor();
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached" });
    await page.keyboard.press("o");
    await page.keyboard.press("u");
    await palette.getByRole("option", { name: /Ben Nevis/ }).click();
    await page.getByRole("heading", { level: 1, name: "Ben Nevis" }).waitFor();
  });
});

describe("a task as a page", () => {
  it("opens from its row with Ctrl and Enter, goes back beside the list, and keeps its width", async () => {
    const { page } = ada;
    await list(ada);
    await standOn(page);
    await page.keyboard.press("Control+Enter");
    const panel = page.getByRole("complementary");
    await panel.getByRole("heading", { name: "Mend the nets" }).waitFor();
    await panel.getByRole("button", { name: "Open beside list" }).waitFor();
    await shoot(page, "task-page");
    await page.keyboard.press("Control+Enter");
    await panel.getByRole("button", { name: "Open full page" }).waitFor();
    const grip = panel.getByRole("separator", { name: "Panel width" });
    await grip.focus();
    for (let press = 0; press < 30; press += 1) await page.keyboard.press("ArrowLeft");
    expect(await grip.getAttribute("aria-valuenow")).toBe("1100");
    await page.reload();
    await panel.getByRole("heading", { name: "Mend the nets" }).waitFor();
    expect(await grip.getAttribute("aria-valuenow")).toBe("1100");
    await panel.getByRole("button", { name: "HAR-1" }).click();
    await page.getByText("Copied HAR-1").waitFor();
  });

  it("hides and shows its fields by keys and by a button, keeps the choice, and shows a field that a key asks for", async () => {
    const { page } = ada;
    const panel = page.getByRole("complementary");
    const fields = panel.getByRole("group", { name: "Priority", exact: true });
    await list(ada);
    // Beside the list, there is no column.
    await row(page, "Mend the nets").getByRole("link").click();
    await fields.waitFor();
    await page.keyboard.press("Control+i");
    expect(await panel.getByRole("button", { name: "Hide fields" }).count()).toBe(0);
    await panel.getByRole("button", { name: "Open full page" }).click();
    await page.setViewportSize({ width: 1600, height: 900 });
    await panel.getByRole("button", { name: "Hide fields" }).waitFor();
    await fields.waitFor();
    await page.keyboard.press("Control+i");
    await fields.waitFor({ state: "detached" });
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("task-page-bare");
    await page.reload();
    await panel.getByRole("button", { name: "Show fields" }).click();
    await fields.waitFor();
    await panel.getByRole("button", { name: "Hide fields" }).click();
    await fields.waitFor({ state: "detached" });
    await page.keyboard.press("p");
    await fields.waitFor();
    await page.getByRole("option", { name: "Week" }).click();
    await fields.getByText("Week").waitFor();
    // In a text, the keys do nothing here.
    await panel.getByRole("textbox", { name: "Comment" }).focus();
    await page.keyboard.press("Control+i");
    await fields.waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await panel.getByRole("button", { name: "Open beside list" }).click();
  });

  it("shows who is typing a comment", async () => {
    const panel = (page: Page) => page.getByRole("complementary");
    await list(ben);
    await row(ben.page, "Mend the nets").getByRole("link").click();
    const comment = panel(ben.page).getByRole("textbox", { name: "Comment" });
    // A person who has stopped typing is no longer shown, so Ben types until Ada has seen it.
    const seen = async () => {
      await comment.pressSequentially("On my way ");
      return panel(ada.page).getByText("Ben Nevis is typing…").isVisible();
    };
    await expect.poll(seen).toBe(true);
  });

  it("copies the name of a branch, by keys, from the menu of the panel and from the menu of the row", async () => {
    const { page } = ada;
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const clear = () => page.evaluate(() => navigator.clipboard.writeText(""));
    const says = async () => {
      await until("the name is copied", async () => /^[a-z0-9-]+\/har-1-mend-the-nets$/.test(await copied()));
      await clear();
    };
    await clear();
    await page.keyboard.press("Control+Shift+Period");
    await page.getByText(/^Copied .*\/har-1-mend-the-nets$/).waitFor();
    await says();
    await page.getByRole("complementary").getByRole("button", { name: "Task actions" }).click();
    await page.getByRole("menuitem", { name: /^Copy branch name/ }).click();
    await says();
    await list(ada);
    await row(page, "Mend the nets").click({ button: "right" });
    await page.getByRole("menuitem", { name: /^Copy branch name/ }).click();
    await says();
  });
});

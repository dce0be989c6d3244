import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row, write } from "./support/list";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let first: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  first = await ada.makeWorkspace("First house", "ONE");
  await ada.makeWorkspace("Second house", "TWO");
  await ada.goto(`/w/${first.key}/all`);
});
afterAll(() => stage?.close());

const list = (name: string) => ada.page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: new RegExp(`^${name}`) });
const isAt = (name: string) => ada.page.getByRole("heading", { level: 1, name }).waitFor();

/** Types into the palette, and presses Enter once the row is marked. */
async function take(query: string, line: string): Promise<void> {
  await ada.page.keyboard.press("Control+k");
  await ada.page.getByRole("dialog", { name: "Browse all" }).getByRole("combobox").fill(query);
  await ada.page.getByRole("option", { selected: true }).filter({ hasText: line }).waitFor();
  await ada.shot(`palette-${query.replace(/\W/g, "-")}`);
  await ada.page.keyboard.press("Enter");
}

describe("the palette", () => {
  it("finds a task of another list by its title, and opens it there", async () => {
    const { page } = ada;
    await list("General").click();
    await isAt("General");
    await write(page, "Renumber the appendix");
    await list("Backlog").click();
    await isAt("Backlog");
    await write(page, "Something else");
    expect(await row(page, "Renumber the appendix").count()).toBe(0);
    await take("appendix", "Renumber the appendix");
    await page.getByRole("complementary").getByRole("heading", { name: "Renumber the appendix" }).waitFor();
    await isAt("General");
    await page.keyboard.press("Escape");
    await row(page, "Renumber the appendix").waitFor();
  });

  it("searches one list after Tab, and the whole workspace after another Tab", async () => {
    const { page } = ada;
    await list("Backlog").click();
    await isAt("Backlog");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("appendix");
    const found = page.getByRole("option", { name: /Renumber the appendix/ });
    await found.waitFor();
    await page.keyboard.press("Tab");
    await page.getByText("No matches in Backlog. Press Tab to search everywhere.").waitFor();
    expect(await found.count()).toBe(0);
    await page.keyboard.press("Tab");
    await found.waitFor();
    await page.keyboard.press("Escape");
  });

  it("shows the page as a board, and as a spreadsheet again", async () => {
    const { page } = ada;
    await take("kanban", "Kanban");
    await page.getByRole("article", { name: /Something else/ }).waitFor();
    expect(new URL(page.url()).searchParams.get("view")).toBe("kanban");
    await take("spreadsheet", "Spreadsheet");
    await row(page, "Something else").waitFor();
    expect(await page.getByRole("article").count()).toBe(0);
  });

  it("switches to another workspace, and back", async () => {
    const { page } = ada;
    const workspace = (name: string) => page.getByRole("navigation", { name: "Workspace" }).getByRole("button", { name });
    await take("second", "Switch to Second house");
    await page.waitForURL("**/w/TWO/**");
    await workspace("Second house").waitFor();
    await take("first", "Switch to First house");
    await page.waitForURL("**/w/ONE/**");
    await workspace("First house").waitFor();
    await row(page, "Something else").waitFor();
  });
});

describe("the palette before anything is typed", () => {
  const palette = () => ada.page.getByRole("dialog", { name: "Browse all" });
  const headings = () => palette().locator("[cmdk-group-heading]").allTextContents();

  it("offers the actions on the open task first", async () => {
    const { page } = ada;
    await list("Backlog").click();
    await isAt("Backlog");
    await write(page, "Mend the nets");
    await row(page, "Mend the nets").getByRole("link", { name: "Mend the nets" }).click();
    await page.getByRole("complementary").getByRole("heading", { name: "Mend the nets" }).waitFor();
    await page.keyboard.press("Control+k");
    await expect.poll(async () => (await headings())[0]).toMatch(/^Edit ONE-\d+$/);
    expect(await headings()).toContain("Recently opened");
    await palette().getByRole("option", { name: "Set status", exact: true }).waitFor();
    await shoot(page, "palette-open-task");
    await palette().getByRole("combobox").fill("nets");
    await expect.poll(headings).not.toEqual(expect.arrayContaining([expect.stringMatching(/^Edit /)]));
    await page.keyboard.press("Escape");
    await palette().waitFor({ state: "detached" });
  });

  it("says how many tasks its actions change if several are selected", async () => {
    const { page } = ada;
    await ada.goto(`/w/${first.key}/all`);
    await row(page, "Mend the nets").waitFor();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+k");
    await expect.poll(async () => (await headings())[0]).toBe("Edit 3 tasks");
    await page.keyboard.press("Escape");
    await palette().waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
  });

  it("is limited to one kind of results by keys, until Esc removes the limit and another Esc closes it", async () => {
    const { page } = ada;
    await list("Backlog").click();
    await isAt("Backlog");
    const kind = (name: string) => palette().getByRole("radio", { name, exact: true });
    const isChosen = (name: string) => palette().getByRole("radio", { name, exact: true, checked: true }).waitFor();
    await page.keyboard.press("Control+k");
    await isChosen("All");
    await page.keyboard.press("Shift+Tab");
    await expect.poll(() => kind("All").evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await isChosen("Lists");
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "palette-kinds");
    await page.keyboard.press("Enter");
    await palette().getByPlaceholder("Search lists").and(page.locator(":focus")).waitFor();
    expect(await palette().getByRole("option", { name: /Mend the nets/ }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await isChosen("All");
    await kind("People").click();
    await palette().getByRole("option", { name: /Ada Byron/ }).waitFor();
    await page.keyboard.press("Escape");
    await isChosen("All");
    await page.keyboard.press("Escape");
    await palette().waitFor({ state: "detached" });
  });
});

describe("a command with a value", () => {
  const palette = () => ada.page.getByRole("dialog", { name: "Browse all" });
  const field = (placeholder: string) => palette().getByPlaceholder(placeholder).and(ada.page.locator(":focus"));
  const option = (name: string) => palette().getByRole("option", { name: new RegExp(`^${name}`) });
  const isMarked = (name: string, mark: "true" | "mixed" | "false") => palette().locator(`[role=option][aria-checked=${mark}]`).filter({ hasText: name }).waitFor();
  /** Chooses a command, which leads to its values. */
  async function command(name: string) {
    await ada.page.keyboard.press("Control+k");
    await field("Search or run a command").fill(name);
    await palette().getByRole("option", { name: new RegExp(`^${name}`), selected: true }).waitFor();
    await ada.page.keyboard.press("Enter");
  }

  it("offers its values in the palette, with the present one ticked, and takes one with Enter", async () => {
    const { page } = ada;
    await ada.goto(`/w/${first.key}/all`);
    await row(page, "Mend the nets").getByRole("link", { name: "Mend the nets" }).click();
    const panel = page.getByRole("complementary");
    await panel.getByRole("heading", { name: "Mend the nets" }).waitFor();
    await command("Set status");
    await field("Search values").waitFor();
    await palette().getByRole("button", { name: /^ONE-.*, Status: back to all commands$/ }).waitFor();
    await isMarked("Backlog", "true");
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "palette-values");
    await page.setViewportSize({ width: 390, height: 800 });
    await shoot(page, "palette-values-narrow");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.type("to d");
    await option("To do").waitFor();
    await page.keyboard.press("Enter");
    await palette().waitFor({ state: "detached" });
    await panel.getByRole("button", { name: "Status: To do" }).waitFor();
  });

  it("goes back with Backspace or Esc to the commands, with the typed words, and closes with another Esc", async () => {
    const { page } = ada;
    await command("Set priority");
    await field("Search values").fill("u");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    expect(await field("Search or run a command").inputValue()).toBe("Set priority");
    await page.keyboard.press("Enter");
    await field("Search values").waitFor();
    await page.keyboard.press("Escape");
    await field("Search or run a command").waitFor();
    await page.keyboard.press("Escape");
    await palette().waitFor({ state: "detached" });
    await page.getByRole("complementary").waitFor();
  });

  it("reads a typed date, and says why a text is none", async () => {
    const { page } = ada;
    await command("Set due date");
    await isMarked("None", "true");
    await field("Type a date").fill("someday");
    await palette().getByText("“someday” isn't a date.").waitFor();
    await field("Type a date").fill("31 Dec 2031");
    await option("Wednesday").waitFor();
    await page.keyboard.press("Enter");
    await palette().waitFor({ state: "detached" });
    await page.getByRole("complementary").getByRole("button", { name: /^Due date: .*2031/ }).waitFor();
    await page.keyboard.press("Escape");
  });

  it("shows mixed values of several tasks, and stays open while labels are chosen", async () => {
    const { page } = ada;
    await ada.goto(`/w/${first.key}/all`);
    await row(page, "Mend the nets").waitFor();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("Control+a");
    await command("Set status");
    await palette().getByRole("button", { name: "3 tasks, Status: back to all commands" }).waitFor();
    await isMarked("To do", "mixed");
    await isMarked("Backlog", "mixed");
    await shoot(page, "palette-values-mixed");
    await page.keyboard.press("Escape");
    await field("Search or run a command").fill("Set labels");
    await palette().getByRole("option", { name: /^Set labels/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await field("Search values").fill("harbor");
    await option("Create label “harbor”").waitFor();
    await page.keyboard.press("Enter");
    await isMarked("harbor", "true");
    await page.keyboard.type("harbor");
    await page.keyboard.press("Enter");
    await isMarked("harbor", "false");
    await page.keyboard.press("Enter");
    await isMarked("harbor", "true");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await palette().waitFor({ state: "detached" });
    await expect.poll(() => page.getByRole("row").filter({ hasText: "harbor" }).count()).toBe(3);
    await page.keyboard.press("Escape");
  });
});

describe("the key /", () => {
  it("goes to the field of a list, and to the search page where no field is", async () => {
    const { page } = ada;
    const field = () => page.getByRole("main").getByRole("searchbox", { name: "Find in list" }).and(page.locator(":focus")).waitFor();
    await list("Backlog").click();
    await isAt("Backlog");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("/");
    await field();
    for (const place of ["home", "inbox", "roadmap", "settings/preferences"]) {
      await ada.goto(`/w/${first.key}/${place}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await expect
        .poll(async () => {
          await page.keyboard.press("/");
          return new URL(page.url()).pathname;
        })
        .toBe(`/w/${first.key}/search`);
      await page.getByRole("searchbox").and(page.locator(":focus")).waitFor();
      expect(await page.getByRole("searchbox").inputValue()).toBe("");
    }
  });

  it("goes to the field of All lists and of the trash", async () => {
    const { page } = ada;
    await list("Backlog").click();
    await isAt("Backlog");
    await write(page, "Burn the old sails");
    await row(page, "Burn the old sails").getByRole("gridcell").first().focus();
    await page.keyboard.press("#");
    await row(page, "Burn the old sails").waitFor({ state: "detached" });
    for (const [keys, name] of [["g x", "Find in list"], ["g t", "Find in trash"]] as const) {
      for (const key of keys.split(" ")) await page.keyboard.press(key);
      await page.getByRole("main").getByRole("searchbox", { name }).waitFor();
      await page.keyboard.press("/");
      await page.getByRole("searchbox", { name }).and(page.locator(":focus")).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("heading", { level: 1 }).click();
    }
    await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Lists", exact: true }).click();
    await isAt("All lists");
    await page.keyboard.press("/");
    await page.getByRole("searchbox", { name: "Find a list" }).and(page.locator(":focus")).waitFor();
  });

  it("goes to the search page from a task that fills the page", async () => {
    const { page } = ada;
    await ada.goto(`/w/${first.key}/all`);
    await row(page, "Mend the nets").getByRole("link", { name: "Mend the nets" }).click();
    await page.getByRole("complementary").getByRole("heading", { name: "Mend the nets" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Open beside list" }).waitFor();
    await page.getByRole("complementary").getByRole("heading", { name: "Mend the nets" }).waitFor();
    await page.keyboard.press("/");
    await page.waitForURL(`**/w/${first.key}/search`);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { row, write } from "./support/list";
import type { NewWorkspace, Person } from "./support/person";
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

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  const workspace = await ada.makeWorkspace("The board", "BOA");
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

describe("the columns of a board", () => {
  it("are made by who administers the workspace, in front of what is done, for everybody at once", async () => {
    await ada.page.getByRole("button", { name: "New status" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "New status" });
    await dialog.getByLabel("Name").fill("To do");
    await dialog.getByRole("button", { name: "Create status" }).click();
    await dialog.getByText("There is a status of that name").waitFor();
    await dialog.getByLabel("Name").fill("In review");
    await dialog.getByRole("button", { name: "Create status" }).click();
    await column(ben, "In review").waitFor();
    expect(await columns(ben)).toEqual(["Backlog", "To do", "In review", "Done"]);
    expect(await ben.page.getByRole("button", { name: "New status" }).count()).toBe(0);
  });

  it("are called differently and put elsewhere", async () => {
    await ada.page.getByRole("button", { name: "Actions for In review" }).click();
    await ada.page.getByRole("menuitem", { name: "Edit status" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "Edit “In review”" });
    await dialog.getByLabel("Name").fill("Blocked");
    await dialog.getByLabel("Tasks in it are").selectOption("blocked");
    await dialog.getByRole("button", { name: "Save" }).click();
    await column(ben, "Blocked").waitFor();
    await ada.page.getByRole("button", { name: "Actions for Blocked" }).click();
    await ada.page.getByRole("menuitem", { name: "Move left" }).click();
    await expect.poll(() => columns(ben)).toEqual(["Backlog", "Blocked", "To do", "Done"]);
  });

  it("go, and leave their tasks to another", async () => {
    // The sidebar has a list of that name.
    await ada.page.getByRole("main").getByRole("button", { name: "Actions for Backlog" }).click();
    await ada.page.getByRole("menuitem", { name: "Delete status" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "Delete “Backlog”?" });
    await dialog.getByRole("button", { name: "Move its tasks to: To do" }).waitFor();
    await dialog.getByRole("button", { name: "Delete status" }).click();
    await column(ben, "To do").getByRole("article", { name: /Early data/ }).waitFor();
    expect(await columns(ben)).toEqual(["Blocked", "To do", "Done"]);
  });
});

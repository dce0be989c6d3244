import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row, write } from "./support/list";
import { until } from "./support/node";
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
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  await ada.goto(`/w/${workspace.key}/all`);
  for (const title of ["Paint the pier", "Mend the nets", "Buy rope"]) await write(ada.page, title);
  await row(ada.page, "Buy rope").waitFor();
});
afterAll(() => stage?.close());

const settings = (person: Person, section: string) => person.goto(`/w/${workspace.key}/settings/${section}`);
const line = ({ page }: Person, table: string, name: string) => page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: name });
const names = ({ page }: Person, table: string) => page.getByRole("table", { name: table }).locator("tbody tr > td:first-child [title]").allTextContents();

async function choose({ page }: Person, of: string, item: string) {
  await page.getByRole("button", { name: `Actions for ${of}`, exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

interface Task {
  id: string;
  title: string;
  taskTypeId: string | null;
  componentsIds: string[];
  fixVersionsIds: string[];
}

/** The rows of a kind that the node has. */
async function rows<T>(kind: string): Promise<T[]> {
  return (await ada.snapshot(workspace)).filter(({ entity }) => entity === kind).map(({ data }) => data as T);
}

async function task(title: string): Promise<Task> {
  const found = (await rows<Task>("ticket")).find((each) => each.title === title);
  if (!found) throw new Error(`no task ${title}`);
  return found;
}

async function idOf(kind: string, name: string): Promise<string> {
  return (await rows<{ id: string; name: string }>(kind)).find((each) => each.name === name)?.id ?? "";
}

async function update(title: string, patch: object): Promise<void> {
  await ada.send(workspace, { kind: "ticket.update", ticketId: (await task(title)).id, patch });
}

describe("the task types of a workspace", () => {
  it("tt1: are made with an icon and a colour, and other people see them at once", async () => {
    const { page } = ada;
    await settings(ada, "types");
    await page.getByText("No task types yet.").waitFor();
    await settings(ben, "types");
    await page.getByRole("button", { name: "New task type" }).click();
    const dialog = page.getByRole("dialog", { name: "New task type" });
    await dialog.getByLabel("Name").fill("Bug");
    await dialog.getByRole("radio", { name: "Bug" }).check({ force: true });
    await dialog.getByRole("radio", { name: "red" }).check({ force: true });
    await shoot(page, "types-new");
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create task type" }).click();
    await line(ben, "Task types", "Bug").waitFor();
    for (const name of ["Epic", "Chore"]) {
      await page.getByRole("button", { name: "New task type" }).click();
      await dialog.getByLabel("Name").fill(name);
      if (name === "Epic") await dialog.getByRole("checkbox", { name: "Container" }).check();
      await dialog.getByLabel("Name").press("Enter");
      await line(ben, "Task types", name).waitFor();
    }
    expect(await names(ben, "Task types")).toEqual(["Bug", "Epic", "Chore"]);
    await line(ben, "Task types", "Epic").getByRole("img", { name: "Container" }).waitFor();
    const [bug] = await rows<{ name: string; icon: string; color: string }>("taskType");
    expect([bug?.name, bug?.icon, bug?.color]).toEqual(["Bug", "bug", "red"]);
    await choose(ada, "Epic", "Move up");
    await until("it has moved", async () => (await names(ben, "Task types")).join() === "Epic,Bug,Chore");
  });

  it("tt1: refuse a name that is taken, and are read-only for people who may not manage them", async () => {
    const { page } = ada;
    await page.getByRole("button", { name: "New task type" }).click();
    const dialog = page.getByRole("dialog", { name: "New task type" });
    await dialog.getByLabel("Name").fill("bug");
    await dialog.getByText("That name is taken").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    expect(await ben.page.getByRole("main").getByRole("button", { name: /^New task type|^Actions for/ }).count()).toBe(0);
    await shoot(ben.page, "types-read");
  });

  it("tt2: are chosen in the spreadsheet, filter and group tasks, and stand on cards", async () => {
    for (const person of [ada, ben]) await person.goto(`/w/${workspace.key}/all?group=none`);
    const heads = await ada.page.getByRole("columnheader").allTextContents();
    const place = heads.findIndex((head) => head.trim() === "Task type");
    expect(place).toBeGreaterThan(0);
    await row(ada.page, "Paint the pier").getByRole("gridcell").nth(place).click();
    await ada.page.getByRole("option", { name: "Bug" }).click();
    await row(ben.page, "Paint the pier").getByText("Bug").waitFor();
    await update("Mend the nets", { taskTypeId: await idOf("taskType", "Epic") });
    await row(ben.page, "Mend the nets").getByText("Epic").waitFor();
    await shoot(ben.page, "types-sheet");
    await ben.goto(`/w/${workspace.key}/all?group=type`);
    await ben.page.getByRole("row").filter({ hasText: /^Epic/ }).first().waitFor();
    await ben.goto(`/w/${workspace.key}/all?group=none&type=${await idOf("taskType", "Bug")}`);
    await row(ben.page, "Paint the pier").waitFor();
    expect(await ben.page.getByRole("link", { name: "Mend the nets" }).count()).toBe(0);
    await ben.goto(`/w/${workspace.key}/all?view=kanban`);
    await ben.page.getByRole("img", { name: "Bug" }).first().waitFor();
    await shoot(ben.page, "types-board");
  });

  it("tt3: a type that is deleted is replaced in its tasks; an undo brings it back", async () => {
    const { page } = ada;
    await settings(ada, "types");
    await choose(ada, "Bug", "Delete task type");
    const dialog = page.getByRole("dialog", { name: "Delete the task type “Bug”?" });
    await dialog.getByText("1 task has this type.").waitFor();
    await dialog.getByRole("button", { name: "Replace with: No task type" }).click();
    await page.getByRole("option", { name: "Chore" }).click();
    await dialog.getByRole("button", { name: "Delete task type" }).click();
    const chore = await idOf("taskType", "Chore");
    await until("the task has the replacement", async () => (await task("Paint the pier")).taskTypeId === chore);
    await page.getByRole("button", { name: "Undo" }).click();
    await until("the type is back in its place", async () => (await names(ada, "Task types")).join() === "Epic,Bug,Chore");
    await until("the task has it again", async () => (await task("Paint the pier")).taskTypeId === (await idOf("taskType", "Bug")));
    await shoot(page, "types");
    expect(await faultsOf(page)).toEqual([]);
  });
});

describe("the components of a workspace", () => {
  it("co1: are made with a lead, and count their tasks", async () => {
    const { page } = ada;
    await settings(ada, "components");
    await settings(ben, "components");
    await page.getByRole("button", { name: "New component" }).click();
    const dialog = page.getByRole("dialog", { name: "New component" });
    await dialog.getByLabel("Name").fill("Pier");
    await dialog.getByLabel("Description").fill("All that stands in the water.");
    await dialog.getByLabel("Lead").selectOption({ label: "Ben Kaduk" });
    await dialog.getByRole("button", { name: "Create component" }).click();
    await line(ben, "Components", "Pier").getByText("All that stands in the water.").waitFor();
    await line(ben, "Components", "Pier").getByText("Ben Kaduk").waitFor();
    const pier = await idOf("component", "Pier");
    for (const title of ["Paint the pier", "Buy rope"]) await update(title, { componentsIds: { add: [pier], remove: [] } });
    await line(ben, "Components", "Pier").getByText("2", { exact: true }).waitFor();
    await shoot(page, "components");
    expect(await faultsOf(page)).toEqual([]);
  });

  it("co1: each has a page with its tasks, where new tasks belong to it", async () => {
    const { page } = ben;
    await page.getByRole("link", { name: "Pier" }).click();
    await page.getByRole("heading", { name: "Pier" }).waitFor();
    await page.getByRole("region", { name: "Component" }).getByText("2 tasks").waitFor();
    await row(page, "Paint the pier").waitFor();
    expect(await page.getByRole("link", { name: "Mend the nets" }).count()).toBe(0);
    await write(page, "Clean the piles");
    const pier = await idOf("component", "Pier");
    await until("the new task belongs to it", async () => (await task("Clean the piles")).componentsIds.join() === pier);
    await page.getByRole("region", { name: "Component" }).getByText("3 tasks").waitFor();
    await shoot(page, "component");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("tab", { name: "Kanban" }).click();
    await page.getByRole("link", { name: "Paint the pier" }).waitFor();
    await page.getByRole("link", { name: "Paint the pier" }).click();
    await until("the task is open over the page", async () => /component\/[^/]+\/HAR-\d/.test(page.url()));
    await page.keyboard.press("Escape");
    await page.goto(`/w/${workspace.key}/component/0190a000-0000-7000-8000-000000000001`);
    await page.getByText("Component not found").waitFor();
  });
});

describe("the fix versions of a workspace", () => {
  it("fv1: are made with days, refuse a release before the start, and are released", async () => {
    const { page } = ada;
    await settings(ada, "versions");
    await settings(ben, "versions");
    await page.getByRole("button", { name: "New version" }).click();
    const dialog = page.getByRole("dialog", { name: "New version" });
    await dialog.getByLabel("Name").fill("1.0");
    await dialog.getByLabel("Start").fill("2030-03-01");
    await dialog.getByLabel("Release").fill("2030-02-01");
    await dialog.getByText("The release must not be before the start.").waitFor();
    await dialog.getByLabel("Release").fill("2030-05-31");
    await shoot(page, "versions-new");
    await dialog.getByRole("button", { name: "Create version" }).click();
    await line(ben, "Fix versions", "1.0").getByText("Unreleased").waitFor();
    await choose(ada, "1.0", "Mark as released");
    await line(ben, "Fix versions", "1.0").getByText("Released", { exact: true }).waitFor();
    await choose(ada, "1.0", "Mark as unreleased");
    await line(ben, "Fix versions", "1.0").getByText("Unreleased").waitFor();
  });

  it("fv2: each has a page with its tasks and its statistics, which follow the tasks", async () => {
    const version = await idOf("fixVersion", "1.0");
    for (const title of ["Paint the pier", "Mend the nets", "Buy rope"]) await update(title, { fixVersionsIds: { add: [version], remove: [] } });
    await line(ben, "Fix versions", "1.0").getByText("0 of 3").waitFor();
    const { page } = ben;
    await page.getByRole("link", { name: "1.0" }).click();
    const head = page.getByRole("region", { name: "Fix version" });
    await head.getByText("3 tasks, 0 completed").waitFor();
    const done = (await rows<{ id: string; category: string }>("status")).find(({ category }) => category === "completed")?.id;
    await update("Buy rope", { statusId: done });
    await head.getByText("3 tasks, 1 completed").waitFor();
    await head.locator("[data-category=completed]").getByText("33%").waitFor();
    await shoot(page, "version");
    expect(await faultsOf(page)).toEqual([]);
    await ada.send(workspace, { kind: "ticket.trash", ticketId: (await task("Buy rope")).id });
    await head.getByText("2 tasks, 0 completed").waitFor();
    await shoot(ada.page, "versions");
    expect(await faultsOf(ada.page)).toEqual([]);
  });
});

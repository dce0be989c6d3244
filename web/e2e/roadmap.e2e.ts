import { randomUUID } from "node:crypto";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
const [spring, sprint, type, pier, list] = [1, 2, 3, 4, 5].map(() => randomUUID()) as [string, string, string, string, string];

const day = (by: number) => new Date(Date.now() + by * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  const status = async (name: string) => (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "status" && data.name === name)?.data.id;
  await ada.send(workspace, { kind: "fixVersion.create", fixVersionId: spring, name: "Spring tide", startDate: day(-20), releaseDate: day(20) });
  await ada.send(workspace, { kind: "fixVersion.create", fixVersionId: randomUUID(), name: "Neap tide", startDate: day(-90), releaseDate: day(-50), state: "released" });
  await ada.send(workspace, { kind: "fixVersion.create", fixVersionId: randomUUID(), name: "Storm tide" });
  await ada.send(workspace, { kind: "sprint.create", sprintId: sprint, name: "Low water", startDate: day(-5), endDate: day(8) });
  await ada.send(workspace, { kind: "taskType.create", taskTypeId: type, name: "Epic", icon: "epic", color: "violet", container: true });
  await ada.send(workspace, { kind: "ticket.create", ticketId: pier, title: "Repair the pier", taskTypeId: type, assigneesIds: [ben.id] });
  const [done, doing] = [await status("Done"), await status("In progress")];
  const below = (title: string, more: Record<string, unknown>) => ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title, parentTicketId: pier, fixVersionsIds: [spring], sprintId: sprint, ...more });
  await below("Buy wood", { startDate: day(-15), dueDate: day(-8), statusId: done });
  await below("Lay planks", { startDate: day(-7), dueDate: day(30), ...(doing !== undefined && { statusId: doing }) });
});
afterAll(() => stage?.close());

const timeline = ({ page }: Person) => page.getByRole("region", { name: "Timeline" });
const line = (person: Person, name: string) => timeline(person).getByRole("listitem").filter({ has: person.page.getByRole("link", { name, exact: true }) });
const bar = (person: Person, name: string) => line(person, name).locator("[data-from]");
const datesOf = async (of: Locator) => [await of.getAttribute("data-from"), await of.getAttribute("data-to")];

/** The names of the rows of a group, first to last. */
const rowsIn = (person: Person, group: string) => () => timeline(person).getByRole("region", { name: group, exact: true }).getByRole("listitem").getByRole("link").allTextContents();
const groups = ({ page }: Person) => page.getByRole("region", { name: "Timeline" }).getByRole("heading", { level: 2 }).allTextContents();

const viewerOf = async () => (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "role" && data.system === "viewer")?.data.id;

/** Chooses a line of a menu of the toolbar. */
async function choose({ page }: Person, menu: "Group" | "Sort", line: string) {
  await page.getByRole("button", { name: new RegExp(`^${menu}`) }).click();
  await page.getByRole("menuitemcheckbox", { name: line }).click();
}

/** Drags the name of a row to the upper part of another row. */
async function carry({ page }: Person, from: Locator, to: Locator) {
  // The code for dragging is loaded after the page.
  const [name, target] = [from, to].map((row) => row.locator("[draggable=true]")) as [Locator, Locator];
  await name.waitFor();
  const [start, end] = [await name.boundingBox(), await target.boundingBox()];
  if (!start || !end) throw new Error("a row is not shown");
  await page.mouse.move(start.x + 60, start.y + 12);
  await page.mouse.down();
  await page.mouse.move(start.x + 62, start.y + 18);
  await page.mouse.move(end.x + 60, end.y + 8, { steps: 4 });
  // A browser accepts a drop only at a place that has accepted a move before.
  await page.mouse.move(end.x + 61, end.y + 8);
}

describe("the roadmap", () => {
  it("rm1 rm3: shows versions, epics and sprints with their progress, and those without dates below", async () => {
    await ada.goto(`/w/${workspace.key}`);
    await ada.page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Roadmap" }).click();
    await ada.page.getByRole("heading", { level: 1, name: "Roadmap" }).waitFor();
    for (const name of ["Fix versions", "Epics", "Sprints", "No dates"]) await timeline(ada).getByRole("region", { name }).waitFor();
    expect(await line(ada, "Spring tide").textContent()).toContain("50% of 2");
    expect(await datesOf(bar(ada, "Repair the pier"))).toEqual([day(-15), day(30)]);
    await timeline(ada).getByRole("region", { name: "No dates" }).getByRole("link", { name: "Storm tide" }).waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "roadmap");
  });

  it("rm2: leaves out completed rows if the person chooses so, and keeps the choice in the address", async () => {
    const { page } = ada;
    await page.getByRole("checkbox", { name: "Show completed", checked: true }).click();
    await line(ada, "Neap tide").waitFor({ state: "detached" });
    await page.getByRole("radio", { name: "Year" }).click();
    await page.waitForURL("**/roadmap?zoom=year&show=open");
    await ada.shot("roadmap-year");
    await page.getByRole("radio", { name: "Quarter" }).click();
    await page.getByRole("checkbox", { name: "Show completed", checked: false }).click();
    await page.waitForURL("**/roadmap");
    await line(ada, "Neap tide").waitFor();
  });

  it("rm4: sets a date when an end is dragged, which the other person sees at once, with undo", async () => {
    const { page } = ada;
    await ben.goto(`/w/${workspace.key}/roadmap`);
    await bar(ben, "Spring tide").waitFor();
    const end = bar(ada, "Spring tide").locator('[data-edge="end"]');
    const box = await end.boundingBox();
    if (!box) throw new Error("The bar has no end");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    // A day is four pixels wide.
    await page.mouse.move(x + 40, y, { steps: 4 });
    await ada.shot("roadmap-drag");
    await page.mouse.up();
    for (const person of [ada, ben]) await until(`${person.name} sees the new date`, async () => (await datesOf(bar(person, "Spring tide"))).join() === [day(-20), day(30)].join());
    await page.keyboard.press("ControlOrMeta+z");
    for (const person of [ada, ben]) await until(`${person.name} sees the old date`, async () => (await datesOf(bar(person, "Spring tide"))).join() === [day(-20), day(20)].join());
  });

  it("rm4: moves a whole bar, which keeps its length, and a click on the bar still follows its link", async () => {
    const { page } = ada;
    const body = bar(ada, "Spring tide").locator("a");
    const box = await body.boundingBox();
    if (!box) throw new Error("The bar is not there");
    const [x, y] = [box.x + 60, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y, { steps: 4 });
    await page.mouse.up();
    for (const person of [ada, ben]) await until(`${person.name} sees the new dates`, async () => (await datesOf(bar(person, "Spring tide"))).join() === [day(-10), day(30)].join());
    expect(new URL(page.url()).pathname).toMatch(/roadmap$/);
    await page.keyboard.press("ControlOrMeta+z");
    for (const person of [ada, ben]) await until(`${person.name} sees the old dates`, async () => (await datesOf(bar(person, "Spring tide"))).join() === [day(-20), day(20)].join());
    await body.click({ position: { x: 60, y: 8 } });
    await page.getByRole("heading", { level: 1, name: "Spring tide" }).waitFor();
    await page.goBack();
    await bar(ada, "Spring tide").waitFor();
  });

  it("rm5: shows the assignees of an epic", async () => {
    await line(ada, "Repair the pier").getByRole("img", { name: "Ben Kaduk" }).waitFor();
    expect(await line(ada, "Spring tide").getByRole("img", { name: "Ben Kaduk" }).count()).toBe(0);
  });

  it("rm4: changes dates by the keyboard, in the dialog of the version", async () => {
    const { page } = ada;
    await line(ada, "Storm tide").getByRole("button", { name: "Dates of Storm tide" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Edit “Storm tide”" });
    await dialog.getByLabel("Release").fill(day(60));
    await dialog.getByRole("button", { name: "Save" }).click();
    await bar(ben, "Storm tide").waitFor();
    expect(await datesOf(bar(ada, "Storm tide"))).toEqual([day(60), day(60)]);
  });

  it("rm1: opens the page of a version, and an epic beside the roadmap", async () => {
    await line(ben, "Repair the pier").getByRole("link", { name: "Repair the pier", exact: true }).click();
    await ben.page.getByRole("complementary").getByRole("heading", { name: "Repair the pier" }).waitFor();
    await ben.page.keyboard.press("Escape");
    await line(ben, "Spring tide").getByRole("link", { name: "Spring tide", exact: true }).click();
    await ben.page.getByRole("heading", { level: 1, name: "Spring tide" }).waitFor();
  });

  it("rm6: groups the rows by list, owner or version, and keeps the grouping in the address", async () => {
    const { page } = ada;
    await ada.send(workspace, { kind: "list.create", listId: list, name: "Docks" });
    await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Dredge the channel", taskTypeId: type, listIds: [list], fixVersionsIds: [spring], startDate: day(-40), dueDate: day(60) });
    await line(ada, "Dredge the channel").waitFor();
    await choose(ada, "Group", "List");
    await page.waitForURL("**/roadmap?group=list");
    await expect.poll(() => groups(ada)).toEqual(["Docks 1", "No list 1", "Fix versions and sprints 4"]);
    await shoot(page, "roadmap-by-list");
    await choose(ada, "Group", "Owner");
    await expect.poll(() => groups(ada)).toEqual(["Ben Kaduk 1", "No owner 1", "Fix versions and sprints 4"]);
    await choose(ada, "Group", "Version");
    await page.waitForURL("**/roadmap?group=version");
    await expect.poll(rowsIn(ada, "Spring tide")).toEqual(["Spring tide", "Dredge the channel"]);
    await page.reload();
    await expect.poll(rowsIn(ada, "No fix version")).toEqual(["Repair the pier"]);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "roadmap-by-version");
    await choose(ada, "Group", "Kind");
    await page.waitForURL("**/roadmap");
  });

  it("rm7 rm8: is ordered by hand by one person, by keyboard and by menu, and the other person sees it, with undo", async () => {
    const { page } = ada;
    await ben.goto(`/w/${workspace.key}/roadmap?order=hand`);
    const epics = ["Dredge the channel", "Repair the pier"];
    await expect.poll(rowsIn(ben, "Epics")).toEqual(epics);
    await choose(ada, "Sort", "By hand");
    await page.waitForURL("**/roadmap?order=hand");
    await line(ada, "Dredge the channel").getByRole("link").focus();
    await page.keyboard.press("Alt+ArrowDown");
    for (const person of [ada, ben]) await expect.poll(rowsIn(person, "Epics")).toEqual(epics.toReversed());
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Dredge the channel");
    await page.keyboard.press("ControlOrMeta+z");
    for (const person of [ada, ben]) await expect.poll(rowsIn(person, "Epics")).toEqual(epics);
    expect(await faultsOf(page)).toEqual([]);
    await line(ada, "Repair the pier").getByRole("button", { name: "Actions for Repair the pier" }).click();
    await ada.shot("roadmap-by-hand-menu");
    await page.getByRole("menuitem", { name: "Move up" }).click();
    for (const person of [ada, ben]) await expect.poll(rowsIn(person, "Epics")).toEqual(epics.toReversed());
    // The order by date is as it was.
    await choose(ada, "Sort", "By date");
    await expect.poll(rowsIn(ada, "Epics")).toEqual(epics);
    await choose(ada, "Sort", "By hand");
  });

  it("rm8: moves a row by dragging its name, among the rows of its group only", async () => {
    const { page } = ben;
    await expect.poll(rowsIn(ben, "Fix versions")).toEqual(["Neap tide", "Spring tide", "Storm tide"]);
    await carry(ben, line(ben, "Storm tide"), line(ben, "Spring tide"));
    await ben.shot("roadmap-by-hand-drag");
    await page.mouse.up();
    for (const person of [ada, ben]) await expect.poll(rowsIn(person, "Fix versions")).toEqual(["Neap tide", "Storm tide", "Spring tide"]);
    await carry(ben, line(ben, "Storm tide"), line(ben, "Repair the pier"));
    await page.mouse.up();
    await carry(ben, line(ben, "Storm tide"), line(ben, "Neap tide"));
    await page.mouse.up();
    for (const person of [ada, ben]) await expect.poll(rowsIn(person, "Fix versions")).toEqual(["Storm tide", "Neap tide", "Spring tide"]);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "roadmap-by-hand");
    await choose(ada, "Group", "Version");
    await expect.poll(() => groups(ada)).toEqual(["Storm tide 1", "Neap tide 1", "Spring tide 2", "No fix version 1", "Sprints 1"]);
  });

  it("rm9: shows the order by hand to a person who may not change it", async () => {
    await ada.send(workspace, { kind: "member.setRole", userId: ben.id, role: await viewerOf() });
    await line(ben, "Storm tide").getByRole("button", { name: "Actions for Storm tide" }).waitFor({ state: "detached" });
    expect(await rowsIn(ben, "Fix versions")()).toEqual(["Storm tide", "Neap tide", "Spring tide"]);
    await line(ben, "Storm tide").getByRole("link").focus();
    await ben.page.keyboard.press("Alt+ArrowDown");
    expect(await rowsIn(ben, "Fix versions")()).toEqual(["Storm tide", "Neap tide", "Spring tide"]);
  });

  it("says in a new workspace how to fill it", async () => {
    const empty = await ada.makeWorkspace("Office", "OFF");
    await ada.goto(`/w/${empty.key}/roadmap`);
    await ada.page.getByText("Nothing is planned yet").waitFor();
    await ada.page.getByRole("main").getByRole("button", { name: "New" }).click();
    await ada.page.getByRole("menuitem", { name: "New fix version" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "New version" });
    await dialog.getByLabel("Name").fill("First");
    await dialog.getByLabel("Release").fill(day(10));
    await dialog.getByRole("button", { name: "Create version" }).click();
    await bar(ada, "First").waitFor();
  });
});

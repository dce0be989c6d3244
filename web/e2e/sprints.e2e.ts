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

const settings = (person: Person) => person.goto(`/w/${workspace.key}/settings/sprints`);
const line = ({ page }: Person, table: string, name: string) => page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: name });

async function choose({ page }: Person, of: string, item: string) {
  await page.getByRole("button", { name: `Actions for ${of}`, exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function rows<T>(kind: string): Promise<T[]> {
  return (await ada.snapshot(workspace)).filter(({ entity }) => entity === kind).map(({ data }) => data as T);
}

const ticket = async (title: string) => (await rows<{ id: string; title: string; sprintId: string | null }>("ticket")).find((each) => each.title === title);
const sprint = async (name: string) => (await rows<{ id: string; name: string; state: string }>("sprint")).find((each) => each.name === name);

describe("the sprints of a workspace", () => {
  it("sp1: are planned with a goal and days, and other people see them at once", async () => {
    const { page } = ada;
    await settings(ada);
    await page.getByText("No sprints yet.").waitFor();
    await settings(ben);
    for (const [name, start, end] of [["Low tide", "2026-11-16", "2026-11-29"], ["High tide", "", ""]] as const) {
      await page.getByRole("button", { name: "New sprint" }).click();
      const dialog = page.getByRole("dialog", { name: "New sprint" });
      await dialog.getByLabel("Name").fill(name);
      await dialog.getByLabel("Goal").fill(`${name} is done.`);
      await dialog.getByLabel("Start").fill(start);
      await dialog.getByLabel("End").fill(end);
      expect(await faultsOf(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Create sprint" }).click();
      await line(ben, "Planned", name).waitFor();
    }
    await page.getByRole("button", { name: "New sprint" }).click();
    const dialog = page.getByRole("dialog", { name: "New sprint" });
    await dialog.getByLabel("Name").fill("low tide");
    await dialog.getByText("That name is taken").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "sprints");
  });

  it("sp3: tasks get one in the spreadsheet and by Shift+C", async () => {
    const { page } = ada;
    await page.goto(`${new URL(page.url()).origin}/w/${workspace.key}/all?group=none`);
    for (const title of ["Paint the pier", "Mend the nets"]) {
      await row(page, title).hover();
      await page.keyboard.press("Shift+C");
      await page.getByRole("option", { name: "Low tide" }).click();
      await until("the task is in the sprint", async () => (await ticket(title))?.sprintId === (await sprint("Low tide"))?.id);
    }
  });

  it("sp2 sp8: one starts, G W opens it, and its burndown, its table and its tasks agree for both people", async () => {
    const { page } = ada;
    await settings(ada);
    await choose(ada, "Low tide", "Start sprint");
    await line(ben, "Active", "Low tide").waitFor();
    await page.getByRole("heading", { name: "Settings" }).click();
    await page.keyboard.press("g");
    await page.keyboard.press("w");
    await page.getByRole("region", { name: "Sprint" }).waitFor();
    await page.getByRole("img", { name: /^Burndown: 2 of 2 left/ }).waitFor();
    await row(page, "Mend the nets").waitFor();
    expect(await row(page, "Buy rope").count()).toBe(0);
    const done = (await rows<{ id: string; category: string }>("status")).find(({ category }) => category === "completed")?.id;
    await ben.goto(new URL(page.url()).pathname);
    await ben.page.getByRole("img", { name: /^Burndown: 2 of 2 left/ }).waitFor();
    await ada.send(workspace, { kind: "ticket.update", ticketId: (await ticket("Mend the nets"))?.id ?? "", patch: { statusId: done } });
    for (const person of [ada, ben]) await person.page.getByRole("img", { name: /^Burndown: 1 of 2 left/ }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "sprint");
    await page.getByRole("button", { name: "Show as table" }).click();
    await page.getByRole("table", { name: "Burndown (Tasks)" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Show as table" }).click();
  });

  it("sp9: the stored figures of the day are those that both people see", async () => {
    const path = `/api/workspaces/${workspace.id}/sprints/${(await sprint("Low tide"))?.id}/days`;
    for (const person of [ada, ben]) {
      const last = async () => (await person.call<{ days: { total: number; open: number; done: number }[] }>(path)).days.at(-1);
      await until("the day is counted", async () => (await last())?.done === 1);
      expect(await last()).toMatchObject({ total: 2, open: 1, done: 1, estimateId: null });
    }
  });

  it("sp4: is completed with a choice for its open tasks, and undo takes back both", async () => {
    const { page } = ada;
    await page.getByRole("button", { name: "Complete sprint" }).click();
    const dialog = page.getByRole("dialog", { name: "Complete the sprint “Low tide”?" });
    await dialog.getByText("1 task is not completed.").waitFor();
    await dialog.getByRole("button", { name: "Move open tasks to: High tide" }).waitFor();
    await shoot(page, "sprint-complete");
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Complete sprint" }).click();
    const [low, high] = [(await sprint("Low tide"))?.id, (await sprint("High tide"))?.id];
    await until("the open task has moved", async () => (await ticket("Paint the pier"))?.sprintId === high);
    expect((await ticket("Mend the nets"))?.sprintId).toBe(low);
    expect((await sprint("Low tide"))?.state).toBe("completed");
    await ben.page.getByText("Completed", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await until("the sprint is active again", async () => (await sprint("Low tide"))?.state === "active" && (await ticket("Paint the pier"))?.sprintId === low);
  });

  it("are shown on a phone and in the dark", async () => {
    const { page } = ada;
    await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Burndown and velocity" }).click();
    await page.getByRole("img", { name: /^Burndown:/ }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await ada.shot("sprint-phone-dark");
  });
});

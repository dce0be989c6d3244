import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, formatDate, today, weekday } from "@/lib/plainDate";
import { faultsOf } from "./support/faults";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;

/** The Monday after today, so that every bar is in sight. */
const monday = addDays(today(), 7 - weekday(today()));
const day = (n: number) => addDays(monday, n);

const roof = randomUUID();
const ids = { rafters: randomUUID(), tiles: randomUUID(), gutters: randomUUID(), insulate: randomUUID(), lath: randomUUID() };
const task = (ticketId: string, title: string, rest: Record<string, unknown> = {}) => ada.send(workspace, { kind: "ticket.create", ticketId, title, listIds: [roof], ...rest });

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("The house", "HSE");
  await ada.invite(ben, workspace);
  await ada.send(workspace, { kind: "list.create", listId: roof, name: "Roof" });
  await task(ids.rafters, "Set rafters", { startDate: day(0), dueDate: day(3) });
  await task(ids.tiles, "Lay tiles", { startDate: day(4), dueDate: day(8) });
  await task(ids.gutters, "Hang gutters", { startDate: day(9), dueDate: day(10) });
  await task(ids.insulate, "Insulate");
  await task(ids.lath, "Nail laths", { parentTicketId: ids.insulate, listIds: [], startDate: day(2), dueDate: day(5) });
  for (const person of [ada, ben]) {
    await person.goto(`/w/${workspace.key}/list/${roof}?view=gantt&group=none`);
    await bar(person, "Lay tiles").waitFor();
  }
});
afterAll(() => stage?.close());

const bar = ({ page }: Person, title: string) => page.getByRole("treegrid").getByRole("button", { name: new RegExp(`^${title}, `) });
const tools = ({ page }: Person) => page.getByRole("toolbar", { name: "Filters and view" });
const menuOf = ({ page }: Person) => page.getByRole("menu", { name: "Baseline" });

async function open(person: Person): Promise<void> {
  await tools(person).getByRole("button", { name: /^Baseline/ }).click();
  await menuOf(person).waitFor();
}

async function choose(person: Person, item: string | RegExp): Promise<void> {
  await open(person);
  await menuOf(person).getByText(item).click();
}

/** The names of the baselines that the menu offers. */
async function offered(person: Person): Promise<string[]> {
  await open(person);
  const names = await menuOf(person).getByRole("menuitemcheckbox").locator("bdi").allTextContents();
  await person.page.keyboard.press("Escape");
  return names;
}

/** Sets a baseline in the dialog. With `only`, the baseline is not shared. */
async function set(person: Person, name: string, only = false): Promise<void> {
  await choose(person, "Set baseline…");
  const dialog = person.page.getByRole("dialog", { name: "Set baseline" });
  await dialog.getByLabel("Name").fill(name);
  if (only) await dialog.getByRole("checkbox", { name: "Share with everyone who can see these tasks" }).click();
  await dialog.getByRole("button", { name: "Set baseline" }).click();
  await person.page.getByText(`Created the baseline “${name}”`).waitFor();
}

const move = (ticketId: string, from: number, to: number) => ada.send(workspace, { kind: "ticket.update", ticketId, patch: { startDate: day(from), dueDate: day(to) } });
const untilSaid = (person: Person, title: string, what: string) =>
  until(`${title}: ${what}`, async () => (await bar(person, title).getAttribute("title"))?.includes(what) === true);
const untilNothingSaid = (person: Person, title: string) =>
  until(`${title} has no baseline`, async () => (await bar(person, title).getAttribute("title"))?.includes("baseline") === false);

describe("the baselines of a list", () => {
  it("bl1_bl2_appear for other people at once, with the name, the maker and the time", async () => {
    await choose(ada, "Set baseline…");
    const dialog = ada.page.getByRole("dialog", { name: "Set baseline" });
    expect(await dialog.getByLabel("Name").inputValue()).toBe(`Plan as of ${formatDate(today())}`);
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "baseline-dialog");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await set(ada, "As promised");
    await open(ben);
    await menuOf(ben).getByText("As promised").waitFor();
    await menuOf(ben).getByText(/Ada Byron/).waitFor();
    await ben.page.keyboard.press("Escape");
  });

  it("bl4_bl6_show how far tasks and parents have moved since, to everyone who chooses them", async () => {
    await move(ids.tiles, 6, 10);
    await move(ids.lath, 2, 8);
    await untilSaid(ada, "Lay tiles", "ends 2 days later than in the baseline");
    await untilSaid(ada, "Insulate", "ends 3 days later than in the baseline");
    await untilNothingSaid(ben, "Lay tiles");
    await choose(ben, "As promised");
    await untilSaid(ben, "Lay tiles", "ends 2 days later than in the baseline");
    await untilSaid(ben, "Insulate", "ends 3 days later than in the baseline");
    await untilNothingSaid(ben, "Set rafters");
    await ben.page.reload();
    await untilSaid(ben, "Lay tiles", "ends 2 days later than in the baseline");
    await shoot(ada.page, "gantt-baseline");
    expect(await faultsOf(ada.page)).toEqual([]);
  });

  it("bl2_are visible only to their maker if they are not shared", async () => {
    await set(ben, "My guess", true);
    await untilNothingSaid(ben, "Lay tiles");
    expect(await offered(ben)).toEqual(["No baseline", "As promised", "My guess"]);
    expect(await offered(ada)).toEqual(["No baseline", "As promised"]);
    await open(ben);
    await shoot(ben.page, "baseline-menu");
    expect(await faultsOf(ben.page, "[role=menu]")).toEqual([]);
    await ben.page.keyboard.press("Escape");
    await choose(ben, "As promised");
    await untilSaid(ben, "Lay tiles", "ends 2 days later than in the baseline");
  });

  it("bl1_are renamed for everyone", async () => {
    await choose(ada, "Rename “As promised”…");
    const dialog = ada.page.getByRole("dialog", { name: "Rename “As promised”" });
    await dialog.getByLabel("Name").fill("First offer");
    await dialog.getByRole("button", { name: "Save" }).click();
    await until("the other person reads the new name", async () => (await offered(ben)).includes("First offer"));
    await untilSaid(ben, "Lay tiles", "ends 2 days later than in the baseline");
  });

  it("bl6_disappear from the charts of other people when they are deleted, and undo brings them back with their dates", async () => {
    await choose(ada, "Delete “First offer”");
    await ada.page.getByText("Deleted the baseline “First offer”").waitFor();
    await untilNothingSaid(ben, "Lay tiles");
    await move(ids.tiles, 7, 11);
    await ada.page.getByRole("treegrid").focus();
    await ada.page.keyboard.press("ControlOrMeta+z");
    await untilSaid(ben, "Lay tiles", "ends 3 days later than in the baseline");
    await untilSaid(ada, "Lay tiles", "ends 3 days later than in the baseline");
  });

  it("bl1_can be of an earlier day, but not of a later one", async () => {
    await choose(ada, "Set baseline…");
    const dialog = ada.page.getByRole("dialog", { name: "Set baseline" });
    await dialog.getByLabel("As of").fill("tomorrow");
    await dialog.getByText("The day can't be in the future.").waitFor();
    await dialog.getByLabel("As of").fill("yesterday");
    const name = `Plan as of ${formatDate(addDays(today(), -1))}`;
    expect(await dialog.getByLabel("Name").inputValue()).toBe(name);
    await dialog.getByRole("button", { name: "Set baseline" }).click();
    await ada.page.getByText(`Created the baseline “${name}”`).waitFor();
    // No task of this test had dates yesterday.
    await untilNothingSaid(ada, "Lay tiles");
    expect(await offered(ben)).toContain(name);
  });

  it("bl4_leave out tasks that the reader does not see", async () => {
    const secret = randomUUID();
    await task(secret, "Buy the neighbour's shed", { private: true, startDate: day(1), dueDate: day(2) });
    await set(ada, "With the secret");
    const answer = ben.page.waitForResponse((response) => response.url().includes("/baselines/") && response.ok());
    await choose(ben, "With the secret");
    const { dates } = (await (await answer).json()) as { dates: Record<string, unknown> };
    expect(Object.keys(dates)).toContain(ids.tiles);
    expect(Object.keys(dates)).not.toContain(secret);
  });
});

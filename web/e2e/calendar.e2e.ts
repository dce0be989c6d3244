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

type Dates = { startDate?: string; dueDate?: string };

async function task(title: string, dates: Dates = {}): Promise<void> {
  const ms = Date.now().toString(16).padStart(12, "0");
  await ada.send(workspace, { kind: "ticket.create", ticketId: `${ms.slice(0, 8)}-${ms.slice(8)}-7${randomUUID().slice(15)}`, title, ...dates });
}

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("The calendar", "CAL");
  await ada.invite(ben, workspace);
  // All tasks are in May 2030, which begins on a Wednesday, so none is overdue.
  await task("Over the weekend", { startDate: "2030-05-09", dueDate: "2030-05-14" });
  await task("One day", { dueDate: "2030-05-15" });
  await task("Without a date");
  for (const title of ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"]) await task(title, { dueDate: "2030-05-22" });
  for (const person of [ada, ben]) {
    await person.goto(`/w/${workspace.key}/all?view=calendar&cal=month&day=2030-05-15`);
    await chip(person, "One day").waitFor();
  }
});
afterAll(() => stage?.close());

const day = ({ page }: Person, name: string) => page.getByRole("gridcell", { name: new RegExp(`^\\w+,? ${name} 2030`) });
/** The chips of a task: one for each week that it is in. */
const chip = ({ page }: Person, title: string) => page.getByRole("grid").getByRole("article", { name: new RegExp(`${title}, `) });
const tray = ({ page }: Person) => page.getByRole("region", { name: "Unscheduled tasks" });
const waiting = (person: Person, title: string) => tray(person).getByRole("article", { name: new RegExp(title) });

/** The dates of a task at the node. */
async function datesOf(title: string): Promise<[unknown, unknown]> {
  const found = (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "ticket" && data.title === title);
  return [found?.data.startDate ?? null, found?.data.dueDate ?? null];
}
const untilDates = (title: string, start: string | null, due: string | null) =>
  until(`${title} has the dates ${start} to ${due}`, async () => JSON.stringify(await datesOf(title)) === JSON.stringify([start, due]));

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it is not there");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags from a point to the middle of an element. */
async function drag({ page }: Person, from: { x: number; y: number }, to: Locator): Promise<void> {
  const end = await middleOf(to);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 3, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.move(end.x + 1, end.y);
  await page.mouse.up();
}

describe("the month", () => {
  it("ca1_shows each task on its days, splits a bar over several weeks, and counts tasks that do not fit", async () => {
    expect(await chip(ada, "Over the weekend").count()).toBe(2);
    expect(await chip(ada, "One day").count()).toBe(1);
    await day(ada, "22 May").getByRole("button", { name: /^\+\d more$/ }).click();
    const all = ada.page.getByRole("dialog", { name: /22 May 2030/ });
    await all.getByRole("article").nth(5).waitFor();
    expect(await all.getByRole("article").count()).toBe(6);
    await ada.page.keyboard.press("Escape");
    await waiting(ada, "Without a date").waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "calendar-month");
  });

  it("ca3_moves a task that is dragged to another day, with its length, and others see it", async () => {
    await drag(ada, await middleOf(chip(ada, "One day")), day(ada, "17 May"));
    await untilDates("One day", null, "2030-05-17");
    await day(ben, "17 May").getByRole("article", { name: /One day/ }).waitFor();
    // Grabbed on its last day, which is the Tuesday of the second week.
    await drag(ada, await middleOf(chip(ada, "Over the weekend").last()), day(ada, "15 May"));
    await until("it keeps its length", async () => {
      const [start, due] = await datesOf("Over the weekend");
      return start !== "2030-05-09" && Date.parse(`${due}`) - Date.parse(`${start}`) === 5 * 86_400_000;
    });
    await ada.page.keyboard.press("ControlOrMeta+z");
    await untilDates("Over the weekend", "2030-05-09", "2030-05-14");
  });

  it("ca3_lengthens a task by its end and by its start", async () => {
    const { page } = ada;
    const end = async (title: string, edge: "start" | "end") => middleOf(chip(ada, title).last().locator(`[data-edge="${edge}"]`));
    await drag(ada, await end("One day", "end"), day(ada, "18 May"));
    await untilDates("One day", "2030-05-17", "2030-05-18");
    await drag(ada, await end("One day", "start"), day(ada, "16 May"));
    await untilDates("One day", "2030-05-16", "2030-05-18");
    for (const due of ["2030-05-18", "2030-05-17"]) {
      await page.keyboard.press("ControlOrMeta+z");
      await untilDates("One day", due === "2030-05-18" ? "2030-05-17" : null, due);
    }
  });

  it("ca3_copies a task that is dropped with Alt", async () => {
    const { page } = ada;
    await page.keyboard.down("Alt");
    await drag(ada, await middleOf(chip(ada, "One day")), day(ada, "29 May"));
    await page.keyboard.up("Alt");
    await page.getByText("1 task duplicated").waitFor();
    await day(ben, "29 May").getByRole("article", { name: /One day/ }).waitFor();
    expect(await chip(ada, "One day").count()).toBe(2);
    await page.keyboard.press("ControlOrMeta+z");
    await until("the copy is gone", async () => (await chip(ada, "One day").count()) === 1);
  });

  it("ca3_removes the dates of a task that is dropped on the tray, and gives a task from the tray a date", async () => {
    await drag(ada, await middleOf(chip(ada, "One day")), tray(ada));
    await untilDates("One day", null, null);
    await waiting(ben, "One day").waitFor();
    await drag(ada, await middleOf(waiting(ada, "One day")), day(ada, "17 May"));
    await untilDates("One day", null, "2030-05-17");
    await waiting(ben, "One day").waitFor({ state: "detached" });
  });

  it("ca4_writes new tasks on a day, one after the other, and over several days", async () => {
    const { page } = ada;
    await day(ada, "28 May").click();
    const field = page.getByRole("textbox", { name: "Title of the new task on 28 May 2030" });
    await field.fill("Written first");
    await field.press("Enter");
    await field.fill("Written second");
    await field.press("Enter");
    // Esc loses no text.
    await field.fill("Written third");
    await field.press("Escape");
    await field.waitFor({ state: "detached" });
    for (const title of ["Written first", "Written second", "Written third"]) await untilDates(title, null, "2030-05-28");
    const [from, to] = [await middleOf(day(ada, "4 June")), await middleOf(day(ada, "6 June"))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("textbox", { name: "Title of the new task on 4 Jun 2030 to 6 Jun 2030" }).fill("Drawn");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await untilDates("Drawn", "2030-06-04", "2030-06-06");
    await chip(ben, "Drawn").waitFor();
  });

  it("ca3_does everything by keyboard, too", async () => {
    const { page } = ada;
    await day(ada, "17 May").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+ArrowRight");
    await untilDates("One day", null, "2030-05-18");
    await page.keyboard.press("Shift+ArrowDown");
    await untilDates("One day", null, "2030-05-25");
    await page.keyboard.press("Alt+Shift+ArrowRight");
    await untilDates("One day", "2030-05-25", "2030-05-26");
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: /One day/ }).or(page.getByRole("dialog", { name: /One day/ })).first().waitFor();
    expect(new URL(page.url()).searchParams.get("day")).toBe("2030-05-15");
    await page.keyboard.press("Escape");
    await chip(ada, "One day").last().focus();
    await page.keyboard.press("Delete");
    await untilDates("One day", null, null);
    await page.keyboard.press("ControlOrMeta+z");
    await untilDates("One day", "2030-05-25", "2030-05-26");
    await day(ada, "20 May").focus();
    await page.keyboard.press("n");
    await page.getByRole("textbox", { name: "Title of the new task on 20 May 2030" }).fill("By key");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await untilDates("By key", null, "2030-05-20");
    // Arrow keys also lead to the days of the next month.
    await page.keyboard.press("PageDown");
    await page.getByRole("button", { name: "June 2030" }).waitFor();
    await page.keyboard.press("PageUp");
    await page.getByRole("button", { name: "May 2030" }).waitFor();
  });

  it("cannot be changed by a person without the right to edit", async () => {
    // The workspace gets its roles within seconds of its founding.
    let viewer: unknown;
    await until("the workspace has the role of viewers", async () => {
      viewer = (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "role" && data.system === "viewer")?.data.id;
      return viewer !== undefined;
    });
    await ada.send(workspace, { kind: "member.setRole", userId: ben.id, role: viewer });
    await until("the ends of chips are gone", async () => (await ben.page.locator("[data-edge]").count()) === 0);
    await day(ben, "28 May").click({ position: { x: 60, y: 90 } });
    expect(await ben.page.getByRole("textbox", { name: /^Title of the new task/ }).count()).toBe(0);
    await drag(ben, await middleOf(chip(ben, "Over the weekend").first()), day(ben, "21 May"));
    expect(await datesOf("Over the weekend")).toEqual(["2030-05-09", "2030-05-14"]);
    await ada.send(workspace, { kind: "member.setRole", userId: ben.id, role: "member" });
    await ben.page.locator("[data-edge]").first().waitFor({ state: "attached" });
  });
});

describe("a drag to another month", () => {
  const open = async (mode: string, on: string) => {
    await ada.page.goto(`/w/${workspace.key}/all?view=calendar&cal=${mode}&day=${on}`);
    await chip(ada, "Carried far").first().waitFor();
  };
  /** Grabs the task and holds it over a point. */
  const hold = async (to: { x: number; y: number }) => {
    const { mouse } = ada.page;
    const from = await middleOf(chip(ada, "Carried far").first());
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + 8, from.y + 3, { steps: 3 });
    await mouse.move(to.x, to.y, { steps: 4 });
    await mouse.move(to.x + 1, to.y);
  };
  const letGo = async (name: string) => {
    const { mouse } = ada.page;
    const to = await middleOf(day(ada, name));
    await mouse.move(to.x, to.y, { steps: 4 });
    await mouse.move(to.x + 1, to.y);
    await mouse.up();
  };
  const title = (name: string) => ada.page.getByRole("button", { name, exact: true });

  it("ca7_turns the month while it rests on a button or at the lower edge, and drops on the day under the pointer", async () => {
    await task("Carried far", { startDate: "2030-09-10", dueDate: "2030-09-11" });
    await open("month", "2030-09-15");
    await hold(await middleOf(ada.page.getByRole("button", { name: "Next month" })));
    await ada.page.locator("[data-at=top]").getByText("Next month").waitFor();
    await ada.shot("calendar-turn");
    await title("October 2030").waitFor();
    await letGo("22 October");
    await untilDates("Carried far", "2030-10-22", "2030-10-23");
    await title("October 2030").waitFor();
    const grid = await ada.page.getByRole("grid").boundingBox();
    if (!grid) throw new Error("no days");
    await hold({ x: grid.x + grid.width / 2, y: grid.y + grid.height - 8 });
    // It goes on as long as the drag stays.
    await title("December 2030").waitFor();
    await letGo("18 December");
    await until("it is in December", async () => String((await datesOf("Carried far"))[1]).startsWith("2030-12"));
    await ada.page.keyboard.press("ControlOrMeta+z");
    await untilDates("Carried far", "2030-10-22", "2030-10-23");
  });

  it("ca7_goes back to where it began with Esc, and changes nothing", async () => {
    await open("month", "2030-10-15");
    await hold(await middleOf(ada.page.getByRole("button", { name: "Previous month" })));
    await title("August 2030").waitFor();
    await ada.page.keyboard.press("Escape");
    await title("October 2030").waitFor();
    await ada.page.mouse.up();
    await chip(ada, "Carried far").first().waitFor();
    expect(await datesOf("Carried far")).toEqual(["2030-10-22", "2030-10-23"]);
  });

  it("ca7_turns the week at its right edge, and moves a task by a month with the keyboard", async () => {
    await open("week", "2030-10-22");
    const grid = await ada.page.getByRole("grid").boundingBox();
    if (!grid) throw new Error("no days");
    await hold({ x: grid.x + grid.width - 6, y: grid.y + 300 });
    await ada.page.getByRole("columnheader", { name: "Wed 30" }).waitFor();
    await letGo("30 October");
    await until("it is in the next week", async () => String((await datesOf("Carried far"))[0]) > "2030-10-27");
    const [start] = await datesOf("Carried far");
    await open("month", "2030-10-22");
    await chip(ada, "Carried far").first().focus();
    await ada.page.keyboard.press("Shift+PageDown");
    await title("November 2030").waitFor();
    await until("it is a month later", async () => (await datesOf("Carried far"))[0] === String(start).replace("2030-10", "2030-11"));
  });
});

describe("the week and the agenda", () => {
  it("ca5_are in the address, so that going back works, and can be chosen by month", async () => {
    const { page } = ada;
    await page.goto(`/w/${workspace.key}/all?view=calendar&cal=month&day=2030-05-22`);
    await page.getByRole("radio", { name: "Week" }).click();
    await page.getByRole("columnheader", { name: "Wed 22" }).waitFor();
    expect(await page.getByRole("gridcell").count()).toBe(7);
    expect(await chip(ada, "Sixth").count()).toBe(1);
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(page, "calendar-week");
    await page.getByRole("radio", { name: "Agenda" }).click();
    await page.getByRole("heading", { name: /^Wednesday,? 22 May 2030$/ }).waitFor();
    expect(new URL(page.url()).search).toContain("cal=agenda");
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(page, "calendar-agenda");
    await page.goBack();
    await page.getByRole("columnheader", { name: "Wed 22" }).waitFor();
    await page.getByRole("radio", { name: "Month" }).click();
    await page.getByRole("button", { name: "May 2030" }).click();
    await page.getByRole("button", { name: "September 2030" }).click();
    await page.getByRole("gridcell", { name: /^Sunday,? 1 September 2030$/ }).waitFor();
    await page.keyboard.press("t");
    await page.locator("[aria-current=date]").first().waitFor();
  });

  it("hide the weekend and what is completed", async () => {
    const { page } = ada;
    await page.goto(`/w/${workspace.key}/all?view=calendar&cal=week&day=2030-05-22`);
    await page.getByRole("columnheader", { name: "Sun 26" }).waitFor();
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Weekends" }).or(page.getByRole("menuitem", { name: "Weekends" })).click();
    await page.getByRole("columnheader", { name: "Sun 26" }).waitFor({ state: "detached" });
    expect(await page.getByRole("gridcell").count()).toBe(5);
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Weekends" }).or(page.getByRole("menuitem", { name: "Weekends" })).click();
  });
});

describe("the first day of the week", () => {
  it("ca6_nt18_is chosen in the preferences, and kept with the account", async () => {
    const { page } = ada;
    await page.goto(`/w/${workspace.id}/settings/preferences`);
    await page.getByRole("radiogroup", { name: "Week starts on" }).or(page.getByRole("group", { name: "Week starts on" })).getByRole("radio", { name: "Sunday" }).click();
    await until("the node has it", async () => (await ada.snapshot(workspace)).some(({ entity, data }) => entity === "preferences" && data.weekStart === "sunday"));
    await ada.shot("preferences-week");
    await page.goto(`/w/${workspace.key}/all?view=calendar&cal=month&day=2030-05-15`);
    await until("weeks begin on Sunday", async () => (await page.getByRole("columnheader").first().textContent()) === "Sun");
    await page.goto(`/w/${workspace.id}/settings/preferences`);
    await page.getByRole("radio", { name: "Auto", exact: true }).click();
    await page.goto(`/w/${workspace.key}/all?view=calendar&cal=month&day=2030-05-15`);
    await until("weeks begin on Monday", async () => (await page.getByRole("columnheader").first().textContent()) === "Mon");
  });
});

describe("a phone", () => {
  it("shows the days with dots over the tasks of the chosen day", async () => {
    const { page } = ben;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/w/${workspace.key}/all?view=calendar&cal=month&day=2030-05-22`);
    await page.getByRole("article", { name: /Sixth/ }).waitFor();
    await page.getByRole("button", { name: /^Tuesday,? 28 May 2030/ }).click();
    await page.getByRole("article", { name: /Written first/ }).waitFor();
    await page.getByRole("region", { name: /^Tuesday,? 28 May 2030$/ }).getByRole("button", { name: "New task" }).click();
    await page.getByRole("textbox", { name: "Title of the new task" }).fill("By thumb");
    await page.keyboard.press("Enter");
    await untilDates("By thumb", null, "2030-05-28");
    await page.keyboard.press("Escape");
    expect(await faultsOf(ben.page)).toEqual([]);
    await ben.shot("calendar-phone-day");
  });
});

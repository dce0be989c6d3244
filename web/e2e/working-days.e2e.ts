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

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  for (const person of [ada, ben]) await person.goto(`/w/${workspace.key}/settings/general`);
});
afterAll(() => stage?.close());

const day = ({ page }: Person, name: string) => page.getByRole("group", { name: "Working days" }).getByRole("button", { name });
const pressed = (person: Person, name: string) => day(person, name).getAttribute("aria-pressed");
const holiday = ({ page }: Person, date: string) => page.locator(`tr[data-holiday="${date}"]`);

async function add(date: string, name: string) {
  const form = ada.page.getByRole("form", { name: "New holiday" });
  await form.getByLabel("Date").fill(date);
  await form.getByLabel("Holiday").fill(name);
  await form.getByRole("button", { name: "Add holiday" }).click();
}

describe("wd1 the working days", () => {
  it("are Monday to Friday at first", async () => {
    await day(ada, "Monday").waitFor();
    const all = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    expect(await Promise.all(all.map((name) => pressed(ada, name)))).toEqual(["true", "true", "true", "true", "true", "false", "false"]);
  });

  it("change for other people at once, and come back with an undo", async () => {
    await day(ada, "Saturday").click();
    await until("Saturday is a working day", async () => (await pressed(ben, "Saturday")) === "true");
    await ada.page.keyboard.press("Control+z");
    await until("Saturday is free again", async () => (await pressed(ben, "Saturday")) === "false");
  });

  it("are at least one", async () => {
    for (const name of ["Monday", "Tuesday", "Wednesday", "Thursday"]) await day(ada, name).click();
    await day(ada, "Friday").click();
    await ada.page.getByText("A workspace needs at least one working day.").waitFor();
    expect(await pressed(ada, "Friday")).toBe("true");
  });
});

describe("wd2 the holidays", () => {
  it("are added with a date and a name, and stand in the order of their dates", async () => {
    await add("2031-01-01", "New Year");
    await add("2030-12-25", "Christmas");
    await holiday(ben, "2030-12-25").waitFor();
    const rows = ben.page.getByRole("table", { name: "Holidays" }).locator("tbody tr");
    expect(await rows.allTextContents()).toEqual([expect.stringMatching(/^Wednesday,? 25 December 2030Christmas$/), expect.stringMatching(/^Wednesday,? 1 January 2031New Year$/)]);
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "working-days");
  });

  it("are one for each date", async () => {
    await add("2030-12-25", "Yule");
    await ada.page.getByText("Christmas is on this date.").waitFor();
  });

  it("are removed, and come back with the toast", async () => {
    await holiday(ada, "2031-01-01").getByRole("button", { name: "Remove New Year" }).click();
    await holiday(ben, "2031-01-01").waitFor({ state: "detached" });
    await ada.page.getByRole("button", { name: "Undo" }).click();
    await holiday(ben, "2031-01-01").waitFor();
  });

  it("wd3: cannot be changed by people who may not change the workspace", async () => {
    expect(await day(ben, "Monday").isDisabled()).toBe(true);
    expect(await ben.page.getByRole("form", { name: "New holiday" }).count()).toBe(0);
    expect(await ben.page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "working-days-read");
  });
});

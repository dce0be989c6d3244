import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "./support/node";
import type { Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let page: Page;
let all: string;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  page = ada.page;
  const workspace = await ada.makeWorkspace("The address", "ADR");
  await ada.invite(ben, workspace);
  all = `/w/${workspace.key}/all`;
  await ada.goto(all);
  for (const [title, priority] of [["one", "Week"], ["two", "Day"], ["three", ""], ["four", "Year"]] as const) {
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New task" });
    await dialog.getByLabel("Title").fill(title);
    if (priority !== "") {
      await dialog.getByRole("button", { name: /Priority/ }).click();
      await page.getByRole("option", { name: priority }).click();
    }
    await dialog.getByRole("button", { name: "Create task" }).click();
    await page.getByRole("link", { name: title, exact: true }).waitFor();
  }
});
afterAll(() => stage?.close());

const order = (of = page) => of.getByRole("grid").getByRole("link").allTextContents();
const isOrder = (titles: string[], of = page) => until(`the order is ${titles.join()}`, async () => (await order(of)).join() === titles.join());
const tool = (name: RegExp, of = page) => of.getByRole("toolbar").getByRole("button", { name }).first();
const choose = async (button: RegExp, item: string) => {
  await tool(button).click();
  await page.getByRole("menuitemcheckbox", { name: item, exact: true }).click();
};

describe("the view of a list", () => {
  it("is part of the address, which shows another user the same view", async () => {
    await choose(/^Group/, "None");
    await choose(/^Sort/, "Priority");
    await isOrder(["two", "one", "four", "three"]);
    await page.keyboard.press("f");
    await page.getByRole("option", { name: "Priority" }).click();
    for (const name of ["Day", "Year"]) await page.getByRole("dialog", { name: "Priority" }).getByRole("option", { name }).click();
    await page.keyboard.press("Escape");
    await isOrder(["two", "four"]);
    expect(new URL(page.url()).search).toBe("?group=none&sort=priority&priority=day,year");
    await ben.page.goto(page.url());
    await isOrder(["two", "four"], ben.page);
    await tool(/^Sort Priority/, ben.page).waitFor();
    await ben.page.getByRole("group", { name: "Filter: Priority" }).getByText("Day, Year").waitFor();
  });

  it("goes back and forward with the browser", async () => {
    await page.goBack();
    await isOrder(["two"]);
    await page.goBack();
    await isOrder(["two", "one", "four", "three"]);
    await page.goBack();
    await tool(/^Sort Newest/).waitFor();
    await page.goForward();
    await page.goForward();
    await isOrder(["two"]);
  });

  it("stays while a task is opened and closed, and on the next visit to the page", async () => {
    await page.getByRole("link", { name: "two", exact: true }).click();
    await page.waitForURL(/ADR-2\?/);
    await page.getByRole("complementary", { name: /^ADR-2/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL(/all\?group=none&sort=priority&priority=day$/);
    await isOrder(["two"]);
    const places = page.getByRole("navigation", { name: "Workspace" });
    await places.getByRole("link", { name: "Created by me" }).click();
    await isOrder(["four", "three", "two", "one"]);
    expect(new URL(page.url()).search).toBe("");
    await places.getByRole("link", { name: "All tasks" }).click();
    await isOrder(["two"]);
    await page.waitForURL(/all\?group=none&sort=priority&priority=day$/);
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await isOrder(["two", "one", "four", "three"]);
    await page.waitForURL(/all\?group=none&sort=priority$/);
  });

  it("shows all tasks for a link without filters, whatever was shown before", async () => {
    await ada.goto(all);
    await isOrder(["four", "three", "two", "one"]);
  });

  it("ignores unknown values in an address", async () => {
    await ada.goto(`${all}?sort=banana&group=swimlane&priority=whenever&label=00000000-0000-7000-8000-000000000000&status=`);
    await isOrder(["four", "three", "two", "one"]);
    expect(await page.getByRole("group", { name: /^Filter/ }).count()).toBe(0);
  });

  it("holds the search text, as one step of the history", async () => {
    await ada.goto(all);
    await page.getByRole("searchbox", { name: /^(Find|Search)/ }).pressSequentially("our");
    await isOrder(["four"]);
    await page.waitForURL(/find=our$/);
    await page.goBack();
    await isOrder(["four", "three", "two", "one"]);
    expect(new URL(page.url()).search).toBe("");
  });
});

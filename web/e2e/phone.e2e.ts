import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let workspace: NewWorkspace;
beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  workspace = await ada.makeWorkspace("On a phone", "PHO");
  await ada.page.goto(`/w/${workspace.key}/all`);
  await ada.page.getByRole("heading", { level: 1 }).waitFor();
  for (const title of ["First", "Second"]) {
    await ada.page.getByRole("button", { name: "New task", exact: true }).last().tap();
    const dialog = ada.page.getByRole("dialog", { name: "New task" });
    await dialog.getByLabel("Title").fill(title);
    await dialog.getByRole("button", { name: "Create task" }).tap();
    await task(title).waitFor();
  }
});
afterAll(() => stage?.close());

const task = (title: string) => ada.page.getByRole("listitem").getByRole("link", { name: title });

/** Holds a finger down until the page has reacted. */
async function hold(thing: Locator, until: Locator): Promise<void> {
  const box = await thing.boundingBox();
  if (!box) throw new Error("it is not there");
  const finger = await ada.context.newCDPSession(ada.page);
  const touchPoints = [{ x: box.x + 60, y: box.y + box.height / 2 }];
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await until.waitFor();
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

describe("on a phone", () => {
  it("a long press selects, taps extend the selection, and all rows change at once", async () => {
    const { page } = ada;
    const place = page.url();
    await hold(task("First"), page.getByRole("toolbar", { name: "1 selected" }));
    await task("Second").tap();
    const bar = page.getByRole("toolbar", { name: "2 selected" });
    await bar.waitFor();
    expect(page.url()).toBe(place);
    await bar.getByRole("button", { name: "Status" }).tap();
    await page.getByRole("option", { name: "Done" }).tap();
    await page.getByRole("button", { name: /Done.*2/ }).waitFor();
    await page.getByRole("button", { name: "Clear selection" }).tap();
    await page.getByRole("toolbar", { name: /selected/ }).waitFor({ state: "detached" });
    await task("First").tap();
    await page.waitForURL(/PHO-1$/);
  });

  it("the bars fit their content, however many people are present", async () => {
    const { page } = ada;
    await page.goto("/w/PHO/all");
    for (const name of ["Ben King", "Cleo Lane", "Dan Reed"]) {
      const person = await stage.person(name);
      await ada.invite(person, workspace);
      await person.goto("/w/PHO/all");
    }
    const here = page.getByRole("group", { name: /people here/ });
    await here.getByText(/^\+\d$/).waitFor();
    await until("two faces and a count are shown", async () => (await here.getByRole("img").count()) === 3);
    const heading = page.getByRole("heading", { level: 1, name: "All tasks" });
    for (const whole of [heading, heading.locator(".."), page.getByRole("toolbar", { name: "Filters and view" })])
      expect(await whole.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  });

  it("the list of shortcuts shows keys, for a keyboard that is attached later", async () => {
    const { page } = ada;
    await page.keyboard.press("Shift+?");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await dialog.getByText("New list").waitFor();
    await dialog.locator("kbd").getByText("L", { exact: true }).first().waitFor();
    await page.keyboard.press("Escape");
  });
});

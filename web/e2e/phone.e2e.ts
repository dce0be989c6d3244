import { randomUUID } from "node:crypto";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";
import { cutOff } from "./support/window";

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

/** Moves a finger sideways over an element. `revealed` runs before the finger lifts. */
async function swipe(of: Person, thing: Locator, by: number, revealed?: () => Promise<void>): Promise<void> {
  const box = await thing.boundingBox();
  if (!box) throw new Error("it is not there");
  const finger = await of.context.newCDPSession(of.page);
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
    await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ ...from, x: from.x + by * part }] });
  }
  await revealed?.();
  // The finger rests before it lifts: after a fast swipe, Chromium takes the next tap for the end of a scroll.
  await of.page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
  });
  await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ ...from, x: from.x + by }] });
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

  it("nothing is cut off in the bar of the calendar", async () => {
    const { page } = ada;
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      for (const mode of ["month", "week", "agenda"]) {
        await page.goto(`/w/PHO/all?view=calendar&cal=${mode}&day=2030-05-22`);
        const bar = page.getByRole("toolbar", { name: "Calendar" });
        await bar.getByRole("radio", { name: "Agenda" }).waitFor();
        expect(await bar.evaluate((it) => it.scrollWidth - it.clientWidth), `${mode}, ${width} px`).toBe(0);
        expect(await cutOff(page), `${mode}, ${width} px`).toEqual([]);
      }
    }
    await ada.shot("phone-calendar");
    await page.setViewportSize({ width: 390, height: 844 });
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

it("in the inbox of a narrow phone, a swipe marks as done or snoozes, and a button and the menu of the task do the same", async () => {
  const cleo = await stage.person("Cleo Lane", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const own = await cleo.makeWorkspace("Small screen", "SML");
  await cleo.invite(ada, own);
  const { page } = cleo;
  for (const title of ["Oil the hinge", "Sweep the hall", "Wash the windows of the upper floor before the guests come"]) {
    const ticketId = randomUUID();
    await cleo.send(own, { kind: "ticket.create", ticketId, title });
    await ada.send(own, { kind: "comment.create", commentId: randomUUID(), ticketId, message: "When?" });
  }
  await page.goto("/w/SML/inbox");
  const line = (title: string) => page.locator("[data-inbox]").filter({ hasText: title });
  await line("Oil the hinge").waitFor();
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sideways()).toBe(0);
  await page.getByText("Swipe a task left to mark it as done").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await cleo.shot("phone-inbox");

  // A swipe that is too short does nothing.
  await swipe(cleo, line("Oil the hinge"), -60);
  await swipe(cleo, line("Oil the hinge"), -180, async () => {
    await line("Oil the hinge").getByText("Done", { exact: true }).waitFor();
    await cleo.shot("phone-inbox-swipe");
  });
  await line("Oil the hinge").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).tap();
  await line("Oil the hinge").waitFor();

  await swipe(cleo, line("Sweep the hall"), 180);
  await page.getByRole("menuitem", { name: /^Tomorrow/ }).waitFor();
  await cleo.shot("phone-inbox-snooze");
  await page.getByRole("menuitem", { name: /^Tomorrow/ }).tap();
  await line("Sweep the hall").waitFor({ state: "detached" });

  await line("Wash the windows").getByRole("button", { name: /^More actions/ }).tap();
  await page.getByRole("menuitem", { name: "Snooze" }).tap();
  await page.getByRole("menuitem", { name: /^Next week/ }).waitFor();
  expect(await sideways()).toBe(0);
  await cleo.shot("phone-inbox-menu");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await line("Wash the windows").getByRole("link").tap();
  await page.getByText("When?").waitFor();
  await page.getByRole("button", { name: "Task actions" }).tap();
  await page.getByRole("menuitem", { name: "Mark as unread" }).tap();
  await page.getByRole("button", { name: "Back", exact: true }).tap();
  await line("Wash the windows").getByRole("img", { name: "Unread" }).waitFor();
  await line("Wash the windows").getByRole("button", { name: /^More actions/ }).tap();
  await page.getByRole("menuitem", { name: "Mark as done" }).tap();
  await line("Wash the windows").waitFor({ state: "detached" });
  await cleo.context.close();
});

it("with a zoom of 200 %, and in a window of 320 pixels, no screen scrolls sideways and no control is cut off", async () => {
  const dan = await stage.person("Dan Reed", { viewport: { width: 640, height: 360 } });
  const own = await dan.makeWorkspace("Large letters", "LRG");
  const { page } = dan;
  const day = (by: number) => new Date(Date.now() + by * 86_400_000).toISOString().slice(0, 10);
  const sprintId = randomUUID();
  await dan.send(own, { kind: "sprint.create", sprintId, name: "Low water", startDate: day(-5), endDate: day(8), state: "active" });
  await dan.send(own, { kind: "label.create", labelId: randomUUID(), name: "Northern quay" });
  await dan.send(own, { kind: "ticket.create", ticketId: randomUUID(), title: "Lay planks along the whole length of the northern quay", startDate: day(-1), dueDate: day(5), assigneesIds: [dan.id], sprintId });
  const heading = page.getByRole("heading", { level: 1 });
  const dialog = page.getByRole("dialog");
  const opened = (keys: string) => async () => {
    await heading.waitFor();
    // Some keys work only once the page is usable.
    await expect.poll(async () => (await dialog.isVisible()) || void (await page.keyboard.press(keys))).toBe(true);
  };
  const screens: Record<string, () => Promise<unknown>> = {
    "/all": () => page.getByRole("listitem").first().waitFor(),
    "/all?view=kanban": () => page.getByRole("article").first().waitFor(),
    "/all?view=gantt&group=none": () => page.getByRole("treegrid").waitFor(),
    "/all?view=calendar&cal=month": () => page.getByRole("toolbar", { name: "Calendar" }).waitFor(),
    "/all?view=calendar&cal=agenda": () => page.getByRole("toolbar", { name: "Calendar" }).waitFor(),
    "/all/LRG-1": () => page.getByRole("button", { name: "Task actions" }).waitFor(),
    "/inbox": () => heading.waitFor(),
    "/home": () => heading.waitFor(),
    "/roadmap": () => page.getByRole("region", { name: "Timeline" }).waitFor(),
    "/epics": () => heading.waitFor(),
    "/lists": () => heading.waitFor(),
    [`/sprint/${sprintId}`]: () => page.getByRole("button", { name: "Complete sprint" }).waitFor(),
    "/all#palette": opened("Control+k"),
    "/all#task": opened("n"),
    "/all#shortcuts": opened("Shift+?"),
    ...Object.fromEntries(["profile", "preferences", "users", "roles", "statuses", "labels"].map((section) => [`/settings/${section}`, () => page.getByRole("heading", { level: 2 }).first().waitFor()])),
  };
  const measure = async (what: string) => {
    for (const [width, height] of [[640, 360], [320, 640]] as const) {
      await page.setViewportSize({ width, height });
      expect.soft(await cutOff(page), `${what}, ${width} × ${height}`).toEqual([]);
    }
  };
  for (const [path, shown] of Object.entries(screens)) {
    await page.goto("about:blank");
    await page.goto(`/w/LRG${path}`);
    await shown();
    await measure(path);
  }
  // The chart keeps space for its rows.
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto("/w/LRG/all?view=gantt&group=none");
  await page.getByRole("treegrid").getByRole("link", { name: /^Lay planks/ }).click({ trial: true });
  await dan.context.clearCookies();
  await page.goto("/signin");
  await page.getByRole("button", { name: "Log in" }).waitFor();
  await measure("The log-in form");
  await dan.context.close();
});

import { randomUUID } from "node:crypto";
import type { Locator } from "playwright-core";
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

/** The Monday after today, so that the days off are at known places and every bar is in sight. */
const monday = addDays(today(), 7 - weekday(today()));
const day = (n: number) => addDays(monday, n);
/** The width of a day in the zoom that a chart has at first. */
const dayWidth = 24;

const ids = { labels: randomUUID(), hello: randomUUID(), appendix: randomUUID(), vectors: randomUUID(), loose: randomUUID(), keys: randomUUID(), split: randomUUID() };
const task = (ticketId: string, title: string, rest: Record<string, unknown> = {}) => ada.send(workspace, { kind: "ticket.create", ticketId, title, ...rest });

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("The plan", "PLA");
  await ada.invite(ben, workspace);
  await task(ids.labels, "Push labels", { startDate: day(0), dueDate: day(1) });
  await task(ids.hello, "Retry hello", { startDate: day(2), dueDate: day(3) });
  await task(ids.appendix, "Write appendix", { startDate: day(4), dueDate: day(8) });
  await task(ids.vectors, "Record vectors");
  await task(ids.loose, "Loose end");
  await task(ids.keys, "Key schedule");
  await task(ids.split, "Split keys", { parentTicketId: ids.keys, startDate: day(7), dueDate: day(11) });
  for (const person of [ada, ben]) {
    await person.goto(`/w/${workspace.key}/all?view=gantt&group=none`);
    await bar(person, "Push labels").waitFor();
  }
});
afterAll(() => stage?.close());

const chart = ({ page }: Person) => page.getByRole("treegrid");
const bar = (person: Person, title: string) => chart(person).getByRole("button", { name: new RegExp(`^${title}, `) });
const rowOf = (person: Person, title: string) => chart(person).getByRole("row").filter({ has: person.page.getByRole("link", { name: title, exact: true }) });
const lane = (person: Person, title: string) => rowOf(person, title).getByRole("button", { name: /no dates/ });

/** The dates of a task at the node. */
async function datesOf(ticketId: string): Promise<[unknown, unknown]> {
  const row = (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "ticket" && data.id === ticketId);
  return [row?.data.startDate ?? null, row?.data.dueDate ?? null];
}
const untilDates = (ticketId: string, start: string | null, due: string | null) =>
  until(`the dates are ${start} to ${due}`, async () => JSON.stringify(await datesOf(ticketId)) === JSON.stringify([start, due]));

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it is not there");
  return box;
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await boxOf(locator);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses at a point and moves so far, without letting go. */
async function pull(person: Person, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  const { mouse } = person.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 });
  await mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
}

/** Draws a dependency from the dot behind or before one bar to another bar. `share` is the drop position as a share of the width of the other bar. */
async function draw(person: Person, from: string, to: string, dotAt: "behind" | "before" = "behind", share = 0.5): Promise<void> {
  await bar(person, from).hover();
  const start = await boxOf(bar(person, from));
  const end = await boxOf(bar(person, to));
  const dot = { x: dotAt === "behind" ? start.x + start.width + 12 : start.x - 12, y: start.y + start.height / 2 };
  await pull(person, dot, { x: end.x + share * end.width - dot.x, y: end.y + end.height / 2 - dot.y });
}

/** The stored kind of the only link that has a lag or a kind. */
const endsStored = async () => (await ada.snapshot(workspace)).find(({ entity }) => entity === "linkLag")?.data.ends ?? null;

/** Where the first arrow begins, in pixels of the window. */
const arrowStart = ({ page }: Person) =>
  page.locator("[data-link] path").last().evaluate((path: SVGPathElement) => path.getPointAtLength(0).matrixTransform(path.getScreenCTM() ?? undefined).x);

/** Clicks on an arrow, at a point that no bar covers. */
async function clickArrow({ page }: Person): Promise<void> {
  const point = await page.locator("[data-link] path").last().evaluate((path: SVGPathElement) => {
    const matrix = path.getScreenCTM();
    for (let at = 0; at <= path.getTotalLength(); at += 1) {
      const on = path.getPointAtLength(at).matrixTransform(matrix ?? undefined);
      if (document.elementFromPoint(on.x, on.y) === path) return { x: on.x, y: on.y };
    }
    return null;
  });
  if (!point) throw new Error("no part of the arrow can be clicked");
  await page.mouse.click(point.x, point.y);
}

/** Chooses an item of a menu in the toolbar. */
async function choose({ page }: Person, menu: string | RegExp, item: string | RegExp): Promise<void> {
  await page.getByRole("toolbar", { name: "Filters and view" }).getByRole("button", { name: menu }).click();
  await page.getByRole("menu").getByText(item).click();
}

const links = async () => (await ada.snapshot(workspace)).filter(({ entity }) => entity === "link").map(({ data }) => [data.fromTicketId, data.toTicketId]);

describe("a bar", () => {
  it("stands in the middle of its row", async () => {
    const [row, own] = [await middleOf(rowOf(ada, "Push labels")), await middleOf(bar(ada, "Push labels"))];
    expect(Math.abs(own.y - row.y)).toBeLessThanOrEqual(0.5);
  });

  it("is dragged by whole days, and another person sees it in the hand, and then in its new place", async () => {
    const before = await boxOf(bar(ben, "Write appendix"));
    await pull(ada, await middleOf(bar(ada, "Write appendix")), { x: 3 * dayWidth + 5, y: 0 });
    await ada.page.getByText(`${formatDate(day(7))} → ${formatDate(day(11))} · 5 working days`).waitFor();
    await until("Ben sees the bar in Ada's hand", async () => Math.abs((await boxOf(bar(ben, "Write appendix"))).x - before.x - 3 * dayWidth) < 2);
    expect(await rowOf(ben, "Write appendix").textContent()).toContain("Ada Byron");
    expect(await datesOf(ids.appendix)).toEqual([day(4), day(8)]);
    await ada.page.mouse.up();
    await untilDates(ids.appendix, day(7), day(11));
    await until("Ben sees the new dates", async () => ((await bar(ben, "Write appendix").getAttribute("aria-label")) ?? "").includes(`${formatDate(day(7))} to ${formatDate(day(11))}`));
  });

  it("goes back if Escape is pressed", async () => {
    await pull(ada, await middleOf(bar(ada, "Write appendix")), { x: 2 * dayWidth, y: 0 });
    await ada.page.keyboard.press("Escape");
    await ada.page.mouse.up();
    expect(await bar(ada, "Write appendix").getAttribute("aria-label")).toContain(`${formatDate(day(7))} to ${formatDate(day(11))}`);
    expect(await datesOf(ids.appendix)).toEqual([day(7), day(11)]);
  });

  it("is pulled at its end", async () => {
    await bar(ada, "Write appendix").hover();
    const box = await boxOf(bar(ada, "Write appendix"));
    await pull(ada, { x: box.x + box.width - 2, y: box.y + box.height / 2 }, { x: -2 * dayWidth, y: 0 });
    await ada.page.mouse.up();
    await untilDates(ids.appendix, day(7), day(9));
  });

  it("is drawn on the empty lane of a task without dates", async () => {
    const box = await boxOf(bar(ada, "Push labels"));
    const { y } = await middleOf(rowOf(ada, "Record vectors"));
    await pull(ada, { x: box.x + dayWidth / 2, y }, { x: 3 * dayWidth, y: 0 });
    await ada.page.mouse.up();
    await untilDates(ids.vectors, day(0), day(3));
    await bar(ben, "Record vectors").waitFor();
  });

  it("moves with the arrow keys, its end with Shift, and its start with Ctrl", async () => {
    const { keyboard } = ada.page;
    await bar(ada, "Record vectors").focus();
    await keyboard.press("ArrowRight");
    await untilDates(ids.vectors, day(1), day(4));
    await keyboard.press("Shift+ArrowRight");
    await untilDates(ids.vectors, day(1), day(5));
    await keyboard.press("ControlOrMeta+ArrowLeft");
    await untilDates(ids.vectors, day(0), day(5));
    await ada.page.getByRole("status").filter({ hasText: "Record vectors" }).waitFor({ state: "attached" });
    expect(await bar(ada, "Record vectors").evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe("a task without dates", () => {
  it("waits in the tray, and is dragged onto the timeline", async () => {
    const tray = ada.page.getByRole("region", { name: "1 unscheduled task" });
    const card = tray.getByRole("button", { name: /Loose end/ });
    const from = await middleOf(card);
    const target = await boxOf(bar(ada, "Push labels"));
    await pull(ada, from, { x: target.x + dayWidth / 2 - from.x, y: target.y + 60 - from.y });
    await ada.page.mouse.up();
    await untilDates(ids.loose, day(0), day(1));
    await tray.waitFor({ state: "detached" });
  });

  it("is scheduled by Enter in its lane, from today", async () => {
    await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "By key" });
    await lane(ada, "By key").focus();
    await ada.page.keyboard.press("Enter");
    await bar(ada, "By key").waitFor();
    expect(await bar(ada, "By key").getAttribute("aria-label")).toContain(formatDate(today()));
  });
});

describe("a dependency", () => {
  it("is drawn from the end of a bar to another bar, and is shown to everybody", async () => {
    await draw(ada, "Push labels", "Retry hello");
    await ada.page.getByText("PLA-1 must finish before PLA-2 starts").waitFor();
    await ada.page.mouse.up();
    await until("the link is stored", async () => (await links()).some(([from, to]) => from === ids.labels && to === ids.hello));
    await ben.page.locator("[data-link]").first().waitFor({ state: "attached" });
  });

  it("pushes the follower over the weekend when its predecessor runs into it, and one undo takes back both", async () => {
    await pull(ada, await middleOf(bar(ada, "Push labels")), { x: 2 * dayWidth, y: 0 });
    await ada.page.mouse.up();
    await ada.page.getByText("Moved 2 tasks").waitFor();
    await untilDates(ids.labels, day(2), day(3));
    await untilDates(ids.hello, day(4), day(7));
    await ada.page.keyboard.press("ControlOrMeta+z");
    await untilDates(ids.labels, day(0), day(1));
    await untilDates(ids.hello, day(2), day(3));
  });

  it("leaves the follower alone if the place says so, and marks the arrow", async () => {
    await ada.page.getByRole("button", { name: "Dependencies" }).click();
    await ada.page.getByRole("menuitemcheckbox", { name: "Leave alone" }).click();
    await pull(ada, await middleOf(bar(ada, "Push labels")), { x: 2 * dayWidth, y: 0 });
    await ada.page.mouse.up();
    await untilDates(ids.labels, day(2), day(3));
    expect(await datesOf(ids.hello)).toEqual([day(2), day(3)]);
    await ada.page.keyboard.press("ControlOrMeta+z");
    await untilDates(ids.labels, day(0), day(1));
    await ada.page.getByRole("button", { name: "Dependencies" }).click();
    await ada.page.getByRole("menuitemcheckbox", { name: "Push" }).click();
  });

  it("asks what the follower does, if the place says so, and makes the chosen move in one step", async () => {
    await choose(ada, "Dependencies", "Ask each time");
    const into = async () => {
      await pull(ada, await middleOf(bar(ada, "Push labels")), { x: 2 * dayWidth, y: 0 });
      await ada.page.mouse.up();
      await ada.page.getByRole("menu", { name: "PLA-1 now ends 2 days into PLA-2" }).waitFor();
    };
    await into();
    await ada.page.keyboard.press("Escape");
    await ada.page.getByRole("menu").waitFor({ state: "detached" });
    expect(await datesOf(ids.labels)).toEqual([day(0), day(1)]);
    await into();
    await ada.page.getByRole("menuitem", { name: "Push: 1 task, 4 days" }).waitFor();
    await ada.page.keyboard.press("p");
    await untilDates(ids.labels, day(2), day(3));
    await untilDates(ids.hello, day(4), day(7));
    await ada.page.keyboard.press("ControlOrMeta+z");
    await untilDates(ids.labels, day(0), day(1));
    await untilDates(ids.hello, day(2), day(3));
    await choose(ada, "Dependencies", "Push");
  });

  it("is refused if it would close a loop, and says which", async () => {
    await draw(ada, "Retry hello", "Push labels");
    await ada.page.getByText(/Would create a loop: PLA-2 → PLA-1 → PLA-2/).waitFor();
    await ada.page.mouse.up();
    await ada.page.getByText(/This would create a loop: PLA-2 Retry hello → PLA-1 Push labels → PLA-2 Retry hello/).waitFor();
    expect(await links()).toHaveLength(1);
  });

  it("gets a lag from the menu of its arrow, and shows it", async () => {
    await clickArrow(ada);
    await ada.page.getByRole("menuitem", { name: "Set lag…" }).click();
    await ada.page.getByRole("textbox", { name: "Lag in days" }).fill("3");
    await ada.page.keyboard.press("Enter");
    await until("the lag is stored", async () => (await ada.snapshot(workspace)).some(({ entity, data }) => entity === "linkLag" && data.days === 3));
    await ben.page.locator("[data-link] text").filter({ hasText: "+3 d" }).waitFor({ state: "attached" });
    await clickArrow(ada);
    await ada.page.getByText("PLA-1 must finish before PLA-2 starts · 3-day lag").waitFor();
    await ada.page.keyboard.press("Escape");
  });

  it("is deleted by key while its arrow is chosen, comes back by undo, and is removed from its menu too", async () => {
    await clickArrow(ada);
    await ada.page.getByRole("menuitem", { name: "Delete dependency" }).waitFor();
    await ada.page.keyboard.press("Delete");
    await until("the link is gone", async () => (await links()).length === 0);
    await ada.page.getByText("Dependency deleted").waitFor();
    await ada.page.keyboard.press("ControlOrMeta+z");
    await until("the link is back", async () => (await links()).length === 1);
    await ada.page.locator("[data-link]").first().waitFor({ state: "attached" });
    await clickArrow(ada);
    await ada.page.getByRole("menuitem", { name: "Delete dependency" }).click();
    await until("the link is gone", async () => (await links()).length === 0);
  });

  it("is drawn from the start of a bar to the task that blocks it", async () => {
    await draw(ada, "Retry hello", "Push labels", "before");
    await ada.page.getByText("PLA-1 must finish before PLA-2 starts").waitFor();
    await ada.page.mouse.up();
    await until("the link is stored", async () => (await links()).some(([from, to]) => from === ids.labels && to === ids.hello));
    await ada.page.keyboard.press("ControlOrMeta+z");
    await until("the link is gone", async () => (await links()).length === 0);
  });

  it("gs3 joins the starts of two bars if it is drawn between the starts, and pushes the follower to start with its predecessor", async () => {
    await draw(ada, "Push labels", "Retry hello", "before", 0.15);
    await ada.page.getByText("PLA-1 must start before PLA-2 starts").waitFor();
    await ada.page.mouse.up();
    await until("the kind is stored", async () => (await endsStored()) === "startToStart");
    await ben.page.locator("[data-link]").first().waitFor({ state: "attached" });
    expect(Math.abs((await arrowStart(ben)) - (await boxOf(bar(ben, "Push labels"))).x)).toBeLessThanOrEqual(1);
    await pull(ada, await middleOf(bar(ada, "Push labels")), { x: 3 * dayWidth, y: 0 });
    await ada.page.mouse.up();
    await untilDates(ids.labels, day(3), day(4));
    await untilDates(ids.hello, day(3), day(4));
    await ada.page.keyboard.press("ControlOrMeta+z");
    await untilDates(ids.labels, day(0), day(1));
    await untilDates(ids.hello, day(2), day(3));
  });

  it("gs3 changes its kind in the menu of its arrow, for everybody, and then the end of the predecessor pushes the end of the follower", async () => {
    await clickArrow(ada);
    await ada.page.getByRole("menuitemcheckbox", { name: "Start to start", checked: true }).waitFor();
    await ada.page.getByRole("menuitemcheckbox", { name: "Finish to finish" }).click();
    await until("the kind is stored", async () => (await endsStored()) === "finishToFinish");
    await until("Ben's bars describe the new kind", async () => (await bar(ben, "Push labels").getAttribute("aria-description")) === "PLA-1 must finish before PLA-2 finishes");
    await bar(ada, "Push labels").hover();
    const box = await boxOf(bar(ada, "Push labels"));
    await pull(ada, { x: box.x + box.width - 2, y: box.y + box.height / 2 }, { x: 3 * dayWidth, y: 0 });
    await ada.page.mouse.up();
    await untilDates(ids.labels, day(0), day(4));
    await untilDates(ids.hello, day(3), day(4));
    await ada.page.keyboard.press("ControlOrMeta+z");
    await untilDates(ids.labels, day(0), day(1));
    await untilDates(ids.hello, day(2), day(3));
    await ada.page.keyboard.press("ControlOrMeta+z");
    await until("the kind is the earlier one", async () => (await endsStored()) === "startToStart");
  });

  it("gs3 gets another kind when it is drawn again between other ends, and undo of its deletion restores the kind", async () => {
    await draw(ada, "Push labels", "Retry hello", "behind", 0.85);
    await ada.page.getByText("PLA-1 must finish before PLA-2 finishes").waitFor();
    await ada.page.mouse.up();
    await until("the kind is stored", async () => (await endsStored()) === "finishToFinish");
    expect(await links()).toHaveLength(1);
    await clickArrow(ada);
    await ada.page.getByRole("menuitem", { name: "Delete dependency" }).waitFor();
    await ada.page.keyboard.press("Delete");
    await until("the link is gone", async () => (await links()).length === 0 && (await endsStored()) === null);
    await ada.page.keyboard.press("ControlOrMeta+z");
    await until("the link is back with its kind", async () => (await endsStored()) === "finishToFinish");
  });

  it("gs3 draws the arrow of each of the four kinds between the ends that it joins", async () => {
    const join = async (from: string, to: string, ends: string) => {
      const linkId = randomUUID();
      await ada.send(workspace, { kind: "link.create", linkId, linkKind: "blocks", fromTicketId: from, toTicketId: to });
      await ada.send(workspace, { kind: "linkLag.set", linkId, ends, days: ends === "startToFinish" ? 1 : 0 });
      return linkId;
    };
    const made = [await join(ids.hello, ids.appendix, "finishToStart"), await join(ids.appendix, ids.vectors, "startToStart"), await join(ids.vectors, ids.loose, "startToFinish")];
    await until("all arrows are drawn", async () => (await ada.page.locator("[data-link]").count()) === 4);
    await shoot(ada.page, "gantt-kinds");
    for (const linkId of made) await ada.send(workspace, { kind: "link.delete", linkId });
    await until("the first arrow is left", async () => (await ada.page.locator("[data-link]").count()) === 1);
    await clickArrow(ada);
    await ada.page.getByRole("menuitem", { name: "Delete dependency" }).click();
    await until("the link is gone", async () => (await links()).length === 0);
  });
});

describe("the chart", () => {
  it("shows a parent over the days of its subtasks, also while they are in the hand", async () => {
    const before = await boxOf(bar(ada, "Key schedule"));
    await pull(ada, await middleOf(bar(ada, "Split keys")), { x: 2 * dayWidth, y: 0 });
    await until("the bracket follows", async () => Math.abs((await boxOf(bar(ada, "Key schedule"))).x - before.x - 2 * dayWidth) < 2);
    await ada.page.keyboard.press("Escape");
    await ada.page.mouse.up();
    await until("the bracket is back", async () => (await boxOf(bar(ada, "Key schedule"))).x === before.x);
    expect(await datesOf(ids.split)).toEqual([day(7), day(11)]);
  });

  it("asks once whether the subtasks of a parent move along, and one undo takes back the move", async () => {
    await bar(ada, "Key schedule").focus();
    await ada.page.keyboard.press("ArrowRight");
    const question = ada.page.getByRole("dialog", { name: "Move the subtasks too?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(await datesOf(ids.split)).toEqual([day(7), day(11)]);
    await pull(ada, await middleOf(bar(ada, "Key schedule")), { x: dayWidth, y: 0 });
    await ada.page.mouse.up();
    await question.getByRole("button", { name: "Move 1 subtask too" }).click();
    await untilDates(ids.split, day(8), day(12));
    await bar(ada, "Key schedule").focus();
    await ada.page.keyboard.press("ArrowRight");
    await untilDates(ids.split, day(9), day(13));
    await ada.page.keyboard.press("ControlOrMeta+z");
    await untilDates(ids.split, day(8), day(12));
  });

  it("shows a parent on its own dates if the person wants that", async () => {
    await choose(ada, "Bars", "Parents show the days of their subtasks");
    await lane(ada, "Key schedule").waitFor();
    await choose(ada, "Bars", "Parents show the days of their subtasks");
    await bar(ada, "Key schedule").waitFor();
  });

  it("shows the release that its tasks work towards, which leads to its page", async () => {
    const fixVersionId = randomUUID();
    await ada.send(workspace, { kind: "fixVersion.create", fixVersionId, name: "draft-20", releaseDate: day(5) });
    await ada.send(workspace, { kind: "ticket.update", ticketId: ids.hello, patch: { fixVersionsIds: { add: [fixVersionId], remove: [] } } });
    const milestone = chart(ada).getByRole("link", { name: `draft-20, ${formatDate(day(5))}` });
    await milestone.waitFor();
    expect(await milestone.getAttribute("href")).toContain(`/version/${fixVersionId}`);
    const [row, own] = [await middleOf(rowOf(ada, "Push labels")), await middleOf(bar(ada, "Push labels"))];
    expect(Math.abs(own.y - row.y)).toBeLessThanOrEqual(0.5);
  });

  it("colours bars by another field than the status, with a legend", async () => {
    await ada.send(workspace, { kind: "ticket.update", ticketId: ids.labels, patch: { priority: "day" } });
    await choose(ada, "Bars", "Priority");
    const legend = ada.page.getByRole("list", { name: "Colours of the bars: Priority" });
    await legend.getByText("Day", { exact: true }).waitFor();
    expect(await legend.getByRole("listitem").allTextContents()).toEqual(["Day", "No priority"]);
    await shoot(ada.page, "gantt-colours");
    await choose(ada, "Bars", "Status");
    await legend.waitFor({ state: "detached" });
  });

  it("hides and shows subtasks by key, and follows J and K", async () => {
    await rowOf(ada, "Key schedule").getByRole("gridcell").first().click({ position: { x: 110, y: 4 } });
    await ada.page.keyboard.press("ArrowLeft");
    await bar(ada, "Split keys").waitFor({ state: "detached" });
    await ada.page.keyboard.press("ArrowRight");
    await bar(ada, "Split keys").waitFor();
    await ada.page.keyboard.press("j");
    expect(await ada.page.evaluate(() => document.activeElement?.textContent)).toContain("Split keys");
  });

  it("zooms by key, comes back to today, and leads to a bar that is out of sight", async () => {
    const wide = (await boxOf(bar(ada, "Record vectors"))).width;
    await ada.page.keyboard.press("-");
    await until("the bars are narrower", async () => (await boxOf(bar(ada, "Record vectors"))).width < wide / 2);
    await ada.page.keyboard.press("+");
    await until("the bars are as wide as before", async () => (await boxOf(bar(ada, "Record vectors"))).width === wide);
    await chart(ada).evaluate((element) => (element.scrollLeft += 3_000));
    await rowOf(ada, "Record vectors").getByRole("button", { name: /Show the bar/ }).click();
    await rowOf(ada, "Record vectors").getByRole("button", { name: /Show the bar/ }).waitFor({ state: "detached" });
    await chart(ada).evaluate((element) => (element.scrollLeft += 3_000));
    await ada.page.keyboard.press("t");
    await rowOf(ada, "Record vectors").getByRole("button", { name: /Show the bar/ }).waitFor({ state: "detached" });
  });

  it("has all its tools in sight on a smaller screen, also with a tool of the page", async () => {
    const { page } = ada;
    const address = page.url();
    await page.goto(`/w/${workspace.key}/mine?view=gantt&group=none&show=open`);
    const tools = page.getByRole("toolbar", { name: "Filters and view" });
    for (const width of [1440, 1280, 1100]) {
      await page.setViewportSize({ width, height: 900 });
      await tools.getByRole("button", { name: "Today" }).waitFor();
      await expect.poll(() => tools.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address);
    await bar(ada, "Push labels").waitFor();
  });

  it("draws an arrow behind the name of a task, and never through its letters", async () => {
    const [first, between, last] = [randomUUID(), randomUUID(), randomUUID()];
    await task(first, "First part", { startDate: day(0), dueDate: day(1) });
    await task(between, "A name beside a short bar", { startDate: day(-1), dueDate: day(0) });
    await task(last, "Last part", { startDate: day(7), dueDate: day(8) });
    await bar(ada, "Last part").waitFor();
    await bar(ada, "Last part").scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf(rowOf(ada, "A name beside a short bar").locator("bdi"));
    const drawn = () => ada.page.screenshot({ clip: { x, y, width, height }, animations: "disabled" });
    const without = await drawn();
    const linkId = randomUUID();
    await ada.send(workspace, { kind: "link.create", linkId, linkKind: "blocks", fromTicketId: first, toTicketId: last });
    const arrow = ada.page.locator(`[data-link="${linkId}"] path`).first();
    await arrow.waitFor({ state: "attached" });
    const crosses = await arrow.evaluate((path: SVGPathElement, box) => {
      const matrix = path.getScreenCTM() ?? undefined;
      const steps = Array.from({ length: Math.ceil(path.getTotalLength()) }, (_, at) => path.getPointAtLength(at).matrixTransform(matrix));
      return steps.some((on) => on.x > box.x && on.x < box.x + box.width && on.y > box.y && on.y < box.y + box.height);
    }, { x, y, width, height });
    expect(crosses).toBe(true);
    expect((await drawn()).equals(without)).toBe(true);
    await shoot(ada.page, "gantt-labels");
    await ada.send(workspace, { kind: "link.delete", linkId });
  });

  it("has no barriers that axe finds, and is drawn", async () => {
    await ada.send(workspace, { kind: "link.create", linkId: randomUUID(), linkKind: "blocks", fromTicketId: ids.labels, toTicketId: ids.hello });
    await ada.send(workspace, { kind: "link.create", linkId: randomUUID(), linkKind: "blocks", fromTicketId: ids.hello, toTicketId: ids.appendix });
    await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Write formal state machine" });
    await ada.page.getByRole("region", { name: "1 unscheduled task" }).waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "gantt");
  });
});

describe("the tree of the chart", () => {
  it("has a row for new tasks, which the keyboard reaches", async () => {
    const { page } = ada;
    const row = chart(ada).getByRole("gridcell", { name: "New task in Tasks" });
    await rowOf(ada, "Loose end").getByRole("gridcell").first().click({ position: { x: 110, y: 4 } });
    await page.keyboard.press("End");
    expect(await row.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    const title = row.getByRole("textbox", { name: "Title of the new task in Tasks" });
    await page.keyboard.type("Prove it !week ");
    await page.getByRole("button", { name: "Priority: Week" }).waitFor();
    await page.keyboard.press("Enter");
    await rowOf(ben, "Prove it").waitFor();
    expect(await title.inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await title.waitFor({ state: "detached" });
    expect(await row.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "gantt-new");
    await row.getByRole("button", { name: "New task" }).click();
    await title.waitFor();
    await page.keyboard.press("Escape");
  });

  it("shows the columns that a person chooses, and is wider with them", async () => {
    const { page } = ada;
    const head = chart(ada).getByRole("columnheader").first();
    const before = (await boxOf(head)).width;
    await page.getByRole("button", { name: "Columns beside titles" }).click();
    for (const name of ["Due", "Status"]) await page.getByRole("option", { name, exact: true }).click();
    await page.keyboard.press("Escape");
    await rowOf(ada, "Push labels").getByTitle(/^Due: /).waitFor();
    await rowOf(ada, "Push labels").getByTitle("Status: Backlog").waitFor();
    await expect.poll(async () => (await boxOf(head)).width).toBeGreaterThan(before + 100);
    // The button that has the focus shows its tip.
    await rowOf(ada, "Push labels").getByRole("gridcell").first().focus();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "gantt-columns");
    await page.reload();
    await rowOf(ada, "Push labels").getByTitle(/^Due: /).waitFor();
    await page.getByRole("button", { name: "Columns beside titles" }).click();
    for (const name of ["Due", "Status"]) await page.getByRole("option", { name, exact: true }).click();
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await boxOf(head)).width).toBe(before);
  });

  it("leads to the tasks without dates", async () => {
    const { page } = ada;
    await page.getByRole("button", { name: /^Unscheduled/, expanded: true }).click();
    await chart(ada).getByRole("button", { name: /^\d+ unscheduled$/ }).click();
    await page.getByRole("button", { name: /^Unscheduled/, expanded: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("section")?.getAttribute("aria-label"))).toMatch(/unscheduled/);
  });
});

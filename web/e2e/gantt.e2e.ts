import { randomUUID } from "node:crypto";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, formatDate, today, weekday } from "@/lib/plainDate";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
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

const ids = { labels: randomUUID(), hello: randomUUID(), appendix: randomUUID() };
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

describe("a bar", () => {
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
});

describe("a task without dates", () => {
  it("is scheduled by Enter in its lane, from today", async () => {
    await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "By key" });
    await lane(ada, "By key").focus();
    await ada.page.keyboard.press("Enter");
    await bar(ada, "By key").waitFor();
    expect(await bar(ada, "By key").getAttribute("aria-label")).toContain(formatDate(today()));
  });
});

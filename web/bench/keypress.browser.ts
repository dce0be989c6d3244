import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Clock, Ids } from "@/sync/platform/ids";
import { mulberry32 } from "@/sync/testing/platform";
import type { Command, Ticket } from "@/wire/generated";
import { row } from "../e2e/support/list";
import { until } from "../e2e/support/node";
import type { NewWorkspace, Person } from "../e2e/support/person";
import { setStage, type Stage } from "../e2e/support/stage";

/** All people in the workspace. Two of them have a browser; the others edit over HTTP. */
const people = 20;
/** Tasks of the list. */
const tasks = 200;
/** Edits of all people without a browser, each second. */
const rates = [18, 200];
/** Measured presses, after some that warm the pages up. */
const presses = 300;
const warmUp = 20;

const ids = new Ids(new Clock());
const dice = mulberry32(20);

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
let tickets: string[];

const ask = (person: Person, command: Command) => person.call(`/api/workspaces/${workspace.id}/commands`, { id: ids.next(), command });

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
  workspace = await ada.makeWorkspace("Felt", "FELT");
  await ada.invite(ben, workspace);
  const list = ids.next();
  await ask(ada, { kind: "list.create", listId: list, name: "Together" });
  tickets = Array.from({ length: tasks }, () => ids.next());
  for (const [index, ticketId] of tickets.entries()) {
    await ask(ada, { kind: "ticket.create", ticketId, title: `Task ${index + 1}`, listIds: [list] });
  }
  await ada.goto(`/w/${workspace.id}/list/${list}`);
  await ben.goto(`/w/${workspace.id}/list/${list}`);
});
afterAll(() => stage?.close());

/** Lets people edit random tasks, all but the first one. Returns a function that stops them. */
function others(everybody: readonly Person[], editsPerSecond: number): () => Promise<void> {
  const stopping = new AbortController();
  const edits = everybody.map(async (person) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const ticketId = tickets[1 + Math.floor(dice() * (tasks - 1))] ?? "";
      const due = Date.now() + (1000 * everybody.length) / editsPerSecond;
      await ask(person, { kind: "ticket.update", ticketId, patch: { title: `${person.name} writes ${turn}` } });
      await new Promise((wake) => setTimeout(wake, Math.max(0, due - Date.now())));
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(edits);
  };
}

/** Notes when a row of the page is next painted with or without a face. */
const watchRow = (page: Page, title: string) =>
  page.evaluate((wanted) => {
    const cells = [...document.querySelectorAll('[role="row"]')];
    const watched = cells.find((each) => [...each.querySelectorAll("a")].some((link) => link.textContent === wanted));
    if (!watched) throw new Error(`${wanted} is in no row`);
    const faces = () => [...watched.querySelectorAll("[title]")].map((each) => each.getAttribute("title")).join();
    const page = window as unknown as { painted: Promise<number>; pressed: number };
    const before = faces();
    page.pressed = 0;
    addEventListener("keydown", (event) => (page.pressed = performance.timeOrigin + event.timeStamp), { capture: true, once: true });
    page.painted = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (faces() === before) return;
        observer.disconnect();
        // The frame with the change is drawn right after its callbacks; the message comes behind it.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => resolve(performance.timeOrigin + performance.now()), { once: true });
          port1.start();
          port2.postMessage(null);
        });
      });
      observer.observe(watched, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  }, title);

// Both in milliseconds of the machine's clock, which all pages share.
const painted = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted);
const pressed = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { pressed: number }).pressed);

/** The share of the figures that lies below, by nearest rank. */
function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

const line = (name: string, figures: readonly number[]) =>
  `| ${name} | p50 ${percentile(figures, 0.5).toFixed(1)} / p99 ${percentile(figures, 0.99).toFixed(1)} / max ${Math.max(...figures).toFixed(1)} ms of ${figures.length} |`;

/** The people without a browser. */
async function newPeople(): Promise<Person[]> {
  const everybody = await Promise.all(Array.from({ length: people - 2 }, (_, index) => stage.person(`Person ${index + 1}`)));
  for (const person of everybody) {
    await ada.invite(person, workspace);
    await person.page.close();
  }
  await until("both see everybody", async () => (await ben.snapshot(workspace)).filter(({ entity }) => entity === "member").length === people);
  return everybody;
}

/** Presses a key in Ada's browser while others edit. Returns the times until each page has painted the change. */
async function press(pages: readonly Page[], everybody: readonly Person[], editsPerSecond: number): Promise<number[][]> {
  const stop = others(everybody, editsPerSecond);
  await row(ada.page, "Task 1").getByRole("gridcell").first().focus();
  const times: number[][] = pages.map(() => []);
  for (let turn = 0; turn < warmUp + presses; turn += 1) {
    for (const page of pages) await watchRow(page, "Task 1");
    await ada.page.keyboard.press("i");
    const shown = await Promise.all(pages.map(painted));
    const from = await pressed(ada.page);
    if (turn >= warmUp) for (const [place, at] of shown.entries()) times[place]?.push(at - from);
  }
  await stop();
  return times;
}

it("prints the times from a key in one browser to the change painted in both", { timeout: 600_000 }, async () => {
  const everybody = await newPeople();
  process.stdout.write("| figure | measured |\n| --- | --- |\n");
  for (const rate of rates) {
    const [own = [], other = []] = await press([ada.page, ben.page], everybody, rate);
    process.stdout.write(
      [
        line(`a key pressed → painted in the same browser, ${people} people, ${rate} edits a second`, own),
        line(`a key pressed → painted in another browser, ${people} people, ${rate} edits a second`, other),
        "",
      ].join("\n"),
    );
  }
  // People do not share the cores of their browsers.
  await ben.page.goto("about:blank");
  for (const rate of rates) {
    const [own = []] = await press([ada.page], everybody, rate);
    process.stdout.write(`${line(`the same with one browser alone, ${rate} edits a second`, own)}\n`);
  }
  const { assigneesIds } = (await ada.snapshot(workspace)).flatMap(({ entity, data }) => (entity === "ticket" && data.id === tickets[0] ? [data as Ticket] : []))[0] ?? { assigneesIds: null };
  // An even number of presses leaves the task as it was.
  expect(assigneesIds).toEqual([]);
});

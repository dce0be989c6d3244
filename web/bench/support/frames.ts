import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { setStage } from "../../e2e/support/stage";
import { at, Figures } from "./figures";
import { importList } from "./import";

/** The builds to compare, in turn: `DISTS=before=/path/to/dist,after=/path/to/dist`. */
const builds = (process.env.DISTS ?? `built=${join(import.meta.dirname, "../../dist")}`).split(",").map((each) => {
  const [name = "", folder = ""] = each.split("=");
  return { name, folder };
});
const rounds = Number(process.env.ROUNDS ?? 5);
const frames = Number(process.env.FRAMES ?? 300);
/** The tickets of the list: the first size of `TICKETS`. */
export const tickets = Number(process.env.TICKETS?.split(",")[0] ?? 5_000);

const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml", ".woff2": "font/woff2" };

/** Serves the files of one build in place of the node's own. */
async function serve(context: BrowserContext, folder: string): Promise<void> {
  await context.unrouteAll();
  await context.route(
    ({ pathname }) => !pathname.startsWith("/api"),
    (route) => {
      const asked = join(folder, new URL(route.request().url()).pathname);
      const file = extname(asked) !== "" && existsSync(asked) ? asked : join(folder, "index.html");
      return route.fulfill({ body: readFileSync(file), contentType: types[extname(file)] ?? "application/octet-stream" });
    },
  );
}

/** Nothing moves, an element scrolls by some pixels a frame, or two buttons are pressed in turn, one every few frames. */
type Own = { still: true } | { selector: string; along: "scrollTop" | "scrollLeft"; step: number } | { press: readonly [string, string]; every: number };

/** How a page moves: by itself, or because the pointer drags the first element that matches to and fro, so many pixels wide. */
export type Motion = Own | { drag: string; width: number };

/** Drags an element, lets nothing change, and returns the times between frames. */
async function dragged(page: Page, { drag, width }: { drag: string; width: number }): Promise<number[]> {
  const box = await page.locator(drag).first().boundingBox();
  if (!box) throw new Error(`${drag} is not there`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 8, y + 8, { steps: 4 });
  const times = moved(page, { still: true });
  const recording = { isOver: false };
  const end = times.finally(() => (recording.isOver = true));
  for (let step = 0; !recording.isOver; step += 1) await page.mouse.move(x + Math.sin(step / 24) * width, y + (step % 40));
  // Back where it was: dropped there, nothing changes.
  await page.keyboard.press("Escape");
  await page.mouse.up();
  return end;
}

/** Moves a page by itself, and returns the times between frames. An element scrolls down from its start, and sideways from where it is. */
const moved = (page: Page, motion: Own) =>
  page.evaluate(
    async ([motion, frames]) => {
      const element = "selector" in motion ? document.querySelector(motion.selector) : null;
      const from = element?.scrollLeft ?? 0;
      const times: number[] = [];
      const move = () => {
        if ("press" in motion) {
          const turn = times.length / motion.every;
          if (Number.isInteger(turn)) document.querySelector<HTMLElement>(motion.press[turn % 2 === 0 ? 1 : 0])?.click();
        } else if (element && "along" in motion) element[motion.along] = (motion.along === "scrollTop" ? 0 : from) + times.length * motion.step;
      };
      await new Promise<void>((resolve) => {
        const tick = (at: number) => {
          times.push(at);
          if (times.length > frames) return resolve();
          move();
          requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
      });
      if (element) element.scrollLeft = from;
      return times.slice(1).map((at, n) => at - (times[n] ?? at));
    },
    [motion, frames] as const,
  );

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  /** The time of the thread on a CPU, in microseconds. */
  tdur?: number;
}

/** The CPU time of the main thread and of rastering, in milliseconds a frame. */
async function costs(cdp: CDPSession, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const events: TraceEvent[] = [];
  cdp.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
  await cdp.send("Tracing.start", { transferMode: "ReportEvents", categories: "devtools.timeline,disabled-by-default-devtools.timeline" });
  await work();
  await cdp.send("Tracing.end");
  await complete;
  const whole = events.filter(({ ph }) => ph === "X");
  const main = whole.find(({ name }) => name === "FireAnimationFrame");
  const onMain = whole.filter(({ pid, tid }) => pid === main?.pid && tid === main?.tid);
  const sum = (of: TraceEvent[], name: string) =>
    of.reduce((ms, event) => ms + (event.name === name ? (event.tdur ?? event.dur ?? 0) / 1_000 : 0), 0) / frames;
  return {
    main: sum(onMain, "RunTask"),
    script: sum(onMain, "EventDispatch"),
    style: sum(onMain, "UpdateLayoutTree"),
    layout: sum(onMain, "Layout"),
    paint: sum(onMain, "PrePaint") + sum(onMain, "Paint") + sum(onMain, "Layerize"),
    raster: sum(whole, "RasterTask"),
  };
}

/** The times between frames of a motion, and its cost. A trace slows the page down, so the times are of a run without one. */
async function measured(page: Page, motion: Motion): Promise<Record<string, number>> {
  const run = () => ("drag" in motion ? dragged(page, motion) : moved(page, motion));
  const gaps = await run();
  const cdp = await page.context().newCDPSession(page);
  const cost = await costs(cdp, run);
  await cdp.detach();
  return { "frame p50": at(gaps, 0.5), "frame p95": at(gaps, 0.95), "frame max": Math.max(...gaps), "over 16.7 ms, %": (100 * gaps.filter((gap) => gap > 16.8).length) / gaps.length, ...cost };
}

/** What a bench does with one build. */
interface Visit {
  /** Opens the list with a query, and waits for the element that shows the view. */
  open(query: string, sign: string): Promise<Page>;
  /** Measures a motion of a page. */
  measure(name: string, page: Page, motion: Motion): Promise<void>;
}

/** Imports a list, visits it with each build in turn, some rounds long, and prints the figures. */
export async function compareBuilds(columns: Readonly<Record<string, string>>, rows: readonly string[], visit: (visit: Visit) => Promise<void>): Promise<void> {
  const stage = await setStage();
  const person = await stage.person("Ada Byron");
  const { workspaceId, listId } = await importList(stage, person, columns, rows);
  const figures = new Figures();
  const open = async (query: string, sign: string) => {
    const page = await person.context.newPage();
    await page.goto(`/w/${workspaceId}/list/${listId}?${query}`);
    await page.locator(sign).first().waitFor();
    await page.waitForLoadState("networkidle");
    return page;
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, folder } of round % 2 === 0 ? builds : builds.toReversed()) {
      await serve(person.context, folder);
      await visit({ open, measure: async (what, page, motion) => figures.add(`${name}, ${what}`, await measured(page, motion)) });
    }
  }
  figures.print();
  await stage.close();
}

import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { it } from "vitest";
import { until } from "../e2e/support/node";
import type { Person } from "../e2e/support/person";
import { setStage } from "../e2e/support/stage";

/** The builds to compare, in turn: `DISTS=before=/path/to/dist,after=/path/to/dist`. */
const builds = (process.env.DISTS ?? `built=${join(import.meta.dirname, "../dist")}`).split(",").map((each) => {
  const [name = "", folder = ""] = each.split("=");
  return { name, folder };
});
const rounds = Number(process.env.ROUNDS ?? 5);
/** Pixels a frame. */
const speeds = [40, 120];
const frames = 300;
const tickets = 5_000;

const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml", ".woff2": "font/woff2" };

/** Creates a list with tickets that have a value in every column, and returns its path. */
async function longList(person: Person): Promise<string> {
  const workspace = await person.makeWorkspace("Scrolling", "LONG");
  const rows = Array.from({ length: tickets }, (_, n) =>
    [`A-${n}`, `Task number ${n} of a long list`, ["To do", "Backlog", "Done"][n % 3], ["day", "week", "month"][n % 3], `Person ${n % 7}`, `"bug,web${n % 5}"`, `2026-1${n % 3}-0${1 + (n % 9)}`].join(),
  );
  const file = { name: "long.csv", mimeType: "text/csv", buffer: Buffer.from(["key,title,status,priority,assignee,labels,due", ...rows].join("\n")) };
  const mapping = JSON.stringify({ key: "key", title: "title", status: "status", priority: "priority", assignee: "assignees", labels: "labels", due: "dueDate" });
  const { request } = person.context;
  const signedIn = await request.post("/api/auth/sign-in", { data: { email: person.email, password: person.password } });
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const started = await request.post(`/api/workspaces/${workspace.id}/import`, { headers, multipart: { format: "csv", mapping, file } });
  if (!started.ok()) throw new Error(await started.text());
  const rowsNow = async () => await person.snapshot(workspace);
  await until("the tickets are imported", async () => (await rowsNow()).filter(({ entity }) => entity === "ticket").length >= tickets);
  const lists = (await rowsNow()).flatMap(({ entity, data }) => (entity === "list" && data.name === "long" ? [data.id] : []));
  return `/w/${workspace.id}/list/${lists.join()}`;
}

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

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  /** The time of the thread on a CPU, in microseconds. */
  tdur?: number;
}

/** Scrolls the sheet from its top, and returns the times between frames. */
const scrolled = (page: Page, step: number) =>
  page.evaluate(
    async ([step, frames]) => {
      const grid = document.querySelector('[role="grid"]');
      const times: number[] = [];
      await new Promise<void>((resolve) => {
        const tick = (at: number) => {
          times.push(at);
          if (!grid || times.length > frames) return resolve();
          grid.scrollTop = times.length * step;
          requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
      });
      return times.slice(1).map((at, n) => at - (times[n] ?? at));
    },
    [step, frames] as const,
  );

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

const at = (values: readonly number[], share: number) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

it("prints the cost of scrolling a long list", { timeout: 1_800_000 }, async () => {
  const stage = await setStage();
  const ada = await stage.person("Ada Byron");
  const path = await longList(ada);
  const figures = new Map<string, Record<string, number>[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, folder } of round % 2 === 0 ? builds : builds.toReversed()) {
      await serve(ada.context, folder);
      const page = await ada.context.newPage();
      await page.goto(path);
      await page.getByRole("grid").waitFor();
      await page.waitForLoadState("networkidle");
      const cdp = await ada.context.newCDPSession(page);
      for (const speed of speeds) {
        const gaps = await scrolled(page, speed);
        // A trace slows the page down, so the times between frames are of a run without one.
        const cost = await costs(cdp, () => scrolled(page, speed));
        const key = `${name}, ${speed} px a frame`;
        figures.set(key, [...(figures.get(key) ?? []), { "frame p50": at(gaps, 0.5), "frame p95": at(gaps, 0.95), "frame max": Math.max(...gaps), ...cost }]);
      }
      await page.close();
    }
  }
  for (const [build, runs] of figures) {
    const columns = Object.keys(runs[0] ?? {}).map((column) => {
      const values = runs.map((run) => run[column] ?? 0);
      return `${column} ${at(values, 0.5).toFixed(1)} (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`;
    });
    process.stdout.write(`${build}: ${columns.join(", ")}\n`);
  }
  await stage.close();
});

import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rename, row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";
import { tapped, type Tap } from "./support/tap";

let stage: Stage;
let ada: Person;
let tap: Tap;
let workspace: NewWorkspace;
let loads = 0;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  tap = await tapped(ada.page);
  ada.page.on("load", () => (loads += 1));
});
afterAll(() => stage?.close());

beforeEach(async () => {
  await ada.page.unrouteAll({ behavior: "ignoreErrors" });
  Object.assign(tap, { hold: false, up: (frame: unknown) => frame, down: (frame: unknown) => frame });
  workspace = await ada.makeWorkspace("Deploy", "DEP");
  await ada.page.goto("/favicon.svg");
  await ada.page.evaluate(() => sessionStorage.clear());
  await ada.goto(`/w/${workspace.id}`);
  await write(ada.page, "Before the deploy");
  loads = 0;
});

/** The answer of a node of another build to a request for a file of this build. */
const gone = (page: Page, file: RegExp) => page.route(file, (route) => route.fulfill({ status: 404, body: "{}" }));
const settings = /\/assets\/SettingsScreen-[^/]+\.js/;

async function openSettings(page: Page) {
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
}

const arrived = (title: string) => until(`${title} has arrived`, async () => (await ada.titles(workspace)).join() === title);

describe("a tab that stays open across a deploy", () => {
  it("F-45 reloads once if a part of the app is gone, and sends the waiting edits", async () => {
    const { page } = ada;
    await gone(page, settings);
    tap.hold = true;
    await rename(page, "Before the deploy", "Written across a deploy");
    // After the reload, the page has the new build, with all its files.
    page.once("load", () => {
      tap.hold = false;
    });
    const renew = (request: Request) => {
      if (!request.isNavigationRequest()) return;
      page.off("request", renew);
      void page.unrouteAll();
    };
    page.on("request", renew);
    await openSettings(page);
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await until("the page was loaded anew", async () => loads === 1);
    expect(new URL(page.url()).pathname).toContain("/settings");
    await arrived("Written across a deploy");
    expect(loads).toBe(1);
  });

  it("F-45 shows a message and does not reload again if the part stays away", async () => {
    const { page } = ada;
    await gone(page, settings);
    await openSettings(page);
    await page.getByRole("heading", { name: "This page couldn't be loaded" }).waitFor();
    expect(loads).toBe(1);
    await ada.shot("chunk-gone");
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByRole("heading", { name: "This page couldn't be loaded" }).waitFor();
    expect(loads).toBe(2);
  });

  it("F-45 stays on screen while the node is away, and continues when it is back", async () => {
    const { page } = ada;
    await page.route(/\/(assets\/SettingsScreen[^/]+)?$/, (route) => route.abort());
    await openSettings(page);
    await page.getByText("Can't reach Troupe. Retrying automatically").waitFor();
    expect(loads).toBe(0);
    await page.unrouteAll();
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    // The page is loaded anew, unless the part was tried again first.
    expect(loads).toBeLessThanOrEqual(1);
  });

  it("F-45 hs3_reloads when the node speaks another protocol, and then sends the waiting edits", async () => {
    const { page } = ada;
    tap.hold = true;
    await rename(page, "Before the deploy", "Kept over the reload");
    tap.up = (frame) => (frame.type === "hello" ? { ...frame, protocol: 99 } : frame);
    await tap.close(1012);
    await page.getByRole("heading", { name: "Troupe has a new version" }).waitFor();
    await page.getByText("1 edit is saved on this device and will sync then.").waitFor();
    await ada.shot("new-version");
    Object.assign(tap, { hold: false, up: (frame: unknown) => frame });
    await page.getByRole("button", { name: "Reload" }).click();
    await row(page, "Kept over the reload").waitFor();
    await arrived("Kept over the reload");
  });

  it("F-45 reloads on a 426 over HTTP as well", async () => {
    const { page } = ada;
    const error = { code: "upgrade_required", message: "Reload the page." };
    await page.route(/\/snapshot$/, (route) => route.fulfill({ status: 426, json: { error } }));
    tap.up = (frame) => (frame.type === "hello" ? { ...frame, cursors: {} } : frame);
    await tap.close(1012);
    await page.getByRole("heading", { name: "Troupe has a new version" }).waitFor();
  });
});

describe("a node of a later version", () => {
  const strange = { moon: "full", category: "paused", priority: "decade", color: "ultraviolet", role: "auditor", kind: "haunts" } as const;

  /** Replaces the value of every field that names a kind by an unknown one. */
  const stranger = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(stranger);
    if (typeof value !== "object" || value === null) return value;
    const fields = Object.entries(value).map(([field, held]) => [field, field in strange ? strange[field as "moon"] : stranger(held)]);
    return { ...Object.fromEntries(fields), moon: "full" };
  };

  it("F-46 sends unknown fields and entities, which this version ignores", async () => {
    const { page } = ada;
    await page.route(/\/snapshot$/, async (route) => {
      const answer = await route.fetch({ headers: { ...route.request().headers(), accept: "application/x-ndjson" } });
      const [head, ...lines] = (await answer.text()).trim().split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
      const rows = lines.slice(0, -1).map(({ entity, data }) => ({ entity, data: stranger(data), moon: "full" }));
      const comets = [{ entity: "comet", data: { id: "s" } }, { entity: "comet", rows: 1, columns: { id: ["t"], moon: { same: "full" } } }];
      const later = [head, ...rows, ...comets, { end: true, count: rows.length + 2 }];
      await route.fulfill({ response: answer, body: later.map((line) => `${JSON.stringify(line)}\n`).join("") });
    });
    await page.route(/\/tickets\/[^/]+$/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: stranger(await answer.json()) });
    });
    tap.up = (frame) => (frame.type === "hello" ? { ...frame, cursors: {} } : frame);
    const came = page.waitForResponse(/\/snapshot$/);
    await tap.close(1012);
    await came;
    for (const frame of [{ type: "moon" }, 7, null, [], "full"]) tap.say(frame);
    await rename(page, "Before the deploy", "After the deploy");
    await arrived("After the deploy");
    const details = page.waitForResponse(/\/tickets\/[^/]+$/);
    await row(page, "After the deploy").getByRole("link").click();
    await details;
    await page.getByRole("complementary").getByText("changed the task").first().waitFor();
    expect(await page.getByRole("complementary").getByRole("button", { name: "Close" }).count()).toBe(1);
  });

  it("F-46 sends an unknown operation, which makes this version fetch a snapshot", async () => {
    const { page } = ada;
    let snapshots = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/snapshot")) snapshots += 1;
    });
    tap.down = (frame) => {
      if (frame.type !== "events") return frame;
      const text = JSON.stringify(frame);
      return JSON.parse(text.replaceAll('"op":"update"', '"op":"merge"')) as typeof frame;
    };
    await rename(page, "Before the deploy", "Merged, somehow");
    await until("the whole was fetched anew", async () => snapshots > 0);
    await row(page, "Merged, somehow").waitFor();
    await until("nothing waits", async () => (await page.getByText(/edits? (is|are) kept/).count()) === 0);
    await arrived("Merged, somehow");
  });
});

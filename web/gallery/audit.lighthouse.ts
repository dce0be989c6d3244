import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../e2e/support/person";
import { shots } from "../e2e/support/shots";
import { setStage, type Stage } from "../e2e/support/stage";
import { fillWorkspace, type Project } from "./project";

/** The part of Lighthouse's answer that the audit reads. */
interface Audited {
  lhr: {
    finalDisplayedUrl: string;
    runtimeError?: { code: string; message: string };
    categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, { score: number | null; displayValue?: string; details?: { data?: string; items?: { node?: { selector?: string } }[] } }>;
  };
}
type Lighthouse = (url: string, flags: Record<string, unknown>, config?: unknown) => Promise<Audited>;

const installed = join(import.meta.dirname, "../../bench/lighthouse/node_modules/lighthouse/core");
/** A minute for each page: a slow machine loads a page for seconds, and Lighthouse waits until it is quiet. */
const patience = 60_000;

const strangers = ["/signin", "/signup", "/forgot-password"];

/** The pages of a workspace by their names. */
const pages: Readonly<Record<string, (project: Project) => string>> = {
  gantt: ({ list }) => `/list/${list}?view=gantt`,
  spreadsheet: ({ list }) => `/list/${list}?view=spreadsheet`,
  kanban: ({ list }) => `/list/${list}?view=kanban`,
  "kanban with lanes": ({ list }) => `/list/${list}?view=kanban&lanes=assignee`,
  calendar: ({ list }) => `/list/${list}?view=calendar`,
  task: ({ list, taskKey }) => `/list/${list}/${taskKey}?view=spreadsheet`,
  home: () => "/home",
  inbox: () => "/inbox",
  roadmap: () => "/roadmap",
  epics: () => "/epics",
  sprint: ({ sprint }) => `/sprint/${sprint}?view=spreadsheet`,
  version: ({ version }) => `/version/${version}?view=spreadsheet`,
  search: () => "/search?q=handshake",
  "profile settings": () => "/settings/profile",
  "preference settings": () => "/settings/preferences",
  "user settings": () => "/settings/users",
  "role settings": () => "/settings/roles",
  "attribute settings": () => "/settings/attributes",
};

let stage: Stage;
let ada: Person;
let project: Project;
let context: BrowserContext;
let profile: string;
let port: number;
let lighthouse: Lighthouse;
let desktop: unknown;

beforeAll(async () => {
  lighthouse = ((await import(join(installed, "index.js"))) as { default: Lighthouse }).default;
  desktop = ((await import(join(installed, "config/desktop-config.js"))) as { default: unknown }).default;
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  project = await fillWorkspace(ada, await stage.person("Ben Kaduk"), await stage.person("Cleo Lane"));
  // Lighthouse opens its own tab, which only shares the cookies of the browser's default profile.
  port = await freePort();
  profile = await mkdtemp(join(tmpdir(), "troupe-lighthouse-"));
  context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [`--remote-debugging-port=${port}`, "--no-sandbox", "--disable-gpu"],
  });
});
afterAll(async () => {
  await context?.close();
  if (profile) await rm(profile, { recursive: true, force: true });
  await stage?.close();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === "string") throw new Error("The system gave no port.");
  return address.port;
}

/** Audits an address. The first trace of a browser can lack its beginning (NO_NAVSTART). Then Lighthouse asks for another run. */
async function audited(url: string): Promise<Audited["lhr"]> {
  const flags = { port, output: "json", logLevel: "silent", disableStorageReset: true, onlyCategories: ["performance", "accessibility", "best-practices"] };
  const { lhr } = await lighthouse(url, flags, desktop);
  return lhr.runtimeError?.code === "NO_NAVSTART" ? (await lighthouse(url, flags, desktop)).lhr : lhr;
}

/** Audits the page at a path, prints its scores, and expects it to be accessible and well built. */
async function audit(name: string, path: string): Promise<void> {
  const lhr = await audited(`${stage.node.url}${path}`);
  expect(lhr.runtimeError).toBeUndefined();
  // A page that leads elsewhere would be audited in place of this one.
  expect(new URL(lhr.finalDisplayedUrl).pathname).toBe(new URL(path, stage.node.url).pathname);
  // With SHOTS=1, a screenshot shows what Lighthouse has audited.
  const [, seen] = lhr.audits["final-screenshot"]?.details?.data?.split(",") ?? [];
  if (process.env.SHOTS === "1" && seen) await writeFile(join(shots, `lighthouse-${name.replace(/\W+/g, "-")}.jpg`), Buffer.from(seen, "base64"));
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const below = (...categories: string[]) =>
    categories
      .flatMap((category) => lhr.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => {
        const { displayValue = "", details } = lhr.audits[id] ?? {};
        const places = (details?.items ?? []).flatMap(({ node }) => node?.selector ?? []);
        return [id, displayValue, ...places].join(" ").trim();
      });
  const slow = below("performance").join(", ");
  const faults = below("accessibility", "best-practices").join("; ");
  console.warn(`${name}: performance ${score("performance")} (below 90: ${slow || "nothing"}), accessibility ${score("accessibility")}, best practices ${score("best-practices")}`);
  expect.soft(score("accessibility"), faults).toBe(100);
  expect.soft(score("best-practices"), faults).toBeGreaterThanOrEqual(95);
}

describe("lighthouse, before the log-in,", () => {
  it.each(strangers)("finds the page %s accessible and well built, and says how fast it is", { timeout: patience }, (path) => audit(path, path));
});

describe("lighthouse, in a workspace,", () => {
  beforeAll(async () => {
    const signedIn = await context.request.post(`${stage.node.url}/api/auth/sign-in`, { data: { email: ada.email, password: ada.password } });
    if (!signedIn.ok()) throw new Error(await signedIn.text());
  });

  it.each(Object.keys(pages))("finds the page %s accessible and well built, and says how fast it is", { timeout: patience }, (name) => audit(name, `/w/${project.workspace.key}${pages[name]?.(project)}`));
});

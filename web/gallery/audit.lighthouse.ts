import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setStage, type Stage } from "../e2e/support/stage";
import { fillWorkspace, type Project } from "./project";

/** The part of Lighthouse's answer that the audit reads. */
interface Audited {
  lhr: {
    categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
  };
}
type Lighthouse = (url: string, flags: Record<string, unknown>, config?: unknown) => Promise<Audited>;

const installed = join(import.meta.dirname, "../../bench/lighthouse/node_modules/lighthouse/core");

let stage: Stage;
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
  const ada = await stage.person("Ada Byron");
  project = await fillWorkspace(ada, await stage.person("Ben Kaduk"), await stage.person("Cleo Lane"));
  // Lighthouse opens its own tab, which only shares the cookies of the browser's default profile.
  port = await freePort();
  profile = await mkdtemp(join(tmpdir(), "troupe-lighthouse-"));
  context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [`--remote-debugging-port=${port}`, "--no-sandbox", "--disable-gpu"],
  });
  const signedIn = await context.request.post(`${stage.node.url}/api/auth/sign-in`, { data: { email: ada.email, password: ada.password } });
  if (!signedIn.ok()) throw new Error(await signedIn.text());
});
afterAll(async () => {
  await context?.close();
  await rm(profile, { recursive: true, force: true });
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

describe("lighthouse", () => {
  it("finds every page accessible and well built, and says how fast it is", async () => {
    const list = `/w/${project.workspace.key}/list/${project.list}`;
    const paths = ["/signin", `${list}?view=gantt`, `${list}?view=spreadsheet`, `${list}?view=kanban`, `${list}?view=calendar`, `${list}/${project.taskKey}`, `/w/${project.workspace.key}/settings/attributes`];
    for (const path of paths) {
      const flags = { port, output: "json", logLevel: "silent", disableStorageReset: true, onlyCategories: ["performance", "accessibility", "best-practices"] };
      const { lhr } = await lighthouse(`${stage.node.url}${path}`, flags, desktop);
      const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
      const lost = Object.values(lhr.categories)
        .flatMap(({ auditRefs }) => auditRefs)
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${id} ${lhr.audits[id]?.displayValue ?? ""}`.trim());
      const name = path.replace(project.list, "…");
      console.warn(`${name}: performance ${score("performance")}, accessibility ${score("accessibility")}, best practices ${score("best-practices")}; below 90: ${lost.join(", ") || "nothing"}`);
      expect.soft(score("accessibility"), `${name}: ${lost.join(", ")}`).toBe(100);
      expect.soft(score("best-practices"), `${name}: ${lost.join(", ")}`).toBeGreaterThanOrEqual(95);
    }
  });
});

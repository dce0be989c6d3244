import type { BrowserContext, Page } from "playwright-core";
import { it } from "vitest";
import { databaseName } from "@/sync/storage/databases";
import { usableMark } from "@/lib/later";
import { until } from "../e2e/support/node";
import { setStage } from "../e2e/support/stage";
import { Figures } from "./support/figures";
import { importList } from "./support/import";
import { columns, rowsOf } from "./support/longList";

/** The numbers of tickets of the workspaces. */
const sizes = (process.env.TICKETS ?? "5000,100000").split(",").map(Number);
const rounds = Number(process.env.ROUNDS ?? 5);

/** Opens a page, and returns the milliseconds until it can be used and shows a row of the list. */
async function opened(context: BrowserContext, path: string): Promise<{ page: Page; usable: number }> {
  const page = await context.newPage();
  await page.goto(path, { waitUntil: "commit" });
  const reading = await page.waitForFunction(
    (mark) => performance.getEntriesByName(mark).length > 0 && document.querySelector("[role=grid] [data-ticket]") !== null && performance.now(),
    usableMark,
    { timeout: 120_000 },
  );
  return { page, usable: Number(await reading.jsonValue()) };
}

/** The bytes of the page's objects in JavaScript, after all that can go has gone. */
async function heap(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("HeapProfiler.collectGarbage");
  await cdp.send("Performance.enable");
  const { metrics } = await cdp.send("Performance.getMetrics");
  await cdp.detach();
  return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0;
}

/** Waits until the browser has stored the app and the rows. */
async function keep(page: Page, database: string, tickets: number): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await until(
    "the rows are stored",
    () =>
      page.evaluate(
        async ([name, wanted]) => {
          const request = indexedDB.open(name);
          const db = await new Promise<IDBDatabase>((resolve) => request.addEventListener("success", () => resolve(request.result)));
          const count = db.transaction("rows").objectStore("rows").count();
          await new Promise((resolve) => count.addEventListener("success", resolve));
          db.close();
          return count.result >= wanted;
        },
        [database, tickets] as const,
      ),
    120_000,
  );
}

it("prints how long a list takes to open, without and with what the browser has stored", { timeout: 3_600_000 }, async () => {
  const figures = new Figures();
  for (const tickets of sizes) {
    const stage = await setStage();
    const person = await stage.person("Ada Byron");
    const { workspaceId, listId } = await importList(stage, person, columns, rowsOf(tickets));
    const path = `/w/${workspaceId}/list/${listId}?view=spreadsheet`;
    for (let round = 0; round < rounds; round += 1) {
      const { context } = await stage.stranger({ serviceWorkers: "allow" });
      await context.request.post("/api/auth/sign-in", { data: { email: person.email, password: person.password } });
      const cold = await opened(context, path);
      await keep(cold.page, databaseName(person.id, workspaceId), tickets);
      const megabytes = (await heap(cold.page)) / 1e6;
      await cold.page.close();
      const warm = await opened(context, path);
      figures.add(`${tickets.toLocaleString("en")} tickets`, { "cold, ms": cold.usable, "warm, ms": warm.usable, "heap, MB": megabytes });
      await context.close();
    }
    await stage.close();
  }
  figures.print();
});

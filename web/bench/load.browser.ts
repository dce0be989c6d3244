import type { BrowserContext, Page } from "playwright-core";
import { it } from "vitest";
import { databaseName } from "@/sync/storage/databases";
import { usableMark } from "@/lib/later";
import { binary, until } from "../e2e/support/node";
import { setStage } from "../e2e/support/stage";
import { Figures } from "./support/figures";
import { importList } from "./support/import";
import { columns, rowsOf } from "./support/longList";
import { heapOf, tabMemory } from "./support/memory";

/** The numbers of tickets of the workspaces. */
const sizes = (process.env.TICKETS ?? "5000,100000").split(",").map(Number);
const rounds = Number(process.env.ROUNDS ?? 5);
/** The binaries to compare, in turn: `BUILDS=before=/path/to/troupe,after=/path/to/troupe`. Each serves its own page. */
const builds = (process.env.BUILDS ?? `built=${binary()}`).split(",").map((each) => {
  const [name = "", path = ""] = each.split("=");
  return { name, path };
});

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
          const head = db.transaction("head").objectStore("head").get("head");
          await new Promise((resolve) => head.addEventListener("success", resolve));
          db.close();
          return (head.result?.row.count ?? 0) >= wanted;
        },
        [database, tickets] as const,
      ),
    120_000,
  );
}

/** A node of a build with one list, and how to open it once in a new browser profile. */
async function listOf(path: string, tickets: number) {
  process.env.TROUPE_BIN = path;
  const stage = await setStage();
  const person = await stage.person("Ada Byron");
  const { workspaceId, listId } = await importList(stage, person, columns, rowsOf(tickets));
  const address = `/w/${workspaceId}/list/${listId}?view=spreadsheet`;
  const visit = async () => {
    const { context } = await stage.stranger({ serviceWorkers: "allow" });
    await context.request.post("/api/auth/sign-in", { data: { email: person.email, password: person.password } });
    const cold = await opened(context, address);
    await keep(cold.page, databaseName(person.id, workspaceId), tickets);
    await cold.page.close();
    const warm = await opened(context, address);
    // First with the garbage that is there while a person works, then without.
    const tab = (await tabMemory(stage.browser)) / 1e6;
    const heap = (await heapOf(warm.page)) / 1e6;
    await context.close();
    return { "cold, ms": cold.usable, "warm, ms": warm.usable, "tab, MB": tab, "heap, MB": heap };
  };
  return { visit, close: stage.close };
}

it("prints how long a list takes to open, without and with what the browser has stored", { timeout: 3_600_000 }, async () => {
  const figures = new Figures();
  for (const tickets of sizes) {
    const lists = [];
    for (const { name, path } of builds) lists.push({ name, ...(await listOf(path, tickets)) });
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, visit } of round % 2 === 0 ? lists : lists.toReversed()) figures.add(`${name}, ${tickets.toLocaleString("en")} tickets`, await visit());
    }
    for (const { close } of lists) await close();
  }
  figures.print();
});

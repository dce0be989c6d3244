import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";

/** The bytes of the page's objects in JavaScript, after a garbage collection. */
export async function heapOf(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("HeapProfiler.collectGarbage");
  await cdp.send("Performance.enable");
  const { metrics } = await cdp.send("Performance.getMetrics");
  await cdp.detach();
  return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0;
}

/** The bytes that a process shares with no other process (Linux). */
function privateBytes(pid: number): number {
  const lines = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8").matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm);
  return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
}

/** The private memory of the largest tab of a browser. The other processes of pages are spare ones without a page. */
export async function tabMemory(browser: Browser): Promise<number> {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  await cdp.detach();
  return Math.max(0, ...processInfo.filter(({ type }) => type === "renderer").map(({ id }) => privateBytes(id)));
}

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** What axe finds in a page at rest, or in one part of it: the rule and the element of each fault. */
export async function faultsOf(page: Page, part?: string): Promise<string[]> {
  // While something fades in, its contrast is too low: a toast that comes meanwhile is shown at once.
  await page.emulateMedia({ reducedMotion: "reduce" });
  // An animation without an end never finishes.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((one) => one.finished)).then(() => undefined);
  });
  const axe = new AxeBuilder({ page });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  await page.emulateMedia({ reducedMotion: null });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

import { join } from "node:path";
import type { Page } from "playwright-core";

/** The folder of screenshots. */
export const shots = join(import.meta.dirname, "../../test-results");

/** With SHOTS=1 in the environment, saves a screenshot of a page in light, in dark, and on a phone. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS !== "1") return;
  const theme = (to: string) => page.evaluate((set) => (document.documentElement.dataset.theme = set), to);
  const save = (title: string) => page.screenshot({ path: join(shots, `${title}.png`), animations: "disabled" });
  await save(name);
  await theme("dark");
  await save(`${name}-dark`);
  await theme("light");
  await page.setViewportSize({ width: 390, height: 844 });
  // Parts for a phone are loaded when they are first shown.
  await page.waitForLoadState("networkidle");
  await save(`${name}-phone`);
  await page.setViewportSize({ width: 1440, height: 900 });
}

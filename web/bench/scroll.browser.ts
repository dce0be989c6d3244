import { it } from "vitest";
import { compareBuilds, tickets } from "./support/frames";
import { columns, rowsOf } from "./support/longList";

/** Pixels a frame. */
const speeds = [40, 120];
const grid = '[role="grid"]';

it("prints the cost of scrolling a long list", { timeout: 1_800_000 }, async () => {
  await compareBuilds(columns, rowsOf(tickets), async ({ open, measure }) => {
    const page = await open("view=spreadsheet", grid);
    for (const step of speeds) await measure(`${step} px a frame`, page, { selector: grid, along: "scrollTop", step });
    await page.close();
  });
});

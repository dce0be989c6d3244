import { it } from "vitest";
import { compareBuilds, tickets } from "./support/frames";

/** Pixels a frame. */
const speeds = [40, 120];
const grid = '[role="grid"]';

/** Tickets that have a value in every column. */
const columns = { key: "key", title: "title", status: "status", priority: "priority", assignee: "assignees", labels: "labels", due: "dueDate" };
const rows = Array.from({ length: tickets }, (_, n) =>
  [`A-${n}`, `Task number ${n} of a long list`, ["To do", "Backlog", "Done"][n % 3], ["day", "week", "month"][n % 3], `Person ${n % 7}`, `"bug,web${n % 5}"`, `2026-1${n % 3}-0${1 + (n % 9)}`].join(),
);

it("prints the cost of scrolling a long list", { timeout: 1_800_000 }, async () => {
  await compareBuilds(columns, rows, async ({ open, measure }) => {
    const page = await open("view=spreadsheet", grid);
    for (const step of speeds) await measure(`${step} px a frame`, page, { selector: grid, along: "scrollTop", step });
    await page.close();
  });
});

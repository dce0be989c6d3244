import { it } from "vitest";
import { setStage } from "../e2e/support/stage";
import { builds, Figures, importedList, measured, rounds, serve, tickets } from "./support/frames";

/** Pixels a frame. */
const speeds = [40, 120];

/** Tickets that have a value in every column. */
const columns = { key: "key", title: "title", status: "status", priority: "priority", assignee: "assignees", labels: "labels", due: "dueDate" };
const rows = Array.from({ length: tickets }, (_, n) =>
  [`A-${n}`, `Task number ${n} of a long list`, ["To do", "Backlog", "Done"][n % 3], ["day", "week", "month"][n % 3], `Person ${n % 7}`, `"bug,web${n % 5}"`, `2026-1${n % 3}-0${1 + (n % 9)}`].join(),
);

it("prints the cost of scrolling a long list", { timeout: 1_800_000 }, async () => {
  const stage = await setStage();
  const ada = await stage.person("Ada Byron");
  const { workspaceId, listId } = await importedList(ada, columns, rows);
  const figures = new Figures();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, folder } of round % 2 === 0 ? builds : builds.toReversed()) {
      await serve(ada.context, folder);
      const page = await ada.context.newPage();
      await page.goto(`/w/${workspaceId}/list/${listId}`);
      await page.getByRole("grid").waitFor();
      await page.waitForLoadState("networkidle");
      for (const step of speeds) figures.add(`${name}, ${step} px a frame`, await measured(page, { selector: '[role="grid"]', along: "scrollTop", step }));
      await page.close();
    }
  }
  figures.print();
  await stage.close();
});

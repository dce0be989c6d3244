import { it } from "vitest";
import { addDays, today } from "@/lib/plainDate";
import { compareBuilds, tickets, type Motion } from "./support/frames";

/** Tickets on the days of four weeks around today, so that a frame of the gantt and of the calendar is as full as it gets. */
const columns = { key: "key", title: "title", status: "status", assignee: "assignees", start: "startDate", due: "dueDate" };
const rows = Array.from({ length: tickets }, (_, n) => {
  const start = addDays(today(), (n % 28) - 10);
  return [`A-${n}`, `Task number ${n} of a long plan`, ["To do", "Backlog", "Done"][n % 3], `Person ${n % 7}`, start, addDays(start, n % 9)].join();
});

/** The cards of a column; the first column has the most. */
const cards = 'section [role="group"][aria-label$=", cards"]';

/** The views, what shows that each is there, and how it moves. */
const views: readonly { query: string; sign: string; motions: Readonly<Record<string, Motion>> }[] = [
  {
    query: "view=gantt&group=none",
    sign: '[role="treegrid"]',
    motions: {
      "gantt, 40 px a frame down": { selector: '[role="treegrid"]', along: "scrollTop", step: 40 },
      "gantt, 120 px a frame down": { selector: '[role="treegrid"]', along: "scrollTop", step: 120 },
      "gantt, a bar is dragged": { drag: '[role="treegrid"] [data-part="bar"]', width: 200 },
      "gantt, 40 px a frame to the right": { selector: '[role="treegrid"]', along: "scrollLeft", step: 40 },
    },
  },
  {
    query: "view=kanban",
    sign: `${cards} article`,
    motions: {
      "kanban, 40 px a frame down": { selector: cards, along: "scrollTop", step: 40 },
      "kanban, 120 px a frame down": { selector: cards, along: "scrollTop", step: 120 },
      "kanban, a card is dragged": { drag: `${cards} article`, width: 400 },
    },
  },
  {
    query: "view=kanban&lanes=assignee",
    sign: "article",
    motions: { "kanban with lanes, 40 px a frame down": { selector: '[role="region"][aria-label$=", board"] [class*="scroller"]', along: "scrollTop", step: 40 } },
  },
  {
    query: "view=spreadsheet",
    sign: '[role="grid"]',
    motions: { "spreadsheet, a row is dragged": { drag: '[role="row"]:nth-of-type(4) [role="gridcell"]', width: 40 } },
  },
  {
    query: "view=calendar&cal=agenda",
    sign: '[role="region"][aria-label$="calendar"]',
    motions: { "agenda, 40 px a frame down": { selector: '[role="region"][aria-label$="calendar"]', along: "scrollTop", step: 40 } },
  },
  {
    query: "view=calendar&cal=month",
    sign: '[role="grid"][aria-label$="calendar"]',
    motions: {
      "month, a task is dragged": { drag: '[role="grid"][aria-label$="calendar"] [data-ticket]', width: 300 },
      "month, another one every ten frames": { press: ['[aria-label="Next month"]', '[aria-label="Previous month"]'], every: 10 },
    },
  },
];

it("prints the cost of moving through 5,000 tasks in the gantt, on the board, in the spreadsheet and in the calendar, and of dragging them", { timeout: 1_800_000 }, async () => {
  await compareBuilds(columns, rows, async ({ open, measure }) => {
    for (const { query, sign, motions } of views) {
      const page = await open(query, sign);
      for (const [motion, how] of Object.entries(motions)) await measure(motion, page, how);
      await page.close();
    }
  });
});

/** The columns of a table of tickets that have a value in every column of the spreadsheet. */
export const columns = { key: "key", title: "title", status: "status", priority: "priority", assignee: "assignees", labels: "labels", due: "dueDate" };

/** The rows of such a table. */
export const rowsOf = (tickets: number): string[] =>
  Array.from({ length: tickets }, (_, n) =>
    [`A-${n}`, `Task number ${n} of a long list`, ["To do", "Backlog", "Done"][n % 3], ["day", "week", "month"][n % 3], `Person ${n % 7}`, `"bug,web${n % 5}"`, `2026-1${n % 3}-0${1 + (n % 9)}`].join(),
  );

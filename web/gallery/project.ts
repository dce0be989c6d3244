import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, today } from "@/lib/plainDate";
import { Clock, Ids } from "@/sync/platform/ids";
import type { Color, Command, Priority } from "@/wire/generated";
import type { NewWorkspace, Person } from "../e2e/support/person";

/** The issues of a real project, beside the checkout. */
const archive = join(import.meta.dirname, "../../../shared/data/github-archive-tls13-spec.json");

interface Issue {
  title: string;
  body: string;
  labels: string[];
}

/** A filled workspace, and the ids of the pages that the pictures show. */
export interface Project {
  workspace: NewWorkspace;
  list: string;
  sprint: string;
  version: string;
  component: string;
  /** The key of a task with a description, subtasks, links and comments. */
  taskKey: string;
}

/** The ids of entries have their time, as those of the app do. */
const ids = new Ids(new Clock());

const colors: readonly Color[] = ["blue", "teal", "violet", "amber", "red", "green"];
const priorities: readonly Priority[] = ["day", "week", "month", "quarter", "year"];
const day = (by: number) => addDays(today(), by);
/** The n-th element, counted in a circle. */
const turn = <T>(all: readonly T[], n: number): T => all[n % all.length] as T;

/** The last issues of the project whose titles fit in a row. */
function issues(count: number): Issue[] {
  if (!existsSync(archive)) throw new Error(`The gallery shows the issues of ${archive}, and that file is not there.`);
  const { issues: all } = JSON.parse(readFileSync(archive, "utf8")) as { issues: Issue[] };
  return all.filter(({ title }) => title.length > 12 && title.length < 80).slice(-count);
}

/** Fills a new workspace with issues of a real project, and gives them people, dates around today, records and links. */
export async function fillWorkspace(ada: Person, ben: Person, cleo: Person): Promise<Project> {
  const workspace = await ada.makeWorkspace("TLS working group", "TLS");
  await ada.invite(ben, workspace, "admin");
  await ada.invite(cleo, workspace);
  const send = (command: Command) => ada.send(workspace, command);
  const rows = await ada.snapshot(workspace);
  const idOf = (entity: string, name: string) => String(rows.find((row) => row.entity === entity && row.data.name === name)?.data.id);
  const list = idOf("list", "Backlog");
  const [tests, sprint, version, component, epic, doing] = [1, 2, 3, 4, 5, 6].map(() => ids.next()) as [string, string, string, string, string, string];
  const toDo = idOf("status", "To do");
  const statuses = [toDo, toDo, doing, idOf("status", "Done")];

  await send({ kind: "list.update", listId: list, patch: { name: "Specification", icon: "book", color: "blue" } });
  await send({ kind: "list.create", listId: tests, name: "Interop tests", color: "teal", icon: "code" });
  await send({ kind: "status.create", statusId: doing, name: "In progress", category: "started" });
  await send({ kind: "taskType.create", taskTypeId: epic, name: "Epic", icon: "epic", color: "violet", container: true });
  await send({ kind: "component.create", componentId: component, name: "Handshake", description: "All messages before the first application data.", leadUserId: ben.id });
  await send({ kind: "fixVersion.create", fixVersionId: version, name: "Draft 29", startDate: day(-30), releaseDate: day(25) });
  await send({ kind: "sprint.create", sprintId: sprint, name: "Interim meeting", goal: "Close the open questions about resumption.", startDate: day(-6), endDate: day(8), state: "active" });

  const shown = issues(44);
  const labels = new Map<string, string>();
  for (const name of new Set(shown.flatMap((issue) => issue.labels))) {
    const labelId = ids.next();
    await send({ kind: "label.create", labelId, name, color: turn(colors, labels.size) });
    labels.set(name, labelId);
  }
  const people = [ada.id, ben.id, cleo.id];
  const tickets: string[] = [];
  let parent = "";
  for (const [at, issue] of shown.entries()) {
    const ticketId = ids.next();
    const isEpic = at % 11 === 0;
    if (isEpic) parent = ticketId;
    const start = day(((at * 5) % 41) - 16);
    await send({
      kind: "ticket.create",
      ticketId,
      title: issue.title,
      listIds: [at % 9 === 8 ? tests : list],
      statusId: turn(statuses, at),
      labels: issue.labels.flatMap((name) => labels.get(name) ?? []),
      ...(at % 6 !== 5 && { assigneesIds: [turn(people, at)] }),
      ...(at % 4 !== 3 && { priority: turn(priorities, at) }),
      ...(at % 3 === 0 && { fixVersionsIds: [version] }),
      ...(at % 5 === 0 && { componentsIds: [component] }),
      ...(at % 4 === 1 && { sprintId: sprint }),
      ...(isEpic ? { taskTypeId: epic } : at % 11 <= 3 && { parentTicketId: parent }),
      ...(!isEpic && at % 7 !== 6 && { startDate: start, dueDate: addDays(start, 1 + (at % 6)) }),
    });
    tickets.push(ticketId);
  }
  for (const at of [4, 8, 15, 26, 37]) {
    await send({ kind: "link.create", linkId: ids.next(), linkKind: "blocks", fromTicketId: turn(tickets, at), toTicketId: turn(tickets, at + 1) });
  }
  const talkedOf = turn(tickets, 11);
  const description = `${shown[11]?.body.slice(0, 600) ?? ""}\n\n- [x] Collect the objections\n- [ ] Write the text\n- [ ] Ask the list`;
  await send({ kind: "ticket.update", ticketId: talkedOf, patch: { description } });
  const comment = (by: Person, message: string) => by.send(workspace, { kind: "comment.create", commentId: ids.next(), ticketId: talkedOf, message });
  await comment(ben, "I can write the second part. Do we agree on the wording of the first?");
  await comment(cleo, "The implementers asked for a **test vector** as well.");
  // An inbox with several reasons, a private task, and a task in the trash.
  await ben.send(workspace, { kind: "comment.create", commentId: ids.next(), ticketId: turn(tickets, 2), message: "@ada could you look at this before Thursday?" });
  await cleo.send(workspace, { kind: "ticket.update", ticketId: turn(tickets, 3), patch: { priority: "day" } });
  await ben.send(workspace, { kind: "ticket.update", ticketId: turn(tickets, 6), patch: { assigneesIds: { add: [ada.id] } } });
  await send({ kind: "ticket.create", ticketId: ids.next(), title: "Prepare my talk for the interim meeting", private: true });
  await send({ kind: "ticket.trash", ticketId: turn(tickets, 43) });
  const number = (await ada.snapshot(workspace)).find(({ data }) => data.id === talkedOf)?.data.number;
  return { workspace, list, sprint, version, component, taskKey: `TLS-${String(number)}` };
}

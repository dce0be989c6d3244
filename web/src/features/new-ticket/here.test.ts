import { beforeEach, describe, expect, it } from "vitest";
import { setTarget } from "@/actions/target";
import { assignees } from "@/fields/assignees";
import { dueDate } from "@/fields/dates";
import { labels } from "@/fields/labels";
import { lists } from "@/fields/lists";
import { priority } from "@/fields/priority";
import { sprintId, versionsField } from "@/fields/records";
import { fieldsOf } from "@/fields/registry";
import { status } from "@/fields/status";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, ben, doing, done, fixVersion, label, list, sprint, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { draftOf } from "./draft";
import { filledFrom, hereNow } from "./here";

const [one, two] = [list(1).id, list(2).id];
const path = `/w/ACME/list/${one}`;
const running = ticket(7, { number: 7, statusId: doing.id, priority: "week", lists: [{ listId: one, rank: "V" }] });

beforeEach(() => {
  const view = viewOf(smallTables(), workspaceId);
  useTroupe.setState({
    ...view,
    tickets: { ...view.tickets, [running.id]: running },
    me: ana,
    capabilities: capabilitiesOf.owner,
  });
  setTarget({ focused: null, opened: null });
  document.body.innerHTML = "";
});

/** The values of a new task on a page. */
function valuesOn(pathname: string, search = "", listId: string | null = null): Readonly<Record<string, readonly string[]>> {
  const state = useTroupe.getState();
  const fields = fieldsOf(state);
  const draft = draftOf({}, { listId, isPrivate: pathname.endsWith("/private"), lists: Object.values(state.lists) });
  const here = hereNow(state, { pathname, search }, fields);
  return (here ? filledFrom(draft, here, fields, state, listId !== null) : draft).values;
}

/** Puts the focus on an element. */
function focus(html: string): void {
  document.body.innerHTML = html;
  document.querySelector<HTMLElement>("[tabindex]")?.focus();
}

describe("qc8: a new task takes", () => {
  it("the values that the filters name alone", () => {
    const asked = `?view=spreadsheet&group=none&priority=day&label=${label(1).id}&assignee=me`;
    expect(valuesOn(path, asked, one)).toEqual({ [lists.id]: [one], [priority.id]: ["day"], [labels.id]: [label(1).id], [assignees.id]: [ana] });
    expect(valuesOn(path, `?view=spreadsheet&group=none&priority=day,week&label=none&assignee=${ben}`, one)).toEqual({ [lists.id]: [one], [assignees.id]: [ben] });
  });

  it("the day that a filter names alone, and no range of days", () => {
    expect(valuesOn(path, "?view=spreadsheet&due=2030-05-06..2030-05-06", one)).toMatchObject({ [dueDate.id]: ["2030-05-06"] });
    expect(valuesOn(path, "?view=spreadsheet&due=2030-05-06..2030-05-07", one)).not.toHaveProperty(dueDate.id);
  });

  it("no value that the workspace does not have", () => {
    expect(valuesOn(path, "?view=spreadsheet&group=none&label=gone&assignee=gone", one)).toEqual({ [lists.id]: [one] });
  });

  it("the group of the row that was focused or clicked last, unless a task is open", () => {
    setTarget({ focused: running.id });
    expect(valuesOn(path, "?view=spreadsheet&sort=title", one)).toEqual({ [lists.id]: [one], [status.id]: [doing.id] });
    expect(valuesOn(path, "?view=gantt&group=priority", one)).toEqual({ [lists.id]: [one], [priority.id]: ["week"] });
    expect(valuesOn(path, "?view=spreadsheet&group=none", one)).toEqual({ [lists.id]: [one] });
    setTarget({ opened: running.id });
    expect(valuesOn(path, "?view=spreadsheet&sort=title", one)).toEqual({ [lists.id]: [one] });
  });

  it("the group of the line or column that has the focus", () => {
    focus(`<div data-line="group ${done.id}" tabindex="0"></div>`);
    expect(valuesOn(path, "?view=spreadsheet&sort=title", one)).toMatchObject({ [status.id]: [done.id] });
    focus(`<div data-line="${running.id} ${ben}" tabindex="0"></div>`);
    expect(valuesOn(path, "?view=spreadsheet&group=assignee", one)).toMatchObject({ [assignees.id]: [ben] });
    focus(`<section data-column-id="${doing.id}"><button tabindex="0"></button></section>`);
    expect(valuesOn(path, "?view=kanban&group=none", one)).toMatchObject({ [status.id]: [doing.id] });
  });

  it("the group before the filter where the two disagree", () => {
    focus(`<div data-line="group ${done.id}" tabindex="0"></div>`);
    expect(valuesOn(path, `?view=spreadsheet&status=${doing.id}`, one)).toMatchObject({ [status.id]: [done.id] });
  });

  it("the day of the calendar that had the focus, or that was chosen on a phone", () => {
    document.body.innerHTML = `<div role="grid" data-chosen="2030-05-06"></div>`;
    expect(valuesOn(path, "?view=calendar&sort=title", one)).toEqual({ [lists.id]: [one], [dueDate.id]: ["2030-05-06"] });
    expect(valuesOn(path, "?view=spreadsheet&group=none", one)).toEqual({ [lists.id]: [one] });
    document.body.innerHTML = `<table><tbody><tr><td aria-selected="true"><button data-day="2030-05-07"></button></td></tr></tbody></table>`;
    expect(valuesOn(path, "?view=calendar&day=2030-05-07", one)).toMatchObject({ [dueDate.id]: ["2030-05-07"] });
    expect(valuesOn(path, "?view=calendar&sort=title", one)).not.toHaveProperty(dueDate.id);
  });

  it("the list of the group, unless the page is a list", () => {
    focus(`<div data-line="group ${two}" tabindex="0"></div>`);
    expect(valuesOn("/w/ACME/all", "?view=spreadsheet&group=list")).toEqual({ [lists.id]: [two] });
    expect(valuesOn(path, "?view=spreadsheet&group=list", one)).toEqual({ [lists.id]: [one] });
  });

  it("the version or sprint of its page, and what the filters name", () => {
    const at = (version: string) => `/w/ACME/version/${version}`;
    useTroupe.setState({ fixVersions: { [fixVersion(1).id]: fixVersion(1) }, sprints: { [sprint(1).id]: sprint(1) } });
    expect(valuesOn(at(fixVersion(1).id), "?view=spreadsheet&group=none&priority=day")).toMatchObject({ [versionsField.id]: [fixVersion(1).id], [priority.id]: ["day"] });
    expect(valuesOn(`/w/ACME/sprint/${sprint(1).id}`, "?view=spreadsheet&group=none")).toMatchObject({ [sprintId]: [sprint(1).id] });
  });

  it("the person on the page of their own tasks, and no other person among private tasks", () => {
    expect(valuesOn("/w/ACME/mine", "?view=spreadsheet&group=none")).toMatchObject({ [assignees.id]: [ana] });
    expect(valuesOn("/w/ACME/private", `?view=spreadsheet&group=none&assignee=${ben}`)).not.toHaveProperty(assignees.id);
  });

  it("nothing on a page without tasks, and in the trash", () => {
    setTarget({ focused: running.id });
    expect(valuesOn("/w/ACME/search", "?priority=day")).toEqual({ [lists.id]: [] });
    expect(valuesOn("/w/ACME/trash", "?priority=day")).toEqual({ [lists.id]: [] });
  });
});

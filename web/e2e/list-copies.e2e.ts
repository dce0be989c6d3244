import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
const listId = randomUUID();

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  await ada.send(workspace, { kind: "list.create", listId, name: "Pier" });
  const parent = randomUUID();
  await ada.send(workspace, { kind: "ticket.create", ticketId: parent, title: "Paint the pier", description: "With **tar**.", listIds: [listId], assigneesIds: [ben.id] });
  await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Buy paint", listIds: [listId], parentTicketId: parent });
  await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Mend the nets", listIds: [listId] });
  await ada.goto(`/w/${workspace.key}/list/${listId}`);
  await ben.goto(`/w/${workspace.key}/list/${listId}`);
});
afterAll(() => stage?.close());

const sidebar = ({ page }: Person) => page.getByRole("navigation", { name: "Workspace" });

async function settings(person: Person, name: string) {
  await sidebar(person).getByRole("link", { name: new RegExp(`^${name}`) }).hover();
  await sidebar(person).getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await person.page.getByRole("menuitem", { name: "List settings…" }).click();
}

describe("a list that is duplicated with its tasks", () => {
  it("lc1: has the tasks in their order, with subtasks and texts, for others as well, and goes by one undo", async () => {
    await settings(ada, "Pier");
    await ada.page.getByRole("button", { name: "Duplicate with 3 tasks" }).waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "list-duplicate");
    await ada.page.getByRole("button", { name: "Duplicate with 3 tasks" }).click();
    await ada.page.getByText("List duplicated with 3 tasks").waitFor();
    await row(ada.page, "Mend the nets").waitFor();
    await sidebar(ben).getByRole("link", { name: /Pier \(copy\)/ }).click();
    await row(ben.page, "Paint the pier").waitFor();
    await row(ben.page, "Mend the nets").waitFor();
    await until("the copy has its text", async () => {
      const tickets = (await ada.snapshot(workspace)).filter(({ entity, data }) => entity === "ticket" && data.title === "Paint the pier");
      const copy = tickets.find(({ data }) => !(data as unknown as { lists: { listId: string }[] }).lists.some((place) => place.listId === listId));
      if (!copy) return false;
      const whole = await ada.call<{ ticket: { description: string; assigneesIds: string[]; subtasksOrder: string[] } }>(`/api/workspaces/${workspace.id}/tickets/${String(copy.data.id)}`);
      return whole.ticket.description === "With **tar**." && whole.ticket.assigneesIds[0] === ben.id && whole.ticket.subtasksOrder.length === 1;
    });
    await ada.page.keyboard.press("ControlOrMeta+z");
    await sidebar(ben).getByRole("link", { name: /Pier \(copy\)/ }).waitFor({ state: "detached" });
    const left = (await ada.snapshot(workspace)).filter(({ entity, data }) => entity === "ticket" && data.trashedAt === null);
    expect(left).toHaveLength(3);
  });

  it("lc3, lc4: a restricted copy is its maker's alone, and is archived by undo", async () => {
    await ada.send(workspace, { kind: "list.restrict", listId });
    await ada.send(workspace, { kind: "share.set", listId, userId: ben.id, level: "edit" });
    await settings(ada, "Pier");
    await ada.page.getByRole("button", { name: "Duplicate with 3 tasks" }).click();
    // The notice of the first copy may still be on its way out.
    await ada.page.getByText("List duplicated with 3 tasks").first().waitFor();
    const copy = sidebar(ada).getByRole("link", { name: /Pier \(copy\)/ });
    await copy.waitFor();
    expect(await sidebar(ben).getByRole("link", { name: /Pier \(copy\)/ }).count()).toBe(0);
    await ada.page.getByRole("button", { name: "Undo" }).first().click();
    await copy.waitFor({ state: "detached" });
    await until("it is archived", async () => (await ada.snapshot(workspace)).some(({ entity, data }) => entity === "list" && data.name === "Pier (copy)" && data.archivedAt !== null));
  });
});

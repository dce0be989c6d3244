import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  await ada.send(workspace, { kind: "attribute.create", attributeId: randomUUID(), name: "Needs", type: "linkedTasks", shownOnCards: true });
  await ada.goto(`/w/${workspace.key}/all`);
  for (const title of ["Paint the pier", "Mend the nets", "Buy rope"]) await write(ada.page, title);
  await row(ada.page, "Buy rope").waitFor();
  for (const person of [ada, ben]) {
    await person.goto(`/w/${workspace.key}/all?group=none`);
    await person.page.getByRole("button", { name: "Columns" }).click();
    await person.page.getByRole("option", { name: "Needs" }).click();
    await person.page.keyboard.press("Escape");
  }
});
afterAll(() => stage?.close());

/** The id of the row of a kind that has this text as its name or title. */
async function idOf(kind: string, called: string): Promise<string> {
  const rows = (await ada.snapshot(workspace)).filter(({ entity }) => entity === kind).map(({ data }) => data as { id: string; name?: string; title?: string });
  return rows.find(({ name, title }) => name === called || title === called)?.id ?? "";
}

const open = ({ page }: Person, title: string) => row(page, title).getByRole("link", { name: title }).click();
const needs = ({ page }: Person) => page.getByRole("group", { name: "Needs" });

describe("at11 an attribute whose values are tasks", () => {
  it("finds tasks by number and title, and shows them as links to other people", async () => {
    const { page } = ada;
    await open(ada, "Paint the pier");
    await needs(ada).getByRole("button", { name: "Needs: none" }).click();
    const search = page.getByRole("combobox", { name: "Needs" });
    await search.fill("rope");
    await page.getByRole("option", { name: /HAR-3 Buy rope/ }).click();
    await search.fill("har-2");
    await page.getByRole("option", { name: /HAR-2 Mend the nets/ }).click();
    await shoot(page, "linked-tasks-picker");
    await page.keyboard.press("Escape");
    await needs(ada).getByRole("link", { name: "HAR-2 Mend the nets" }).waitFor();
    await row(ben.page, "Paint the pier").getByText("HAR-3 Buy rope").waitFor();
    await open(ben, "Paint the pier");
    await needs(ben).getByRole("link", { name: "HAR-3 Buy rope" }).click();
    await ben.page.waitForURL(/HAR-3/);
    await ben.page.keyboard.press("Escape");
    expect(await faultsOf(page)).toEqual([]);
  });

  it("never offers the task itself", async () => {
    const { page } = ada;
    await needs(ada).getByRole("button", { name: /^Needs:/ }).click();
    await page.keyboard.type("pier");
    await page.getByText("No matches").waitFor();
    await page.keyboard.press("Escape");
  });

  it("filters tasks by a task", async () => {
    const { page } = ben;
    await ben.goto(`/w/${workspace.key}/all?group=none&${await idOf("attribute", "Needs")}=${await idOf("ticket", "Buy rope")}`);
    await page.getByRole("group", { name: "Filter: Needs" }).waitFor();
    await shoot(page, "linked-tasks-filter");
    await row(page, "Paint the pier").waitFor();
    await row(page, "Mend the nets").waitFor({ state: "detached" });
    await page.getByRole("group", { name: "Filter: Needs" }).getByText("HAR-3 Buy rope").waitFor();
  });

  it("loses a task that is deleted permanently", async () => {
    const ticketId = await idOf("ticket", "Buy rope");
    await ada.send(workspace, { kind: "ticket.trash", ticketId });
    await ada.send(workspace, { kind: "ticket.delete", ticketId });
    await needs(ada).getByRole("link", { name: "HAR-3 Buy rope" }).waitFor({ state: "detached" });
    await until("the node has cut the value", async () => {
      const rows = (await ada.snapshot(workspace)).filter(({ entity }) => entity === "ticket");
      return rows.every(({ data }) => !JSON.stringify(data).includes(ticketId));
    });
    await shoot(ada.page, "linked-tasks-panel");
  });
});

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

const titles = ["Paint the pier", "Mend the nets", "Count the boats"];
const labels = { urgent: randomUUID(), wood: randomUUID() };

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  for (const [name, labelId] of Object.entries(labels)) await ada.send(workspace, { kind: "label.create", labelId, name });
  await ada.goto(`/w/${workspace.key}/all?group=none`);
  for (const title of titles) await write(ada.page, title);
  const tickets = (await ada.snapshot(workspace)).filter(({ entity }) => entity === "ticket");
  const update = (title: string, patch: object) => ada.send(workspace, { kind: "ticket.update", ticketId: tickets.find(({ data }) => data.title === title)?.data.id, patch });
  await update("Paint the pier", { labels: { add: [labels.urgent, labels.wood], remove: [] }, priority: "day" });
  await update("Mend the nets", { labels: { add: [labels.urgent], remove: [] }, priority: "week" });
});
afterAll(() => stage?.close());

const chip = ({ page }: Person, name: string) => page.getByRole("group", { name: `Filter: ${name}` });

/** Chooses an option of a surface that is open, by its name. */
async function type({ page }: Person, surface: string, text: string) {
  await page.getByRole("dialog", { name: surface }).getByRole("combobox").and(page.locator(":focus")).waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

/** Closes the surface. Keys go to it until it is gone. */
async function close({ page }: Person) {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

const shows = (person: Person, wanted: string[]) =>
  until(`${person.name} sees ${wanted.join(", ")}`, async () => {
    const counts = await Promise.all(titles.map(async (title) => [title, await row(person.page, title).count()] as const));
    return counts.every(([title, count]) => count === (wanted.includes(title) ? 1 : 0));
  });

const clear = ({ page }: Person) => page.getByRole("button", { name: "Clear", exact: true }).click();

describe("the chips of a filter", () => {
  it("are added by keyboard: the field, then the value, and the operator is chosen at once", async () => {
    const { page } = ada;
    await page.keyboard.press("f");
    await type(ada, "Filter by", "label");
    await type(ada, "Label", "urgent");
    await close(ada);
    await chip(ada, "Label").getByText("is", { exact: true }).waitFor();
    await shows(ada, ["Paint the pier", "Mend the nets"]);
    await page.getByRole("button", { name: "Label is urgent", exact: true }).and(page.locator(":focus")).waitFor();
  });

  it("have an operator, a field and a value that each open by itself", async () => {
    const { page } = ada;
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await type(ada, "Operator", "all of");
    await page.getByRole("button", { name: "Label has all of: change the operator" }).and(page.locator(":focus")).waitFor();
    await page.getByRole("button", { name: "Label has all of urgent" }).click();
    await type(ada, "Label", "wood");
    await close(ada);
    await shows(ada, ["Paint the pier"]);
    expect(new URL(page.url()).searchParams.get("filter")).toBe(`label = ${labels.urgent} and label = ${labels.wood}`);
    await page.getByRole("button", { name: "Label has all of: change the operator" }).click();
    await shoot(page, "filter-operators");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("option", { name: "has none of" }).click();
    await shows(ada, ["Count the boats"]);
    await page.getByRole("button", { name: "Label has none of: change the operator" }).click();
    await page.getByRole("option", { name: "is not empty" }).click();
    await shows(ada, ["Paint the pier", "Mend the nets"]);
    await page.getByRole("button", { name: "Label: change the field" }).click();
    await type(ada, "Field of the filter", "priority");
    await chip(ada, "Priority").getByText("is not empty").waitFor();
    await shows(ada, ["Paint the pier", "Mend the nets"]);
  });

  it("ask for a value before they filter, and go away if they get none", async () => {
    const { page } = ada;
    await page.getByRole("button", { name: "Priority is not empty: change the operator" }).click();
    await page.getByRole("option", { name: "is not", exact: true }).click();
    await page.getByRole("dialog", { name: "Priority" }).waitFor();
    await close(ada);
    await shows(ada, titles);
    await chip(ada, "Priority").getByText("…").waitFor();
    await page.keyboard.press("f");
    await chip(ada, "Priority").waitFor({ state: "detached" });
    await close(ada);
  });

  it("may be several of one field, which another person sees behind the link", async () => {
    const { page } = ada;
    await page.keyboard.press("f");
    await type(ada, "Filter by", "label");
    await type(ada, "Label", "urgent");
    await close(ada);
    await page.keyboard.press("f");
    await type(ada, "Filter by", "label: another");
    await type(ada, "Label", "wood");
    await close(ada);
    await page.getByRole("button", { name: "Label has all of: change the operator" }).click();
    await page.getByRole("option", { name: "has none of" }).click();
    await shows(ada, ["Mend the nets"]);
    await shoot(page, "filter-chips");
    await ben.page.goto(page.url());
    await shows(ben, ["Mend the nets"]);
    expect(await chip(ben, "Label").count()).toBe(2);
    await ben.page.getByRole("button", { name: "Label is not wood" }).waitFor();
    await page.keyboard.press("Shift+F");
    await shows(ada, ["Paint the pier", "Mend the nets"]);
    await clear(ada);
  });

  it("are made of a text with not, and go back into it", async () => {
    const { page } = ada;
    const field = page.getByRole("textbox", { name: "Filter as text" });
    const open = async () => {
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await page.getByRole("option", { name: "Filter as text" }).click();
    };
    await open();
    await field.fill("priority != day and priority != none");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Priority is none of Day, No priority" }).waitFor();
    expect(await page.getByRole("group", { name: "Filter as text" }).count()).toBe(0);
    await shows(ada, ["Mend the nets"]);
    await open();
    expect(await field.inputValue()).toBe('priority != "Day", none');
    await close(ada);
    await clear(ada);
  });

  it("compare days by their number from today", async () => {
    const { page } = ada;
    await page.keyboard.press("f");
    await type(ada, "Filter by", "due date");
    const due = page.getByRole("dialog", { name: "Due date" });
    await due.getByRole("combobox", { name: "Operator" }).selectOption("is in the next");
    await due.getByRole("textbox", { name: "Number of days" }).fill("soon");
    await page.keyboard.press("Enter");
    await due.getByText("Type a number of days, like 7.").waitFor();
    await due.getByRole("textbox", { name: "Number of days" }).fill("3");
    await shoot(page, "filter-days");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Due date is in the next 3 days" }).waitFor();
    expect(new URL(page.url()).searchParams.get("due")).toBe("0d..3d");
    await page.getByRole("button", { name: "Due date is in the next: change the operator" }).click();
    await type(ada, "Operator", "is not empty");
    await page.getByRole("button", { name: "Due date is not empty: change the operator" }).and(page.locator(":focus")).waitFor();
    await page.getByRole("button", { name: "Remove filter Due date" }).click();
    await shows(ada, titles);
  });

  it("are set by one choice for the most common questions, which is marked while it holds", async () => {
    const { page } = ada;
    const mine = page.getByRole("option", { name: "My tasks" });
    await page.keyboard.press("f");
    await type(ada, "Filter by", "my tasks");
    await page.getByRole("button", { name: "Assignee is Me" }).waitFor();
    await page.getByRole("button", { name: "Filter", exact: true }).and(page.locator(":focus")).waitFor();
    await shows(ada, []);
    await page.keyboard.press("f");
    await mine.and(page.locator("[aria-checked=true]")).waitFor();
    await shoot(page, "filter-menu");
    await mine.click();
    await page.keyboard.press("f");
    await type(ada, "Filter by", "hide completed");
    await chip(ada, "Completed").getByText("is empty").waitFor();
    await shows(ada, titles);
    await clear(ada);
  });

  it("fl12 find tasks that wait for others, and follow their links and completions", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all?group=none`);
    const ids = new Map((await ada.snapshot(workspace)).filter(({ entity }) => entity === "ticket").map(({ data }) => [data.title, data.id]));
    await page.keyboard.press("f");
    await type(ada, "Filter by", "linked");
    await type(ada, "Linked tasks", "blocked");
    await close(ada);
    await shows(ada, []);
    const [from, to] = [ids.get("Mend the nets"), ids.get("Count the boats")];
    await ben.send(workspace, { kind: "link.create", linkId: randomUUID(), linkKind: "blocks", fromTicketId: from, toTicketId: to });
    await shows(ada, ["Count the boats"]);
    await shoot(page, "filter-linked");
    expect(await faultsOf(page)).toEqual([]);
    expect(new URL(page.url()).searchParams.get("linked")).toBe("blocked");
    await page.getByRole("button", { name: "Linked tasks is: change the operator" }).click();
    await page.getByRole("option", { name: "is empty" }).click();
    await shows(ada, ["Paint the pier"]);
    await clear(ada);
  });
});

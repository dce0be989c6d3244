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
const labels = { stone: randomUUID(), wood: randomUUID(), small: randomUUID() };

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  for (const [name, labelId] of Object.entries(labels)) await ada.send(workspace, { kind: "label.create", labelId, name });
  await ada.goto(`/w/${workspace.key}/all`);
  for (const title of ["Paint the pier", "Mend the nets"]) await write(ada.page, title);
  await row(ada.page, "Mend the nets").waitFor();
});
afterAll(() => stage?.close());

const line = ({ page }: Person, name: string) => page.locator("tr[data-attribute]").filter({ hasText: name });
const set = ({ page }: Person, name: string) => page.getByRole("region", { name: `Label set ${name}` });
const namesIn = (person: Person, name: string) => person.page.getByRole("list", { name: `Labels of ${name}` }).locator("li[data-label] span[title]:not([title=Tasks])").allTextContents();
/** Neither the pointer nor the focus shows a tip, and nothing moves. */
const axe = async ({ page }: Person) => {
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.getByRole("tooltip").waitFor({ state: "detached" });
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))));
  expect(await faultsOf(page)).toEqual([]);
};

/** The rows of a kind that the node has. */
async function rows<T>(kind: string): Promise<T[]> {
  return (await ada.snapshot(workspace)).filter(({ entity }) => entity === kind).map(({ data }) => data as T);
}

const attribute = async () => (await rows<{ id: string; name: string; labelSets: { id: string; name: string; labelsOrder: string[] }[] }>("attribute"))[0];

/** The names of the labels that a task has as its value, sorted. */
async function value(title: string): Promise<string[]> {
  const { id = "" } = (await attribute()) ?? {};
  const known = await rows<{ id: string; name: string }>("label");
  const ticket = (await rows<{ title: string; fields?: Record<string, string[]> }>("ticket")).find((each) => each.title === title);
  return (ticket?.fields?.[id] ?? []).map((of) => known.find((each) => each.id === of)?.name ?? of).toSorted();
}

/** The cell of a task in the column of the attribute. */
async function cell({ page }: Person, title: string) {
  await page.getByRole("columnheader").filter({ hasText: "Made of" }).waitFor();
  const heads = await page.getByRole("columnheader").allTextContents();
  return row(page, title).getByRole("gridcell").nth(heads.findIndex((head) => head.trim() === "Made of"));
}

const shows = async (person: Person, title: string, text: string, isThere = true) =>
  until(`${person.name} sees ${text}: ${isThere}`, async () => (await (await cell(person, title)).textContent())?.includes(text) === isThere);

async function pick(person: Person, title: string, label: string) {
  await (await cell(person, title)).click();
  await person.page.getByRole("option", { name: label }).click();
  await person.page.keyboard.press("Escape");
}

describe("an attribute of labels", () => {
  it("at14: is created with a first label set, and other people see it at once", async () => {
    const { page } = ada;
    for (const person of [ada, ben]) await person.goto(`/w/${workspace.key}/settings/attributes`);
    await page.getByRole("button", { name: "New attribute" }).click();
    const dialog = page.getByRole("dialog", { name: "New attribute" });
    await dialog.getByLabel("Name").fill("Made of");
    await dialog.getByLabel("Type").selectOption({ label: "Labels" });
    await dialog.getByRole("button", { name: "Choose labels" }).click();
    for (const name of ["stone", "wood"]) await page.getByRole("option", { name }).click();
    await page.keyboard.press("Escape");
    await dialog.getByLabel("One label per task").check();
    await dialog.getByRole("button", { name: "Create attribute" }).click();
    await dialog.getByText("Enter a name").waitFor();
    await dialog.getByRole("textbox", { name: "First label set" }).fill("Material");
    await shoot(page, "label-sets-new");
    await axe(ada);
    await dialog.getByRole("button", { name: "Create attribute" }).click();
    await line(ben, "Made of").getByText("2 labels, 1 set").waitFor();
  });

  it("at14: gets more sets, and labels are added, created and ordered", async () => {
    const { page } = ada;
    for (const person of [ada, ben]) await person.page.getByRole("button", { name: /2 labels, 1 set of Made of/ }).click();
    await page.getByRole("textbox", { name: "New label set of Made of" }).fill("Sise");
    await page.keyboard.press("Enter");
    await set(ada, "Sise").getByRole("button", { name: "Rename Sise" }).click();
    await page.keyboard.type("Size");
    await page.keyboard.press("Enter");
    await set(ada, "Size").getByRole("button", { name: "Add labels to Size" }).click();
    await page.getByRole("option", { name: "small" }).click();
    await page.getByRole("combobox", { name: "Labels of Size" }).fill("large");
    await page.getByRole("option", { name: "Create label “large”" }).click();
    await page.keyboard.press("Escape");
    await until("the labels are in the set", async () => (await namesIn(ben, "Size")).join() === "small,large");
    await set(ada, "Size").getByRole("button", { name: "Actions for large" }).click();
    await page.getByRole("menuitem", { name: "Move up" }).click();
    await until("the menu has moved the label", async () => (await namesIn(ben, "Size")).join() === "large,small");
    await set(ada, "Size").getByRole("button", { name: "Actions for Size" }).click();
    await page.getByRole("menuitem", { name: "Move up" }).click();
    await until("the menu has moved the set", async () => (await attribute())?.labelSets.map(({ name }) => name).join() === "Size,Material");
    await page.keyboard.press("ControlOrMeta+z");
    await until("the undo has moved the set back", async () => (await attribute())?.labelSets.map(({ name }) => name).join() === "Material,Size");
    await shoot(page, "label-sets-settings");
    await axe(ada);
  });

  it("at14: keeps one label of a set with one choice, whoever chooses", async () => {
    for (const person of [ada, ben]) {
      await person.goto(`/w/${workspace.key}/all?group=none`);
      await person.page.getByRole("button", { name: "Columns" }).click();
      await person.page.getByRole("option", { name: "Made of" }).click();
      await person.page.keyboard.press("Escape");
    }
    await pick(ada, "Paint the pier", "stone");
    await pick(ada, "Paint the pier", "small");
    await shows(ben, "Paint the pier", "stone");
    await (await cell(ben, "Paint the pier")).click();
    await shoot(ben.page, "label-sets-picker");
    await ben.page.keyboard.press("Escape");
    await pick(ben, "Paint the pier", "wood");
    await shows(ben, "Paint the pier", "stone", false);
    await shows(ada, "Paint the pier", "wood");
    await shows(ada, "Paint the pier", "stone", false);
    expect(await value("Paint the pier")).toEqual(["small", "wood"]);
    await ben.page.keyboard.press("ControlOrMeta+z");
    await shows(ada, "Paint the pier", "stone");
    await shows(ada, "Paint the pier", "wood", false);
  });

  it("at14: keeps one of two labels that two people choose at the same moment", async () => {
    const { id = "" } = (await attribute()) ?? {};
    const ticketId = (await rows<{ id: string; title: string }>("ticket")).find(({ title }) => title === "Mend the nets")?.id;
    const add = (person: Person, label: string) => person.send(workspace, { kind: "ticket.update", ticketId, patch: { fields: { [id]: { add: [label], remove: [] } } } });
    await Promise.all([add(ada, labels.stone), add(ben, labels.wood), add(ada, labels.small)]);
    const [first, second, ...more] = await value("Mend the nets");
    expect(more).toEqual([]);
    expect([first, second]).toContain("small");
    for (const person of [ada, ben]) await shows(person, "Mend the nets", first === "small" ? (second ?? "") : (first ?? ""));
  });

  it("filters and groups the tasks, and appears in the panel and on cards", async () => {
    const { page } = ben;
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("dialog", { name: "Filter by" }).getByRole("option", { name: "Made of", exact: true }).click();
    await page.getByRole("option", { name: "large" }).click();
    await page.keyboard.press("Escape");
    await page.getByText("No tasks match your filters.").waitFor();
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.getByRole("button", { name: /^Group/ }).click();
    await page.getByRole("menuitemcheckbox", { name: "Made of" }).click();
    await page.getByRole("row").filter({ hasText: /^small/ }).first().waitFor();
    await shoot(page, "label-sets-groups");
    await page.getByRole("link", { name: "Paint the pier" }).first().click();
    await page.getByRole("group", { name: "Made of", exact: true }).getByText("stone").waitFor();
    await shoot(page, "label-sets-panel");
    await axe(ben);
    await page.keyboard.press("Escape");
    await ada.send(workspace, { kind: "attribute.update", attributeId: (await attribute())?.id, patch: { shownOnCards: true } });
    await ben.goto(`/w/${workspace.key}/all?view=kanban`);
    await page.getByRole("article", { name: /Paint the pier/ }).getByText("stone").waitFor();
    await shoot(page, "label-sets-board");
  });

  it("at15: keeps a label that has left its set, and loses one that is deleted", async () => {
    const { page } = ada;
    const { id = "", labelSets = [] } = (await attribute()) ?? {};
    const size = labelSets.find(({ name }) => name === "Size")?.id;
    await ada.send(workspace, { kind: "labelSet.update", attributeId: id, labelSetId: size, patch: { labels: { add: [], remove: [labels.small] } } });
    await ada.goto(`/w/${workspace.key}/all?group=none`);
    await shows(ada, "Paint the pier", "small");
    await page.getByRole("link", { name: "Paint the pier" }).click();
    await page.getByRole("group", { name: "Made of", exact: true }).getByText("small").waitFor();
    await page.keyboard.press("Escape");
    await (await cell(ada, "Paint the pier")).click();
    await page.getByRole("option", { name: "small" }).click();
    await page.getByRole("option", { name: "small" }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await shows(ada, "Paint the pier", "small", false);
    await ada.goto(`/w/${workspace.key}/settings/labels`);
    await page.getByRole("button", { name: "Actions for stone" }).click();
    await page.getByRole("menuitem", { name: "Delete label" }).click();
    await until("the node has taken the label out of sets and values", async () => {
      const held = JSON.stringify([await rows("attribute"), await rows("ticket")]);
      return !held.includes(labels.stone);
    });
    await page.getByRole("button", { name: "Undo" }).click();
    await until("the label is back", async () => (await value("Paint the pier")).includes("stone") && (await attribute())?.labelSets[0]?.labelsOrder[0] === labels.stone);
  });
});

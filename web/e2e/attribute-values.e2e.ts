import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;

const columns = ["Effort", "Place", "Sides", "Ready", "Page"] as const;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  const make = (name: string, type: string, more: object = {}) =>
    ada.send(workspace, { kind: "attribute.create", attributeId: randomUUID(), name, type, ...more });
  await make("Effort", "number");
  await make("Place", "text");
  const options = ["North", "South"].map((name) => ({ optionId: randomUUID(), name }));
  await make("Sides", "multiSelect", { options, shownOnCards: true });
  await make("Ready", "checkbox");
  await make("Page", "url");
  await ada.goto(`/w/${workspace.key}/all`);
  for (const title of ["Paint the pier", "Mend the nets"]) await write(ada.page, title);
  await row(ada.page, "Mend the nets").waitFor();
  for (const person of [ada, ben]) {
    await person.goto(`/w/${workspace.key}/all?group=none`);
    await person.page.getByRole("button", { name: "Columns" }).click();
    for (const name of columns) await person.page.getByRole("option", { name }).click();
    await person.page.keyboard.press("Escape");
  }
});
afterAll(() => stage?.close());

/** The cell of a task in the column of an attribute. */
async function cell({ page }: Person, title: string, name: string) {
  const heads = await page.getByRole("columnheader").allTextContents();
  return row(page, title).getByRole("gridcell").nth(heads.findIndex((head) => head.trim() === name));
}

const shows = async (person: Person, title: string, name: string, text: string) =>
  until(`${person.name} sees ${name} ${text}`, async () => (await (await cell(person, title, name)).textContent())?.includes(text) === true);

/** Types into a cell, as in a spreadsheet. */
async function type(person: Person, title: string, name: string, text: string) {
  await (await cell(person, title, name)).click();
  await person.page.getByRole("dialog", { name }).getByRole("textbox").fill(text);
  await person.page.keyboard.press("Enter");
}

describe("the values of attributes", () => {
  it("at3: are typed and chosen in the cells of the spreadsheet, and other people see them at once", async () => {
    await type(ada, "Paint the pier", "Effort", "2,5");
    await shows(ben, "Paint the pier", "Effort", "2.5");
    await type(ben, "Paint the pier", "Place", "  At the quay ");
    await shows(ada, "Paint the pier", "Place", "At the quay");
    await (await cell(ada, "Paint the pier", "Sides")).click();
    await ada.page.getByRole("option", { name: "North" }).click();
    await ada.page.getByRole("option", { name: "South" }).click();
    await ada.page.keyboard.press("Escape");
    await shows(ben, "Paint the pier", "Sides", "North");
    await shows(ben, "Paint the pier", "Effort", "2.5");
    await (await cell(ada, "Paint the pier", "Ready")).click();
    await ada.page.getByRole("option", { name: "Yes" }).click();
    await shows(ben, "Paint the pier", "Ready", "Yes");
    await shoot(ada.page, "attribute-values-sheet");
  });

  it("at2: are refused in their field while they are typed, and the text stays", async () => {
    await (await cell(ada, "Mend the nets", "Page")).click();
    const field = ada.page.getByRole("dialog", { name: "Page" });
    await field.getByRole("textbox").fill("javascript:alert(1)");
    await ada.page.keyboard.press("Enter");
    await field.getByText("Type a web address, like https://example.org.").waitFor();
    expect(await field.getByRole("textbox").inputValue()).toBe("javascript:alert(1)");
    await field.getByRole("textbox").fill("example.org/nets");
    await ada.page.keyboard.press("Enter");
    await shows(ben, "Mend the nets", "Page", "https://example.org/nets");
  });

  it("are undone one by one", async () => {
    await type(ada, "Mend the nets", "Effort", "8");
    await shows(ben, "Mend the nets", "Effort", "8");
    await ada.page.keyboard.press("ControlOrMeta+z");
    // The cell may hold the mark of the person who has selected it.
    const effort = async () => (await (await cell(ben, "Mend the nets", "Effort")).textContent()) ?? "8";
    await until("the value is gone", async () => !(await effort()).includes("8"));
    await shows(ben, "Mend the nets", "Page", "https://example.org/nets");
  });

  it("filter, group and sort the tasks, and the address keeps it", async () => {
    const { page } = ben;
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("option", { name: "Sides" }).click();
    await page.getByRole("option", { name: "North" }).click();
    await page.keyboard.press("Escape");
    await until("one task is left", async () => (await page.getByRole("link", { name: "Mend the nets" }).count()) === 0);
    await page.reload();
    await row(page, "Paint the pier").waitFor();
    expect(await page.getByRole("link", { name: "Mend the nets" }).count()).toBe(0);
    await page.getByRole("button", { name: "Clear" }).click();
    await row(page, "Mend the nets").waitFor();
    await page.getByRole("button", { name: /^Group/ }).click();
    await page.getByRole("menuitemcheckbox", { name: "Ready" }).click();
    await page.getByRole("row").filter({ hasText: /^Yes/ }).first().waitFor();
    await shoot(page, "attribute-values-groups");
  });

  it("filter by a number, a text and a date that are compared, and the address keeps the conditions", async () => {
    const { page } = ben;
    await ben.goto(`/w/${workspace.key}/all?group=none`);
    await row(page, "Mend the nets").waitFor();
    const add = async (name: string) => {
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await page.getByRole("dialog", { name: "Filter by" }).getByRole("option", { name, exact: true }).click();
      return page.getByRole("dialog", { name, exact: true });
    };
    const effort = await add("Effort");
    await effort.getByRole("combobox", { name: "Operator" }).selectOption("is between");
    await effort.getByRole("textbox", { name: "From" }).fill("many");
    await page.keyboard.press("Enter");
    await effort.getByText("Type a number, like 12 or 2.5.").waitFor();
    await effort.getByRole("textbox", { name: "From" }).fill("2");
    await effort.getByRole("textbox", { name: "To" }).fill("3");
    await shoot(page, "attribute-filter-number");
    await page.keyboard.press("Enter");
    await until("one task is left", async () => (await page.getByRole("link", { name: "Mend the nets" }).count()) === 0);
    const place = await add("Place");
    await place.getByRole("textbox", { name: "Place" }).fill("QUAY");
    await page.keyboard.press("Enter");
    await row(page, "Paint the pier").waitFor();
    const due = await add("Due date");
    await due.getByRole("combobox", { name: "Operator" }).selectOption("is empty");
    await due.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("group", { name: "Filter: Due date" }).getByText("is empty").waitFor();
    await page.reload();
    await row(page, "Paint the pier").waitFor();
    expect(new URL(page.url()).search).toMatch(/=2\.\.3&.*=has:QUAY/);
    await page.getByRole("group", { name: "Filter: Effort" }).getByText("2 and 3").waitFor();
    await shoot(page, "attribute-filter-chips");
    await page.getByRole("button", { name: "Place contains QUAY" }).click();
    await page.getByRole("dialog", { name: "Place", exact: true }).getByRole("combobox", { name: "Operator" }).selectOption("does not contain");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("No tasks match your filters.").waitFor();
    await page.getByRole("button", { name: "Remove filter Place" }).click();
    await row(page, "Paint the pier").waitFor();
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await row(page, "Mend the nets").waitFor();
  });

  it("at6, at7: begin with a default, are asked for if they are required, and cannot be cleared then", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/settings/attributes`);
    const edit = async (name: string) => {
      await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
      return page.getByRole("dialog", { name: `Edit “${name}”` });
    };
    const effort = await edit("Effort");
    await effort.getByRole("textbox", { name: "Default for new tasks" }).fill("many");
    await effort.getByRole("button", { name: "Save" }).click();
    await effort.getByText("Type a number, like 12 or 2.5.").waitFor();
    await effort.getByRole("textbox", { name: "Default for new tasks" }).fill("5");
    await effort.getByRole("button", { name: "Save" }).click();
    const place = await edit("Place");
    await place.getByRole("checkbox", { name: "Required" }).check();
    await shoot(page, "attribute-edit");
    await place.getByRole("button", { name: "Save" }).click();
    await page.locator("[data-attribute]").filter({ hasText: "Place" }).getByText("Required").waitFor();
    const sides = await edit("Sides");
    await sides.getByRole("checkbox", { name: "South" }).check();
    await sides.getByRole("button", { name: "Save" }).click();
    await sides.waitFor({ state: "detached" });
    await until("the node has the default", async () => (await ada.snapshot(workspace)).some(({ entity, data }) => entity === "attribute" && data.name === "Sides" && data.defaultValue !== null));
    // A title alone still makes a task.
    await ada.goto(`/w/${workspace.key}/all?group=none`);
    await write(page, "Coil the ropes");
    await shows(ben, "Coil the ropes", "Effort", "5");
    await shows(ben, "Coil the ropes", "Sides", "South");
    // The dialog asks for the required value.
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New task" });
    await dialog.getByRole("textbox", { name: "Title" }).fill("Oil the winch");
    await dialog.getByRole("button", { name: "Create task" }).click();
    await dialog.getByText("Required: Place").waitFor();
    await shoot(page, "attribute-required");
    await dialog.getByRole("button", { name: "Place" }).click();
    await page.getByRole("dialog", { name: "Place" }).getByRole("textbox").fill("Boathouse");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Create task" }).click();
    await shows(ben, "Oil the winch", "Place", "Boathouse");
    // A required value is replaced, and not cleared.
    await (await cell(ada, "Oil the winch", "Place")).click();
    const picker = page.getByRole("dialog", { name: "Place" });
    expect(await picker.getByRole("button", { name: "Clear" }).isDisabled()).toBe(true);
    await picker.getByRole("textbox").fill("");
    await page.keyboard.press("Enter");
    await picker.getByText("This value is required.").waitFor();
    await page.keyboard.press("Escape");
    await shows(ben, "Oil the winch", "Place", "Boathouse");
  });

  it("at8: are people, with their faces, and filter the tasks", async () => {
    const { page } = ada;
    await ada.send(workspace, { kind: "attribute.create", attributeId: randomUUID(), name: "Testers", type: "users", shownOnCards: true });
    await ada.goto(`/w/${workspace.key}/all?group=none`);
    await row(page, "Oil the winch").waitFor();
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("option", { name: "Testers" }).click();
    await page.keyboard.press("Escape");
    await (await cell(ada, "Oil the winch", "Testers")).click();
    await page.getByRole("option", { name: "Ben Kaduk" }).click();
    await page.getByRole("option", { name: "Ada Byron" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("dialog", { name: "Filter by" }).getByRole("option", { name: "Testers", exact: true }).click();
    await page.getByRole("option", { name: "Ben Kaduk" }).click();
    await page.keyboard.press("Escape");
    await until("one task is left", async () => (await page.getByRole("link", { name: "Mend the nets" }).count()) === 0);
    await shoot(page, "attribute-people");
    await page.getByRole("link", { name: "Oil the winch" }).click();
    await page.getByRole("group", { name: "Testers", exact: true }).getByText("Ben Kaduk").waitFor();
    await page.getByText("to Testers").first().waitFor();
    await shoot(page, "attribute-people-panel");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await row(page, "Mend the nets").waitFor();
  });

  it("are lines of the panel, with an address as a link", async () => {
    const { page } = ada;
    await page.getByRole("link", { name: "Mend the nets" }).click();
    const line = page.getByRole("group", { name: "Page", exact: true });
    expect(await line.getByRole("link", { name: "Open https://example.org/nets" }).getAttribute("href")).toBe("https://example.org/nets");
    await page.getByRole("group", { name: "Place", exact: true }).getByRole("button").click();
    await page.getByRole("dialog", { name: "Place" }).getByRole("textbox").fill("In the shed");
    await page.keyboard.press("Enter");
    await page.getByText("set Place to").waitFor();
    await shoot(page, "attribute-values-panel");
    await page.keyboard.press("Escape");
  });

  it("are marks on cards, and fields of the bar for several tasks", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all?view=kanban`);
    const card = page.getByRole("article", { name: /Paint the pier/ });
    await card.getByText("North").waitFor();
    await shoot(page, "attribute-values-board");
    await ada.goto(`/w/${workspace.key}/all?view=spreadsheet&group=none`);
    await row(page, "Paint the pier").waitFor();
    await row(page, "Paint the pier").getByRole("gridcell").first().hover();
    for (const number of [1, 2]) await page.getByRole("checkbox", { name: `Select HAR-${number}`, exact: true }).click();
    await page.getByRole("toolbar", { name: "2 selected" }).getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Effort" }).click();
    await page.getByRole("dialog", { name: "Effort" }).getByRole("textbox").fill("13");
    await page.keyboard.press("Enter");
    await shows(ada, "Paint the pier", "Effort", "13");
    await shows(ada, "Mend the nets", "Effort", "13");
  });
});

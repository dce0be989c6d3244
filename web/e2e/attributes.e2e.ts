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

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  await ada.goto(`/w/${workspace.key}/all`);
  for (const title of ["Paint the pier", "Mend the nets"]) await write(ada.page, title);
  await row(ada.page, "Mend the nets").waitFor();
  await ada.goto(`/w/${workspace.key}/settings/attributes`);
  await ada.page.getByText("No attributes yet.").waitFor();
});
afterAll(() => stage?.close());

const line = ({ page }: Person, name: string) => page.getByRole("table", { name: "Attributes" }).locator("tr[data-attribute]").filter({ hasText: name });
const names = ({ page }: Person) => page.locator("tr[data-attribute] > td:first-child span[title]").allTextContents();
const options = ({ page }: Person, of: string) => page.getByRole("list", { name: `Options of ${of}` }).getByRole("listitem");
const optionNames = (person: Person, of: string) => options(person, of).locator("button[title]:not([title=Color])").allTextContents();
async function choose({ page }: Person, of: string, item: string) {
  await page.getByRole("button", { name: `Actions for ${of}`, exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** The rows of a kind that the node has. */
async function rows<T>(kind: string): Promise<T[]> {
  return (await ada.snapshot(workspace)).filter(({ entity }) => entity === kind).map(({ data }) => data as T);
}

/** The values of a task, by the names of their attributes; of a select, the names of its options. */
async function values(title: string): Promise<Record<string, unknown>> {
  const [attributes, known] = [await rows<{ id: string; name: string }>("attribute"), await rows<{ id: string; name: string }>("option")];
  const name = (all: { id: string; name: string }[], id: string) => all.find((each) => each.id === id)?.name ?? id;
  const ticket = (await rows<{ title: string; fields?: Record<string, unknown> }>("ticket")).find((each) => each.title === title);
  const held = Object.entries(ticket?.fields ?? {});
  return Object.fromEntries(held.map(([id, value]) => [name(attributes, id), Array.isArray(value) ? value.map((option: string) => name(known, option)) : value]));
}

async function setValue(title: string, attribute: string, value: unknown): Promise<void> {
  const ticket = (await rows<{ id: string; title: string }>("ticket")).find((each) => each.title === title);
  const { id = "" } = (await rows<{ id: string; name: string }>("attribute")).find((each) => each.name === attribute) ?? {};
  await ada.send(workspace, { kind: "ticket.update", ticketId: ticket?.id, patch: { fields: { [id]: value } } });
}

async function optionId(name: string): Promise<string> {
  return (await rows<{ id: string; name: string }>("option")).find((each) => each.name === name)?.id ?? "";
}

describe("the attributes of a workspace", () => {
  it("at1: are made with a type, a description and options, and other people see them at once", async () => {
    const { page } = ada;
    await ben.goto(`/w/${workspace.key}/settings/attributes`);
    await page.getByRole("button", { name: "New attribute" }).click();
    const dialog = page.getByRole("dialog", { name: "New attribute" });
    await dialog.getByLabel("Name").fill("Sides");
    await dialog.getByText("The type can't be changed later.").waitFor();
    await dialog.getByLabel("Type").selectOption({ label: "Multiple select" });
    await dialog.getByRole("textbox", { name: "Option 1" }).fill("North");
    await dialog.getByRole("textbox", { name: "Option 1" }).press("Enter");
    await page.keyboard.type("north");
    await dialog.getByText("That name is taken").waitFor();
    await dialog.getByRole("textbox", { name: "Option 2" }).fill("South");
    await dialog.getByRole("button", { name: /^Color of option 2/ }).click();
    await page.getByRole("menuitemcheckbox", { name: "Teal" }).click();
    await dialog.getByLabel("Description").fill("Where it is done.");
    await shoot(page, "attributes-new");
    await dialog.getByRole("button", { name: "Create attribute" }).click();
    await line(ben, "Sides").getByText("Where it is done.").waitFor();
    for (const [name, type] of [["Effort", "Number"], ["Place", "Text"]] as const) {
      await page.getByRole("button", { name: "New attribute" }).click();
      await dialog.getByLabel("Name").fill(name);
      await dialog.getByLabel("Type").selectOption({ label: type });
      await dialog.getByLabel("Name").press("Enter");
      await line(ben, name).waitFor();
    }
    expect(await names(ben)).toEqual(["Sides", "Effort", "Place"]);
    expect((await rows<{ name: string; color: string }>("option")).map(({ name, color }) => [name, color])).toContainEqual(["South", "teal"]);
  });

  it("at1: refuse a name that is taken", async () => {
    const { page } = ada;
    await page.getByRole("button", { name: "New attribute" }).click();
    const dialog = page.getByRole("dialog", { name: "New attribute" });
    await dialog.getByLabel("Name").fill("sides");
    await dialog.getByText("That name is taken").waitFor();
    await dialog.getByLabel("Name").press("Enter");
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Do you want to discard changes?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(await dialog.getByLabel("Name").inputValue()).toBe("sides");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await question.getByRole("button", { name: "Discard" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await names(ada)).toEqual(["Sides", "Effort", "Place"]);
  });

  it("are renamed and described, and the type stays", async () => {
    const { page } = ada;
    await choose(ada, "Effort", "Edit");
    const dialog = page.getByRole("dialog", { name: "Edit “Effort”" });
    expect(await dialog.getByLabel("Type").isDisabled()).toBe(true);
    await dialog.getByText("The type can't be changed.").waitFor();
    await dialog.getByLabel("Name").fill("Estimate");
    await dialog.getByLabel("Description").fill("In days.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await line(ben, "Estimate").getByText("In days.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await line(ben, "Effort").waitFor();
  });

  it("are shown on cards or not", async () => {
    await ada.page.getByRole("checkbox", { name: "Show Effort on cards" }).check();
    await line(ben, "Effort").getByRole("img", { name: "Shown on cards" }).waitFor();
    await ada.page.getByRole("checkbox", { name: "Show Effort on cards" }).uncheck();
    await line(ben, "Effort").getByRole("img", { name: "Shown on cards" }).waitFor({ state: "detached" });
  });

  it("at1: move by the menu and by dragging", async () => {
    await choose(ada, "Place", "Move up");
    await until("the menu has moved it", async () => (await names(ben)).join() === "Sides,Place,Effort");
    await line(ada, "Sides").dragTo(line(ada, "Effort"), { sourcePosition: { x: 300, y: 8 }, targetPosition: { x: 300, y: 36 } });
    await until("dragging has moved it", async () => (await names(ben)).join() === "Place,Effort,Sides");
  });

  it("at1: have options that are added, renamed, coloured and ordered", async () => {
    const { page } = ada;
    await page.getByRole("button", { name: /2 options of Sides/ }).click();
    await page.getByRole("textbox", { name: "New option of Sides" }).fill("East");
    await page.keyboard.press("Enter");
    await page.keyboard.type("West");
    await page.keyboard.press("Enter");
    await until("four options", async () => (await optionNames(ada, "Sides")).join() === "North,South,East,West");
    await page.getByRole("button", { name: "Rename East" }).click();
    await page.keyboard.type("Far east");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Color of Far east/ }).click();
    await page.getByRole("menuitemcheckbox", { name: "Violet" }).click();
    await choose(ada, "West", "Move up");
    await until("the menu has moved it", async () => (await optionNames(ada, "Sides")).join() === "North,South,West,Far east");
    await options(ada, "Sides").filter({ hasText: "North" }).dragTo(options(ada, "Sides").filter({ hasText: "West" }), { sourcePosition: { x: 300, y: 8 }, targetPosition: { x: 300, y: 30 } });
    await until("dragging has moved it", async () => (await optionNames(ada, "Sides")).join() === "South,West,North,Far east");
    await until("the node has the order and the colour", async () => {
      const [sides] = (await rows<{ name: string; metadata: { optionsOrder: string[] } }>("attribute")).filter(({ name }) => name === "Sides");
      const known = await rows<{ id: string; name: string; color: string }>("option");
      const order = sides?.metadata.optionsOrder.map((id) => known.find((each) => each.id === id)?.name).join();
      return order === "South,West,North,Far east" && known.some(({ name, color }) => name === "Far east" && color === "violet");
    });
  });

  it("at4: an option that is deleted leaves its tasks, or another takes its place; an undo brings it back", async () => {
    const { page } = ada;
    await setValue("Paint the pier", "Sides", [await optionId("North"), await optionId("West")]);
    await setValue("Mend the nets", "Sides", [await optionId("North")]);
    await options(ada, "Sides").filter({ hasText: "North" }).getByText("2", { exact: true }).waitFor();
    await choose(ada, "North", "Delete option");
    const dialog = page.getByRole("dialog", { name: "Delete the option “North”?" });
    await dialog.getByText("2 tasks have this option.").waitFor();
    await dialog.getByRole("button", { name: "Replace with: No other option" }).click();
    await page.getByRole("option", { name: "South" }).click();
    await shoot(page, "attributes-delete-option");
    await dialog.getByRole("button", { name: "Delete option" }).click();
    await until("the tasks have the replacement", async () => {
      const [pier, nets] = [await values("Paint the pier"), await values("Mend the nets")];
      return JSON.stringify([pier.Sides, nets.Sides]) === JSON.stringify([["West", "South"], ["South"]]);
    });
    await page.getByRole("button", { name: "Undo" }).click();
    await until("the option is back where it was", async () => (await optionNames(ada, "Sides")).join() === "South,West,North,Far east");
    await until("the tasks have it again", async () => {
      const [pier, nets] = [await values("Paint the pier"), await values("Mend the nets")];
      return JSON.stringify([pier.Sides, nets.Sides]) === JSON.stringify([["West", "North"], ["North"]]);
    });
  });

  it("at4: an option is merged into another one, which its tasks then have", async () => {
    const { page } = ada;
    await choose(ada, "North", "Merge into…");
    const dialog = page.getByRole("dialog", { name: "Merge the option “North” into another?" });
    await dialog.getByText("2 tasks get “South” instead, and “North” is deleted.").waitFor();
    await shoot(page, "attributes-merge-option");
    await dialog.getByRole("button", { name: "Merge options" }).click();
    await line(ben, "Sides").getByRole("button", { name: /3 options of Sides/ }).waitFor();
    await until("the tasks have the other option", async () => {
      const [pier, nets] = [await values("Paint the pier"), await values("Mend the nets")];
      return JSON.stringify([pier.Sides, nets.Sides]) === JSON.stringify([["West", "South"], ["South"]]);
    });
    await page.getByRole("button", { name: "Undo" }).click();
    await until("the tasks have it again", async () => {
      const [pier, nets] = [await values("Paint the pier"), await values("Mend the nets")];
      return JSON.stringify([pier.Sides, nets.Sides]) === JSON.stringify([["West", "North"], ["North"]]);
    });
  });

  it("at5: are deleted after a question, and are there again with all values after an undo", async () => {
    const { page } = ada;
    await shoot(page, "attributes");
    await choose(ada, "Sides", "Delete attribute");
    const question = page.getByRole("alertdialog", { name: "Delete the attribute “Sides”?" });
    await question.getByText("2 tasks have a value.").waitFor();
    await question.getByRole("button", { name: "Delete attribute" }).click();
    await line(ben, "Sides").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await line(ben, "Sides").getByRole("button", { name: /4 options of Sides/ }).waitFor();
    expect(await names(ben)).toEqual(["Place", "Effort", "Sides"]);
    expect((await values("Mend the nets")).Sides).toEqual(["North"]);
  });

  it("are only read by people who may not manage them, and reached by the palette", async () => {
    const { page } = ben;
    await page.keyboard.press("Control+k");
    await page.keyboard.type("attributes");
    await page.getByRole("option", { name: /^Attributes/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /4 options of Sides/ }).click();
    await options(ben, "Sides").filter({ hasText: "Far east" }).waitFor();
    const main = page.getByRole("main");
    expect(await main.getByRole("button", { name: /^New attribute|^Actions for|^Rename|^Color of|^Add/ }).count()).toBe(0);
    expect(await main.getByRole("checkbox").count() + (await main.getByRole("textbox").count())).toBe(0);
    await shoot(page, "attributes-read");
  });
});

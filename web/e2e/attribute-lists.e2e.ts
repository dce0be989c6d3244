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
const [boats, nets] = [randomUUID(), randomUUID()];
const [inBoats, inNets] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  for (const [listId, name] of [[boats, "Boats"], [nets, "Nets"]] as const) await ada.send(workspace, { kind: "list.create", listId, name });
  await ada.send(workspace, { kind: "ticket.create", ticketId: inBoats, title: "Paint the hull", listIds: [boats] });
  await ada.send(workspace, { kind: "ticket.create", ticketId: inNets, title: "Mend the seine", listIds: [nets] });
});
afterAll(() => stage?.close());

const line = ({ page }: Person, name: string) => page.locator("tr[data-attribute]").filter({ hasText: name });
const property = ({ page }: Person, name: string) => page.getByRole("group", { name, exact: true });

/** The value of a task, as the node has it. */
async function valueOf(ticketId: string, attributeId: string): Promise<unknown> {
  const rows = (await ada.snapshot(workspace)).map(({ data }) => data as { id: string; fields?: Record<string, unknown> });
  return rows.find(({ id }) => id === ticketId)?.fields?.[attributeId];
}

async function attributeNamed(name: string): Promise<{ id: string; listIds: string[] | null }> {
  const rows = (await ada.snapshot(workspace)).filter(({ entity }) => entity === "attribute").map(({ data }) => data as { id: string; name: string; listIds: string[] | null });
  const found = rows.find((each) => each.name === name);
  if (!found) throw new Error(`no attribute ${name}`);
  return found;
}

describe("at12 an attribute of some lists", () => {
  it("is made for a list in the settings, and other people see to which lists it belongs", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/settings/attributes`);
    await ben.goto(`/w/${workspace.key}/settings/attributes`);
    await page.getByRole("button", { name: "New attribute" }).click();
    const dialog = page.getByRole("dialog", { name: "New attribute" });
    await dialog.getByLabel("Name").fill("Draught");
    await dialog.getByLabel("Type").selectOption({ label: "Text" });
    await dialog.getByLabel("Shown in").selectOption({ label: "Some lists" });
    await dialog.getByRole("button", { name: "Create attribute" }).click();
    await dialog.getByText("Choose at least one list").waitFor();
    await dialog.getByRole("button", { name: "Lists of the attribute" }).click();
    await page.getByRole("option", { name: "Boats" }).click();
    await page.keyboard.press("Escape");
    await shoot(page, "attribute-lists-dialog");
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create attribute" }).click();
    await line(ben, "Draught").getByText("Boats").waitFor();
    await shoot(ben.page, "attribute-lists-settings");
    expect((await attributeNamed("Draught")).listIds).toEqual([boats]);
  });

  it("is shown in tasks of its list and in no other task, and as a column only where tasks have it", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/list/${boats}?group=none`);
    await row(page, "Paint the hull").getByRole("link", { name: "Paint the hull" }).click();
    await property(ada, "Draught").getByRole("button").click();
    await page.locator("input:focus").waitFor();
    await page.keyboard.type("2 m");
    await page.keyboard.press("Enter");
    const { id } = await attributeNamed("Draught");
    await until("the node has the value", async () => (await valueOf(inBoats, id)) === "2 m");
    // Below all values that every task has, under the name of its list.
    await property(ada, "Boats").getByRole("group", { name: "Draught", exact: true }).waitFor();
    expect(await property(ada, "Boats").getByRole("group", { name: "Priority", exact: true }).count()).toBe(0);
    await shoot(page, "attribute-lists-panel");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("option", { name: "Draught" }).waitFor();
    await page.keyboard.press("Escape");

    await ben.goto(`/w/${workspace.key}/list/${nets}?group=none`);
    await row(ben.page, "Mend the seine").getByRole("link", { name: "Mend the seine" }).click();
    await property(ben, "Priority").waitFor();
    expect(await property(ben, "Draught").count()).toBe(0);
    await ben.page.keyboard.press("Escape");
    await ben.page.getByRole("button", { name: "Columns" }).click();
    await ben.page.getByRole("option", { name: "Priority" }).waitFor();
    expect(await ben.page.getByRole("option", { name: "Draught" }).count()).toBe(0);
    await ben.page.keyboard.press("Escape");
  });

  it("keeps the value of a task that leaves the list, and shows it again when the task comes back", async () => {
    const { id } = await attributeNamed("Draught");
    await ben.goto(`/w/${workspace.key}/all?group=none&${id}=any`);
    await row(ben.page, "Paint the hull").waitFor();
    await ada.send(workspace, { kind: "ticket.update", ticketId: inBoats, patch: { lists: { add: [nets], remove: [boats] } } });
    await row(ben.page, "Paint the hull").waitFor({ state: "detached" });
    expect(await valueOf(inBoats, id)).toBe("2 m");
    await ada.send(workspace, { kind: "ticket.update", ticketId: inBoats, patch: { lists: { add: [boats], remove: [nets] } } });
    await row(ben.page, "Paint the hull").waitFor();
  });
});

describe("at13 a list that is restricted", () => {
  it("takes its attribute along: other people no longer see it", async () => {
    const { id } = await attributeNamed("Draught");
    await ben.goto(`/w/${workspace.key}/settings/attributes`);
    await line(ben, "Draught").waitFor();
    await ada.send(workspace, { kind: "list.restrict", listId: boats });
    await line(ben, "Draught").waitFor({ state: "detached" });
    const seen = JSON.stringify(await ben.snapshot(workspace));
    expect(seen.includes(id)).toBe(false);
    await ada.goto(`/w/${workspace.key}/settings/attributes`);
    await line(ada, "Draught").getByText("Boats").waitFor();
  });

  it("names the values that a task loses before the task leaves it", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/list/${boats}?group=none`);
    await row(page, "Paint the hull").getByRole("link", { name: "Paint the hull" }).click();
    await page.getByRole("complementary").getByRole("textbox", { name: "Comment" }).waitFor();
    await page.keyboard.press("Shift+M");
    await page.getByRole("option", { name: "Nets" }).click();
    await page.getByText("It loses its value of “Draught”.").waitFor();
    await shoot(page, "attribute-lists-move");
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    const { id } = await attributeNamed("Draught");
    expect(await valueOf(inBoats, id)).toBe("2 m");
  });
});

import { randomUUID } from "node:crypto";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

/** Faces of people who are away are dim, everywhere in the app. */
const axe = (page: Page) => new AxeBuilder({ page }).exclude("[class*=avatar]").analyze();

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
  await ada.goto(`/w/${workspace.key}`);
  await ben.goto(`/w/${workspace.key}`);
  for (const name of ["Pier", "Nets", "Boats"]) {
    await ada.page.keyboard.press("Shift+L");
    await ada.page.getByLabel("New list name").fill(name);
    await ada.page.keyboard.press("Enter");
    await list(ada, name).waitFor();
  }
});
afterAll(() => stage?.close());

const sidebar = ({ page }: Person) => page.getByRole("navigation", { name: "Workspace" });
const list = (of: Person, name: string) => sidebar(of).getByRole("link", { name: new RegExp(`^${name}`) });
const heading = (of: Person, name: string) => sidebar(of).getByRole("button", { name: new RegExp(`^${name}`), expanded: undefined }).first();
const group = (of: Person, name: string) => sidebar(of).getByRole("group", { name, exact: true });

/** The lists of a group, without those of the groups in it. */
const stands = (of: Person, name: string, inside: string) =>
  until(`${of.name} sees ${name} in ${inside}`, async () => (await group(of, inside).getByRole("link", { name: new RegExp(`^${name}`) }).count()) === 1);
const isOutside = (of: Person, name: string, inside: string) =>
  until(`${of.name} sees ${name} outside of ${inside}`, async () => (await list(of, name).count()) === 1 && (await group(of, inside).getByRole("link", { name: new RegExp(`^${name}`) }).count()) === 0);

async function menu(of: Person, name: string, ...items: string[]) {
  const button = sidebar(of).getByRole("button", { name: `Actions for ${name}` });
  await button.focus();
  await of.page.keyboard.press("Enter");
  for (const item of items) await of.page.getByRole(/^(Deep sea)$/.test(item) ? "menuitemcheckbox" : "menuitem", { name: item, exact: true }).click();
}

async function name(page: Page, title: string, text: string, button: string) {
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("textbox", { name: "Name" }).fill(text);
  await dialog.getByRole("button", { name: button }).click();
}

async function carry(of: Person, from: ReturnType<typeof list>, to: ReturnType<typeof list>, at: number) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("a line is not shown");
  const { mouse } = of.page;
  await mouse.move(start.x + 60, start.y + start.height / 2);
  await mouse.down();
  await mouse.move(start.x + 62, start.y + start.height / 2 + 6);
  await mouse.move(end.x + 60, end.y + end.height * at, { steps: 4 });
  await mouse.move(end.x + 61, end.y + end.height * at);
  await mouse.up();
}

describe("groups of lists", () => {
  it("gr1: a group is made with a list in it, and another person sees it at once", async () => {
    await menu(ada, "Pier", "Move to group", "New group…");
    await name(ada.page, "New group", "Shore", "Create group");
    await stands(ada, "Pier", "Shore");
    await stands(ben, "Pier", "Shore");
  });

  it("gr3: a list is dragged into a group and out of it, live for the other person, and undo takes it back", async () => {
    await carry(ada, list(ada, "Nets"), heading(ada, "Shore"), 0.5);
    await stands(ada, "Nets", "Shore");
    await stands(ben, "Nets", "Shore");
    await carry(ada, list(ada, "Nets"), list(ada, "Boats"), 0.2);
    await isOutside(ada, "Nets", "Shore");
    await isOutside(ben, "Nets", "Shore");
    await ada.page.keyboard.press("ControlOrMeta+z");
    await stands(ben, "Nets", "Shore");
  });

  it("gr2: groups nest by the menu, and fold for one person alone", async () => {
    await menu(ben, "Shore", "New group inside");
    await name(ben.page, "New group", "Deep sea", "Create group");
    await stands(ben, "Pier", "Shore");
    await until("the group is inside", async () => (await group(ada, "Shore").getByRole("group", { name: "Deep sea" }).count()) === 1);
    await menu(ada, "Boats", "Move to group", "Deep sea");
    await stands(ben, "Boats", "Deep sea");
    await shoot(ada.page, "list-groups");
    await heading(ada, "Deep sea").click();
    await until("the list is folded away", async () => (await list(ada, "Boats").count()) === 0);
    await ada.page.reload();
    await heading(ada, "Deep sea").waitFor();
    expect(await list(ada, "Boats").count()).toBe(0);
    expect(await list(ben, "Boats").count()).toBe(1);
    await heading(ada, "Deep sea").click();
    await list(ada, "Boats").waitFor();
    const { violations } = await axe(ada.page);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  it("gr4: what stands in a deleted group moves up, and comes back with undo", async () => {
    await menu(ada, "Deep sea", "Delete group");
    await stands(ben, "Boats", "Shore");
    await until("the group is gone", async () => (await group(ben, "Deep sea").count()) === 0);
    await ada.page.getByRole("button", { name: "Undo" }).click();
    await stands(ben, "Boats", "Deep sea");
    await stands(ada, "Boats", "Deep sea");
  });
});

describe("the settings of a list", () => {
  it("a list gets an icon and a description, which others read at its head", async () => {
    await menu(ada, "Pier", "List settings…");
    const dialog = ada.page.getByRole("dialog", { name: "Settings of “Pier”" });
    await dialog.getByRole("radio", { name: "Rocket" }).click();
    await dialog.getByRole("textbox", { name: "Description" }).fill("Planks and posts.");
    const { violations } = await axe(ada.page);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await shoot(ada.page, "list-settings");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await list(ben, "Pier").click();
    await ben.page.getByText("Planks and posts.").waitFor();
  });

  it("ar1: an archived list leaves the sidebar of all, and is found on a page of the settings", async () => {
    await list(ada, "Pier").click();
    await write(ada.page, "Paint the pier");
    await row(ben.page, "Paint the pier").waitFor();
    await menu(ada, "Pier", "Archive");
    await until("the list is out of sight", async () => (await list(ada, "Pier").count()) + (await list(ben, "Pier").count()) === 0);
    await ben.page.getByText("This list is archived.").waitFor();
    // Lists have no trash, so the trash says where an archived list is.
    await ada.goto(`/w/${workspace.key}/trash`);
    const link = ada.page.getByRole("link", { name: "Archived lists" });
    await link.waitFor();
    await shoot(ada.page, "trash-archived-lists");
    await link.click();
    await until("the archive is open", async () => ada.page.url().endsWith("/settings/archive"));
    await ada.page.getByRole("row", { name: /Pier/ }).waitFor();
    await shoot(ada.page, "archived-lists");
    const { violations } = await axe(ada.page);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  it("ar3: the tasks of an archived list can be read and not changed, until the list is back", async () => {
    await shoot(ben.page, "archived-list");
    expect(await ben.page.getByRole("button", { name: /^Status of/ }).count()).toBe(0);
    await ben.page.getByRole("button", { name: "Bring back" }).click();
    await list(ada, "Pier").waitFor();
    await ben.page.getByRole("button", { name: /^Status of/ }).first().waitFor();
  });

  it("ar1: a task of an archived list bears the mark of its list, and no picker offers the list, until the settings bring it back", async () => {
    const [winter, winch] = [randomUUID(), randomUUID()];
    await ada.send(workspace, { kind: "list.create", listId: winter, name: "Winter" });
    await ada.send(workspace, { kind: "ticket.create", ticketId: winch, title: "Grease the winch", listIds: [winter], assigneesIds: [ben.id] });
    await ben.goto(`/w/${workspace.key}/mine`);
    const { page } = ben;
    const line = row(page, "Grease the winch");
    const mark = line.getByRole("img", { name: "Archived" });
    await line.getByText("Winter").waitFor();
    expect(await mark.count()).toBe(0);
    await ada.send(workspace, { kind: "list.archive", listId: winter });
    await mark.waitFor();
    await line.getByRole("link").click();
    const panel = page.getByRole("complementary");
    await panel.getByRole("heading", { name: "Grease the winch" }).waitFor();
    await until("the head and the field of the panel bear the mark", async () => (await panel.getByRole("img", { name: "Archived" }).count()) === 2);
    await shoot(page, "archived-task");
    await page.keyboard.press("Escape");

    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New task" });
    await dialog.getByRole("button", { name: /^Lists?\b/ }).click();
    await page.getByRole("option", { name: "Nets" }).waitFor();
    expect(await page.getByRole("option", { name: "Winter" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await until("the node has read the title", async () => (await ben.call<{ results: unknown[] }>(`/api/workspaces/${workspace.id}/search?q=winch`)).results.length === 1);
    await ben.goto(`/w/${workspace.key}/search?q=winch`);
    const found = page.getByRole("region", { name: "Results" }).getByRole("article").filter({ hasText: "Grease the winch" });
    await found.getByRole("img", { name: "Archived" }).waitFor();
    await page.getByRole("combobox", { name: "List" }).selectOption({ label: "Winter (archived)" });
    await found.waitFor();
    await shoot(page, "archived-search");
    const { violations } = await axe(page);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

    await ada.goto(`/w/${workspace.key}/settings/archive`);
    await ada.page.getByRole("button", { name: "Bring “Winter” back" }).click();
    await list(ada, "Winter").waitFor();
    await list(ben, "Winter").waitFor();
    await found.getByRole("img", { name: "Archived" }).waitFor({ state: "detached" });
  });

  it("a list is duplicated with its settings and without its tasks", async () => {
    await menu(ada, "Pier", "List settings…");
    await ada.page.getByRole("button", { name: "Duplicate without tasks" }).click();
    await ada.page.getByRole("heading", { level: 1, name: "Pier (copy)" }).waitFor();
    await ada.page.getByText("Planks and posts.").waitFor();
    await ada.page.getByText("No tasks yet").waitFor();
    await list(ben, "Pier \\(copy\\)").waitFor();
    await stands(ben, "Pier \\(copy\\)", "Shore");
  });
});

it("the workspace gets an icon on the page General, which others see at once", async () => {
  await ada.goto(`/w/${workspace.key}/settings/general`);
  await ada.page.getByRole("button", { name: "Change icon" }).click();
  const dialog = ada.page.getByRole("dialog", { name: "Icon of the workspace" });
  await dialog.getByRole("textbox", { name: "Letters or emoji" }).fill("HB");
  await dialog.getByRole("radio", { name: "Blue" }).click();
  const { violations } = await axe(ada.page);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await shoot(ada.page, "workspace-icon");
  await dialog.getByRole("button", { name: "Save" }).click();
  await sidebar(ben).getByText("HB", { exact: true }).waitFor();
});

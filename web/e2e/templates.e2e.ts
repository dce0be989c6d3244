import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
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
const [listId, ticketId, label] = [1, 2, 3].map(() => randomUUID()) as [string, string, string];

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  await ada.send(workspace, { kind: "list.create", listId, name: "Pier" });
  await ada.send(workspace, { kind: "label.create", labelId: label, name: "wet" });
  await ada.send(workspace, { kind: "ticket.create", ticketId, title: "Check the nets", description: "All of **them**.", listIds: [listId], labels: [label], priority: "week" });
  await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Dry them", listIds: [listId], parentTicketId: ticketId });
  await ada.goto(`/w/${workspace.key}/list/${listId}`);
  await ben.goto(`/w/${workspace.key}/list/${listId}`);
});
afterAll(() => stage?.close());

const panel = (page: Page) => page.getByRole("complementary");
const rows = async (kind: string) => (await ada.snapshot(workspace)).filter(({ entity }) => entity === kind).map(({ data }) => data);

describe("templates", () => {
  it("tp1: a task is saved as a template, and another person makes a task with its subtasks from it", async () => {
    await row(ada.page, "Check the nets").getByRole("link", { name: "Check the nets" }).click();
    await panel(ada.page).getByRole("button", { name: "Task actions" }).click();
    await ada.page.getByRole("menuitem", { name: "Save as template…" }).click();
    await ada.page.getByRole("textbox", { name: "Name" }).fill("Weekly check");
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "template-save");
    await ada.page.getByRole("button", { name: "Save template" }).click();
    await ada.page.getByText("Saved the template “Weekly check”").waitFor();
    await ben.page.keyboard.press("n");
    await ben.page.getByRole("dialog").getByRole("button", { name: "Template" }).click();
    await ben.page.getByRole("menuitemcheckbox", { name: "Weekly check" }).click();
    await ben.page.getByText("1 subtask comes with it.").waitFor();
    expect(await ben.page.getByRole("textbox", { name: "Description" }).inputValue()).toBe("All of **them**.");
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "template-use");
    await ben.page.getByRole("dialog").getByRole("textbox", { name: "Title" }).fill("Check the nets again");
    await ben.page.getByRole("button", { name: "Create task" }).click();
    await row(ada.page, "Check the nets again").waitFor();
    await until("it has its label and its subtask", async () => {
      const made = (await rows("ticket")).find(({ title }) => title === "Check the nets again") as unknown as { labels: string[]; subtasksOrder: string[]; priority: string } | undefined;
      return made?.labels[0] === label && made.subtasksOrder.length === 1 && made.priority === "week";
    });
  });

  it("tp1: a task is made from a template by Alt and C", async () => {
    const { page } = ben;
    const palette = page.getByRole("dialog", { name: "Browse all" });
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("Alt+c");
    await palette.getByRole("option", { name: /^New task from “Weekly check”/ }).waitFor();
    expect(await palette.getByRole("option").count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "template-palette");
    await page.keyboard.press("Enter");
    await page.getByText("1 subtask comes with it.").waitFor();
    await page.getByRole("dialog").getByRole("textbox", { name: "Title" }).fill("Check the nets by key");
    await page.keyboard.press("Control+Enter");
    await row(ada.page, "Check the nets by key").waitFor();
  });

  it("tp4: what is gone is left out, and the person is told", async () => {
    await ada.send(workspace, { kind: "label.delete", labelId: label });
    await ben.page.keyboard.press("ControlOrMeta+k");
    await ben.page.getByRole("dialog").waitFor();
    await ben.page.keyboard.type("Weekly");
    await ben.page.getByRole("option", { name: /New task from “Weekly check”/ }).click();
    await ben.page.getByText(/Left out.*labels/).waitFor();
    await ben.page.keyboard.press("Escape");
  });

  it("tp2: templates are edited in the settings, and deleted with an undo", async () => {
    await panel(ada.page).getByRole("button", { name: "Close", exact: true }).click();
    await ada.goto(`/w/${workspace.key}/settings/templates`);
    const line = ada.page.getByRole("table", { name: "Templates" }).getByRole("row").filter({ hasText: "Weekly check" });
    await line.waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "templates");
    await line.getByRole("button", { name: "Actions for Weekly check" }).click();
    await ada.page.getByRole("menuitem", { name: "Edit" }).click();
    await ada.page.getByRole("textbox", { name: "Name of the template" }).fill("Monthly check");
    await ada.page.getByRole("textbox", { name: "Title of the new subtask" }).fill("Fold them");
    await ada.page.getByRole("button", { name: "Add", exact: true }).click();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "template-edit");
    await ada.page.getByRole("button", { name: "Save", exact: true }).click();
    const renamed = ada.page.getByRole("table", { name: "Templates" }).getByRole("row").filter({ hasText: "Monthly check" });
    await renamed.waitFor();
    expect(await renamed.textContent()).toContain("3");
    await renamed.getByRole("button", { name: "Actions for Monthly check" }).click();
    await ada.page.getByRole("menuitem", { name: "Delete template" }).click();
    await renamed.waitFor({ state: "detached" });
    await ada.page.keyboard.press("ControlOrMeta+z");
    await renamed.waitFor();
  });

  it("tp1: a list is saved as a template with its tasks, and a new list is made from it", async () => {
    const sidebar = ada.page.getByRole("navigation", { name: "Workspace" });
    await sidebar.getByRole("link", { name: /^Pier/ }).hover();
    await sidebar.getByRole("button", { name: "Actions for Pier", exact: true }).click();
    await ada.page.getByRole("menuitem", { name: "List settings…" }).click();
    await ada.page.getByRole("button", { name: "Save as template" }).click();
    await ada.page.getByRole("checkbox", { name: /With its/ }).click();
    await ada.page.getByRole("button", { name: "Save template" }).click();
    await ada.page.getByText("Saved the template “Pier”").waitFor();
    await sidebar.getByRole("button", { name: "New", exact: true }).click();
    await ada.page.getByRole("menuitem", { name: "New list from template…" }).click();
    await ada.page.getByRole("combobox", { name: "Template" }).selectOption({ label: "Pier" });
    await ada.page.getByRole("textbox", { name: "Name" }).fill("Quay");
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "template-list");
    await ada.page.getByRole("button", { name: "Create list" }).click();
    await row(ada.page, "Check the nets").waitFor();
    await ben.page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: /^Quay/ }).waitFor();
  });
});

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
  await ada.goto(`/w/${workspace.key}/all`);
  for (const title of ["Paint the pier", "Mend the nets"]) await write(ada.page, title);
  await row(ada.page, "Mend the nets").waitFor();
  await ben.goto(`/w/${workspace.key}/all`);
  await row(ben.page, "Mend the nets").waitFor();
  await ada.goto(`/w/${workspace.key}/settings/attributes`);
});
afterAll(() => stage?.close());

const line = ({ page }: Person, key: string) => page.locator(`tr[data-system="${key}"]`);
const heads = async ({ page }: Person) => (await page.getByRole("columnheader").allTextContents()).map((text) => text.trim());

async function rename(key: string, from: string, to: string) {
  await line(ada, key).getByRole("button", { name: `Rename ${from}` }).click();
  await ada.page.getByRole("textbox", { name: `New name for ${from}` }).fill(to);
  await ada.page.keyboard.press("Enter");
  await line(ada, key).getByRole("button", { name: `Rename ${to}` }).waitFor();
}

describe("at10 the built-in fields", () => {
  it("are twelve, and cannot be deleted", async () => {
    await line(ada, "status").waitFor();
    expect(await ada.page.locator("tr[data-system]").count()).toBe(12);
    expect(await faultsOf(ada.page)).toEqual([]);
    await line(ada, "status").getByRole("button", { name: "Actions for Status" }).click();
    await ada.page.getByRole("menuitem").first().waitFor();
    expect(await ada.page.getByRole("menuitem").allTextContents()).toEqual(["Rename", "Use the name “Status”"]);
    await ada.page.keyboard.press("Escape");
  });

  it("get another name, which other people see at once wherever the field stands", async () => {
    await rename("assignees", "Assignees", "Owner");
    await until("the head of the column", async () => (await heads(ben)).includes("Owner"));
    await rename("status", "Status", "Stage");
    await until("the head of the column", async () => (await heads(ben)).includes("Stage"));
    await row(ben.page, "Mend the nets").getByRole("button", { name: /^Stage of HAR-2/ }).waitFor();
    await row(ben.page, "Mend the nets").getByRole("link", { name: "Mend the nets" }).click();
    await ben.page.getByRole("group", { name: "Owner" }).waitFor();
    await ben.page.keyboard.press("Escape");
    await ben.page.keyboard.press("Control+k");
    await ben.page.getByRole("dialog").waitFor();
    await ben.page.keyboard.type("filter: owner");
    await ben.page.getByRole("option", { name: "Filter: Owner is me" }).waitFor();
    await ben.page.keyboard.press("Escape");
    await shoot(ben.page, "system-attributes-list");
    await shoot(ada.page, "system-attributes");
  });

  it("take no name that another field has", async () => {
    await line(ada, "labels").getByRole("button", { name: "Rename Labels" }).click();
    const name = ada.page.getByRole("textbox", { name: "New name for Labels" });
    await name.fill("stage");
    await ada.page.getByText("That name is taken").waitFor();
    await name.press("Escape");
  });

  it("are hidden from columns and filters, and come back with an undo", async () => {
    await line(ada, "priority").getByRole("checkbox", { name: "Show Priority" }).uncheck();
    await until("the column is gone", async () => !(await heads(ben)).includes("Priority"));
    await ada.page.keyboard.press("Control+z");
    await until("the column is back", async () => (await heads(ben)).includes("Priority"));
    await line(ada, "status").getByRole("checkbox", { name: "Show Stage" }).uncheck();
    await until("the column is gone", async () => !(await heads(ben)).includes("Stage"));
    // The status still stands beside the title.
    await row(ben.page, "Mend the nets").getByRole("button", { name: /^Stage of HAR-2/ }).waitFor();
    await line(ada, "status").getByRole("checkbox", { name: "Show Stage" }).check();
    await until("the column is back", async () => (await heads(ben)).includes("Stage"));
  });

  it("get their own names back", async () => {
    await line(ada, "status").getByRole("button", { name: "Actions for Stage" }).click();
    await ada.page.getByRole("menuitem", { name: "Use the name “Status”" }).click();
    await until("the head of the column", async () => (await heads(ben)).includes("Status"));
  });

  it("are only read by people who may not manage them", async () => {
    await ben.goto(`/w/${workspace.key}/settings/attributes`);
    await line(ben, "assignees").getByText("Owner").waitFor();
    const main = ben.page.getByRole("main");
    expect(await main.getByRole("checkbox").count()).toBe(0);
    expect(await main.getByRole("button", { name: /^Rename|^Actions for/ }).count()).toBe(0);
    await shoot(ben.page, "system-attributes-read");
  });

  it("the creator of a task and the person who completed it are columns and groups", async () => {
    await ben.goto(`/w/${workspace.key}/all?group=creator`);
    await ben.page.getByRole("button", { name: "Columns" }).click();
    for (const name of ["Creator", "Completed by"]) await ben.page.getByRole("option", { name, exact: true }).click();
    await ben.page.keyboard.press("Escape");
    await until("both heads", async () => (await heads(ben)).filter((head) => ["Creator", "Completed by"].includes(head)).length === 2);
    await ben.page.getByText("Ada Byron").first().waitFor();
    await shoot(ben.page, "system-attributes-authors");
  });
});

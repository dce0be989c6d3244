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
  workspace = await ada.makeWorkspace("The cast", "CAST");
  await ada.invite(ben, workspace);
  // The workspace gets its roles within seconds of its founding.
  await until("the workspace has roles", async () => (await ada.snapshot(workspace)).some(({ entity }) => entity === "role"));
  await ada.goto(`/w/${workspace.key}/all`);
  await write(ada.page, "Learn the lines");
  await ada.goto(`/w/${workspace.key}/settings/roles`);
});
afterAll(() => stage?.close());

const line = ({ page }: Person, name: string) => page.getByRole("table", { name: "Roles", exact: true }).getByRole("row").filter({ hasText: name });
const cell = ({ page }: Person, role: string, capability: string) => page.getByRole("checkbox", { name: new RegExp(`^${role}: ${capability}`) });
async function choose({ page }: Person, role: string, item: string) {
  await page.getByRole("button", { name: `Actions for ${role}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

describe("the roles of a workspace", () => {
  it("are six at first, locked, with their holders", async () => {
    await line(ada, "Viewer").waitFor();
    expect(await ada.page.getByRole("table", { name: "Roles", exact: true }).getByRole("img", { name: "Built-in" }).count()).toBe(6);
    expect(await line(ada, "Owner").getByRole("cell").nth(1).textContent()).toBe("1");
    expect(await ada.page.getByRole("checkbox").count()).toBe(0);
    await ada.page.getByRole("button", { name: "Actions for Owner" }).click();
    await ada.page.getByRole("menuitem").first().waitFor();
    expect(await ada.page.getByRole("menuitem").allTextContents()).toEqual(["Duplicate"]);
    await ada.page.keyboard.press("Escape");
  });

  it("are made, described and changed by keyboard, and every change reaches the holders at once", async () => {
    const { page } = ada;
    await choose(ada, "Viewer", "Duplicate");
    const dialog = page.getByRole("dialog", { name: "New role" });
    await dialog.waitFor();
    await page.keyboard.type("viewer");
    await dialog.getByText("That name is taken").waitFor();
    await dialog.getByLabel("Name").fill("Triage");
    await dialog.getByLabel("Description").fill("Sorts new tasks.");
    await shoot(page, "roles-new");
    await dialog.getByLabel("Name").press("Enter");
    await line(ada, "Triage").getByText("Sorts new tasks.").waitFor();
    // Ben gets the role on the page of people.
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Users" }).click();
    await page.getByRole("button", { name: /^Role of Ben Kaduk/ }).click();
    await page.getByRole("menuitemcheckbox", { name: "Triage" }).click();
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Roles" }).click();
    await ben.goto(`/w/${workspace.key}/all`);
    await row(ben.page, "Learn the lines").waitFor();
    expect(await ben.page.getByRole("main").getByRole("button", { name: /^New task/ }).count()).toBe(0);

    await cell(ada, "Triage", "Create tasks").focus();
    await page.keyboard.press("Space");
    await cell(ada, "Triage", "Edit any task").check();
    // The capability for all tasks gives the one for own tasks.
    expect(await cell(ada, "Triage", "Edit tasks they made").isDisabled()).toBe(true);
    await page.getByRole("region", { name: "Unsaved roles" }).getByText("3 changes, for 1 person").waitFor();
    await shoot(page, "roles-unsaved");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Saved the role “Triage”").waitFor();
    await ben.page.getByRole("main").getByRole("button", { name: /^New task/ }).first().waitFor();
    await page.keyboard.press("Control+z");
    await ben.page.getByRole("main").getByRole("button", { name: /^New task/ }).first().waitFor({ state: "detached" });
    expect(await cell(ada, "Triage", "Create tasks").isChecked()).toBe(false);
  });

  it("keep unsaved changes while another page is open, and ask before Esc discards them", async () => {
    const { page } = ada;
    await cell(ada, "Triage", "Comment and react").check();
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Labels" }).click();
    await page.getByRole("heading", { level: 2, name: "Labels" }).waitFor();
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Roles" }).click();
    await page.getByRole("region", { name: "Unsaved roles" }).waitFor();
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Do you want to discard changes?" });
    await question.waitFor();
    await shoot(page, "roles-discard");
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await page.getByRole("region", { name: "Unsaved roles" }).getByRole("button", { name: "Discard" }).click();
    await question.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("region", { name: "Unsaved roles" }).waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 2, name: "Roles" }).waitFor();
    expect(await cell(ada, "Triage", "Comment and react").isChecked()).toBe(false);
  });

  it("are renamed, and the name is back after an undo", async () => {
    const { page } = ada;
    await choose(ada, "Triage", "Rename and describe");
    await page.getByRole("dialog").getByLabel("Name").fill("Sorting");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await line(ada, "Sorting").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await line(ada, "Triage").waitFor();
  });

  it("are shown on a phone one at a time", async () => {
    const { page } = ada;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByLabel("Role", { exact: true }).selectOption({ label: "Triage" });
    await cell(ada, "Triage", "Comment and react").check();
    await page.getByRole("button", { name: "Save role" }).click();
    await page.getByText("Saved the role “Triage”").waitFor();
    await page.getByLabel("Role", { exact: true }).selectOption({ label: "Guest" });
    expect(await page.getByRole("checkbox").count()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("are only read by people who may not manage them", async () => {
    await ben.goto(`/w/${workspace.key}/settings/roles`);
    await line(ben, "Triage").waitFor();
    expect(await ben.page.getByRole("main").getByRole("button", { name: /^New role|^Actions for/ }).count()).toBe(0);
    expect(await ben.page.getByRole("checkbox").count()).toBe(0);
    await shoot(ben.page, "roles-read");
  });

  it("are deleted with a replacement for their holders", async () => {
    const { page } = ada;
    await choose(ada, "Triage", "Delete role");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 person has this role.").waitFor();
    await dialog.getByRole("button", { name: /^Their new role/ }).click();
    await page.getByRole("option", { name: "Commenter" }).click();
    await shoot(page, "roles-delete");
    await dialog.getByRole("button", { name: "Delete role" }).click();
    await line(ada, "Triage").waitFor({ state: "detached" });
    await expect.poll(() => line(ada, "Commenter").getByRole("cell").nth(1).textContent()).toBe("1");
    await line(ben, "Triage").waitFor({ state: "detached" });
  });
});

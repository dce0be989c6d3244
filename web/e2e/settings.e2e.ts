import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row } from "./support/list";
import { goOffline } from "./support/offline";
import type { NewWorkspace, Person } from "./support/person";
import { shoot, shots } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
});
afterAll(() => stage?.close());

beforeEach(async () => {
  workspace = await ada.makeWorkspace("The cast");
  await ada.invite(ben, workspace);
  for (const person of [ada, ben]) await person.goto(`/w/${workspace.id}/settings/users`);
  await line(ada, "Ben Kaduk").waitFor();
});

const line = ({ page }: Person, name: string) => page.getByRole("table", { name: "Users of the workspace" }).getByRole("row").filter({ hasText: name });
const roleOf = ({ page }: Person, name: string) => page.getByRole("button", { name: new RegExp(`^Role of ${name}`) });
async function give({ page }: Person, name: string, role: string) {
  await roleOf({ page } as Person, name).click();
  await page.getByRole("menuitemcheckbox", { name: role }).click();
}
async function ask({ page }: Person, name: string, item: string) {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

describe("the pending invitations of a workspace", () => {
  it("are listed for admins, and a revoked link admits no one", async () => {
    const { page } = ada;
    await page.getByRole("main").getByRole("button", { name: /^Invite/ }).click();
    await page.getByRole("dialog").getByText("By link").click();
    await page.getByRole("button", { name: "Create invite link" }).click();
    const link = await page.getByRole("textbox", { name: "Invite link" }).inputValue();
    await page.screenshot({ path: join(shots, "invite-dialog.png") });
    await page.keyboard.press("Escape");
    const open = page.getByRole("table", { name: "Pending invitations" });
    await open.getByRole("row").filter({ hasText: "Ada Byron" }).waitFor();
    await page.screenshot({ path: join(shots, "open-invitations.png") });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: join(shots, "open-invitations-phone.png") });
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await ben.page.getByRole("table", { name: "Pending invitations" }).count()).toBe(0);
    await open.getByRole("button", { name: /^Revoke/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await open.waitFor({ state: "detached" });
    const { context, page: stranger } = await stage.stranger();
    await stranger.goto(new URL(link).pathname);
    await stranger.getByRole("heading", { name: "This invitation was revoked" }).waitFor();
    await context.close();
  });
});

describe("a guest", () => {
  it("sees the people of a workspace, neither lists nor tasks, and leaves it", async () => {
    const ms = Date.now().toString(16).padStart(12, "0");
    const id = `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${ms}`;
    const command = { kind: "member.setRole", userId: ben.id, role: "guest" };
    await ada.call(`/api/workspaces/${workspace.id}/commands`, { id, command });
    await ben.page.goto(`/w/${workspace.id}`);
    await ben.page.getByRole("link", { name: "General" }).waitFor({ state: "detached" });
    await ben.page.screenshot({ path: join(shots, "guest.png") });
    await ben.page.goto(`/w/${workspace.id}/settings/users`);
    await line(ben, "Ada Byron").waitFor();
    await ask(ben, "Ben Kaduk", "Leave workspace");
    await ben.page.screenshot({ path: join(shots, "guest-leaves.png") });
    await ben.page.getByRole("dialog").getByRole("button", { name: "Leave workspace" }).click();
    await line(ada, "Ben Kaduk").waitFor({ state: "detached" });
    await ben.page.getByText("You left The cast").waitFor();
  });
});

describe("the members of a workspace", () => {
  it("are shown with their roles, and members are offered no forbidden action", async () => {
    expect(await roleOf(ada, "Ben Kaduk").textContent()).toBe("Member");
    expect(await line(ben, "Ada Byron").textContent()).toContain("Owner");
    expect(await ben.page.getByRole("main").getByRole("button", { name: /^Role of|^Actions for Ada|^Invite/ }).count()).toBe(0);
  });

  it("get other roles, which apply at once and can be undone", async () => {
    await give(ada, "Ben Kaduk", "Admin");
    await ben.page.getByRole("main").getByRole("button", { name: "Invite people" }).waitFor();
    expect(await line(ben, "Ben Kaduk").textContent()).toContain("Admin");
    await ada.page.keyboard.press("Control+z");
    await ben.page.getByRole("main").getByRole("button", { name: "Invite people" }).waitFor({ state: "detached" });
  });

  it("keep an owner: the only one can neither step down nor leave, and sees the reason", async () => {
    const { page } = ada;
    await roleOf(ada, "Ada Byron").click();
    for (const role of ["Admin", "Member"]) {
      const down = page.getByRole("menuitemcheckbox", { name: `${role} You can't step down: you're the only owner.` });
      expect(await down.getAttribute("aria-disabled")).toBe("true");
      await down.click({ force: true });
    }
    await ada.shot("only-owner");
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    await page.keyboard.press("Escape");
    expect(await roleOf(ada, "Ada Byron").textContent()).toBe("Owner");
    await line(ada, "Ada Byron").getByRole("button", { name: "Actions for Ada Byron" }).click();
    const leave = page.getByRole("menuitem", { name: "Leave workspace You can't leave: you're the only owner." });
    expect(await leave.getAttribute("aria-disabled")).toBe("true");
    await leave.click({ force: true });
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    await page.keyboard.press("Escape");
    await line(ada, "Ada Byron").waitFor();
  });

  it("keep an owner when two step down at once: the second sees a refusal", async () => {
    await give(ada, "Ben Kaduk", "Owner");
    await roleOf(ben, "Ben Kaduk").waitFor();
    const stepDown = async (person: Person) => {
      await give(person, person.name, "Member");
      await person.page.getByRole("alertdialog").getByRole("button", { name: "Become a member" }).click();
    };
    await goOffline(ada.context);
    await stepDown(ada);
    await stepDown(ben);
    await roleOf(ben, "Ben Kaduk").waitFor({ state: "detached" });
    await ada.context.setOffline(false);
    await ada.page.getByText("Not saved: Role of Ada Byron. A workspace needs at least one owner.").waitFor();
    await expect.poll(() => roleOf(ada, "Ada Byron").textContent()).toBe("Owner");
    // A toast shows the refusal once: the edit holds no text for the banner to keep.
    await expect.poll(() => ada.page.getByText("1 edit not saved.").count()).toBe(0);
  });

  it("are removed after a confirmation, and see the removal at once", async () => {
    await ask(ada, "Ben Kaduk", "Remove from workspace");
    await ada.page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await line(ada, "Ben Kaduk").waitFor();
    await ask(ada, "Ben Kaduk", "Remove from workspace");
    await ada.page.getByRole("dialog").getByText("You become the manager of restricted lists that only they manage.").waitFor();
    await ada.page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await line(ada, "Ben Kaduk").waitFor({ state: "detached" });
    await ben.page.getByText("You're no longer a member of this workspace").waitFor();
  });

  it("are deactivated, with their open tasks given to another member, and come back", async () => {
    const { page } = ada;
    const task = { kind: "ticket.create", ticketId: randomUUID(), title: "Water the plants", assigneesIds: [ben.id] };
    await ada.send(workspace, task);
    await ask(ada, "Ben Kaduk", "Deactivate");
    const question = page.getByRole("dialog", { name: "Deactivate Ben Kaduk?" });
    await question.getByRole("button", { name: "1 open task: Keep assigned" }).click();
    await page.getByRole("option", { name: "Assign to Ada Byron" }).click();
    await shoot(page, "deactivate");
    await question.getByRole("button", { name: "Deactivate" }).click();
    await ben.page.getByText("You're no longer a member of this workspace").waitFor();
    await shoot(page, "deactivated");
    const away = page.getByRole("table", { name: "Deactivated users" });
    await away.getByRole("row").filter({ hasText: "Ben Kaduk" }).waitFor();
    await page.getByRole("button", { name: "Actions for Ben Kaduk" }).click();
    await page.getByRole("menuitem", { name: "Bring back" }).click();
    await line(ada, "Ben Kaduk").waitFor();
    await ben.goto(`/w/${workspace.id}/settings/users`);
    await line(ben, "Ada Byron").waitFor();
    const stored = (await ada.snapshot(workspace)).find(({ data }) => data.title === "Water the plants");
    expect(stored?.data.assigneesIds).toEqual([ada.id]);
  });

  it("get the workspace from its owner, who becomes an admin", async () => {
    await ask(ada, "Ben Kaduk", "Hand over ownership");
    await ada.page.getByRole("alertdialog", { name: "Hand The cast over to Ben Kaduk?" }).getByRole("button", { name: "Hand over" }).click();
    await expect.poll(() => roleOf(ben, "Ada Byron").textContent()).toBe("Admin");
    await line(ada, "Ben Kaduk").getByText("Owner").waitFor();
  });

  it("can leave by themselves", async () => {
    await ask(ben, "Ben Kaduk", "Leave workspace");
    await ben.page.getByRole("dialog").getByRole("button", { name: "Leave workspace" }).click();
    await ben.page.getByText("You left The cast").waitFor();
    await line(ada, "Ben Kaduk").waitFor({ state: "detached" });
  });

  it("hand over the lists that only they manage before they leave, and then their tasks (ls3)", async () => {
    const { page } = ben;
    const [payroll, task] = [randomUUID(), randomUUID()];
    await ben.send(workspace, { kind: "list.create", listId: payroll, name: "Payroll", restricted: true });
    await ben.send(workspace, { kind: "ticket.create", ticketId: task, title: "Pay the cast", listIds: [payroll], assigneesIds: [ben.id] });
    await line(ben, "Ben Kaduk").getByRole("cell", { name: "Payroll" }).waitFor();
    await ask(ben, "Ben Kaduk", "Leave workspace");
    const question = page.getByRole("dialog", { name: "Leave The cast?" });
    const leave = question.getByRole("button", { name: "Leave workspace" });
    expect(await leave.isDisabled()).toBe(true);
    await question.getByRole("button", { name: "Payroll: Choose a person" }).click();
    await page.getByRole("option", { name: "Ada Byron" }).click();
    await question.getByRole("button", { name: "1 open task: Keep assigned" }).click();
    await page.getByRole("option", { name: "Assign to Ada Byron" }).click();
    await shoot(page, "leave-with-lists");
    await leave.click();
    await page.getByText("You left The cast").waitFor();
    await line(ada, "Ben Kaduk").waitFor({ state: "detached" });
    const rows = await ada.snapshot(workspace);
    expect(rows.find(({ data }) => data.id === task)?.data.assigneesIds).toEqual([ada.id]);
    expect(rows.filter(({ entity, data }) => entity === "share" && data.listId === payroll).map(({ data }) => [data.userId, data.level])).toEqual([[ada.id, "manage"]]);
  });
});

describe("the addresses of people", () => {
  it("are shown to people who manage members, with the last activity, found by a search, and saved as a file", async () => {
    const { page } = ada;
    await line(ada, "Ben Kaduk").getByRole("cell", { name: ben.email }).waitFor();
    await line(ada, "Ada Byron").getByRole("cell", { name: "Online", exact: true }).waitFor();
    await shoot(page, "users");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("people.csv");
    const text = await readFile(await file.path(), "utf8");
    expect(text.split("\n")[0]).toContain("Name");
    expect(text).toContain(ben.email);
    // Another member neither sees an address nor gets one from the node.
    expect(await ben.page.getByText(/@troupe.example/).count()).toBe(0);
    expect(await ben.page.getByRole("columnheader").allTextContents()).toEqual(["Name", "Joined", "State", "Role", "Actions"]);
    expect(await ben.page.getByRole("button", { name: "Download CSV" }).count()).toBe(0);
  });

  it("can be asked for again if the node did not answer", async () => {
    const { page } = ada;
    await page.route("**/people", (route) => route.abort());
    await page.reload();
    await page.getByText("Couldn't load email addresses.").waitFor();
    await page.unroute("**/people");
    await page.getByRole("button", { name: "Try again" }).click();
    await line(ada, "Ben Kaduk").getByRole("cell", { name: ben.email }).waitFor();
  });

  it("are saved by a button of the notice, which stays, if the node could not be reached", async () => {
    const { page } = ada;
    await page.route("**/people?*", (route) => route.abort());
    await page.getByRole("button", { name: "Download CSV" }).click();
    const notice = page.getByRole("listitem").filter({ hasText: "Can't reach Troupe." });
    await notice.getByRole("button", { name: "Try again" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "users-try-again");
    await page.unroute("**/people?*");
    const saved = page.waitForEvent("download");
    await notice.getByRole("button", { name: "Try again" }).click();
    expect((await saved).suggestedFilename()).toBe("people.csv");
    await notice.waitFor({ state: "detached" });
  });
});

describe("the other settings", () => {
  it("are opened by keys and left by Esc; a new name reaches all users", async () => {
    await ada.page.keyboard.press("Escape");
    await ada.page.getByRole("heading", { level: 1, name: "Backlog" }).waitFor();
    await ada.page.keyboard.press("g");
    await ada.page.keyboard.press("s");
    await ada.page.getByRole("textbox", { name: "Name" }).fill("The whole cast");
    await ada.page.keyboard.press("Enter");
    await ben.page.getByRole("navigation", { name: "Workspace" }).getByText("The whole cast").waitFor();
    await ben.page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "General" }).click();
    expect(await ben.page.getByRole("textbox", { name: "Name" }).getAttribute("readonly")).not.toBeNull();
  });

  it("are found by their names, pages and single ones, by keyboard; those of hidden pages are not", async () => {
    const { page } = ada;
    const box = (person: Person) => person.page.getByRole("searchbox", { name: "Search settings" });
    const results = (person: Person) => person.page.getByRole("list", { name: "Settings found" }).getByRole("link");
    await box(ada).fill("time");
    await expect.poll(() => results(ada).allTextContents()).toEqual(["Time zonePreferences"]);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "settings-search");
    await box(ada).press("Enter");
    await page.getByRole("heading", { level: 2, name: "Preferences" }).waitFor();
    await expect.poll(() => page.locator(":focus").textContent()).toMatch(/^Time zone/);
    expect(await box(ada).inputValue()).toBe("");
    await box(ada).fill("work");
    await expect.poll(() => results(ada).allTextContents()).toEqual(["Workspace API keysAPI keys", "Working daysGeneral"]);
    await box(ada).press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 3, name: "Working days" }).and(page.locator(":focus")).waitFor();
    await box(ada).fill("nothing like that");
    await page.getByText("No settings match “nothing like that”.").waitFor();
    await box(ada).press("Escape");
    await page.getByRole("navigation", { name: "Settings" }).waitFor();
    await box(ada).fill("security");
    await expect.poll(() => results(ada).allTextContents()).toEqual(["Security"]);
    await box(ben).fill("security");
    await ben.page.getByText("No settings match “security”.").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await box(ada).fill("key");
    await results(ada).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.screenshot({ path: join(shots, "settings-search-phone.png") });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("hold the labels: created, renamed, coloured, deleted and restored", async () => {
    for (const { page } of [ada, ben]) await page.getByRole("link", { name: "Labels" }).click();
    const { page } = ada;
    await page.getByRole("button", { name: "New label" }).click();
    await page.keyboard.type("urgnt");
    await page.keyboard.press("Enter");
    await ben.page.getByRole("button", { name: "Rename urgnt" }).click();
    await ben.page.getByRole("textbox").fill("urgent");
    await ben.page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Color of urgent/ }).click();
    await page.getByRole("menuitemcheckbox", { name: "Teal" }).click();
    await ben.page.getByRole("button", { name: "Color of urgent: teal" }).waitFor();
    const label = (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "label" && data.name === "urgent")?.data.id;
    for (const [title, labels] of [["Mend the roof", [label]], ["Sweep the yard", []]] as const) await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title, labels });
    await ben.page.getByRole("link", { name: "Show 1 task with the label urgent" }).click();
    await row(ben.page, "Mend the roof").waitFor();
    expect(await row(ben.page, "Sweep the yard").count()).toBe(0);
    await ben.page.goBack();
    await ask(ada, "urgent", "Delete label");
    await ben.page.getByText("No labels yet.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await ben.page.getByRole("button", { name: "Color of urgent: teal" }).waitFor();
  });

  it("replace a label on its tasks, as one undo step; the label stays for tasks out of sight", async () => {
    for (const { page } of [ada, ben]) await page.getByRole("link", { name: "Labels" }).click();
    const { page } = ada;
    const [urgent, hurried, roof, yard] = [1, 2, 3, 4].map(() => randomUUID()) as [string, string, string, string];
    await ada.send(workspace, { kind: "label.create", labelId: urgent, name: "urgent", color: "teal" });
    await ada.send(workspace, { kind: "label.create", labelId: hurried, name: "hurried" });
    await ada.send(workspace, { kind: "ticket.create", ticketId: roof, title: "Mend the roof", labels: [urgent] });
    await ada.send(workspace, { kind: "ticket.create", ticketId: yard, title: "Sweep the yard", labels: [urgent, hurried] });
    await ben.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Mine", private: true, labels: [urgent] });
    const labelsOf = async (person: Person, title: string) => (await person.snapshot(workspace)).find(({ data }) => data.title === title)?.data.labels;
    await page.getByRole("link", { name: "Show 2 tasks with the label urgent" }).waitFor();
    await ask(ada, "urgent", "Replace on tasks…");
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await dialog.getByText("2 tasks get “hurried” instead of “urgent”. The label “urgent” itself stays, because tasks that you don't see may have it.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "replace-label");
    await dialog.getByRole("button", { name: "Replace label" }).click();
    await page.getByRole("link", { name: "Show 2 tasks with the label hurried" }).waitFor();
    for (const title of ["Mend the roof", "Sweep the yard"]) await expect.poll(() => labelsOf(ada, title)).toEqual([hurried]);
    expect(await labelsOf(ben, "Mine")).toEqual([urgent]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => labelsOf(ada, "Mend the roof")).toEqual([urgent]);
    await expect.poll(async () => ((await labelsOf(ada, "Sweep the yard")) as string[]).toSorted()).toEqual([urgent, hurried].toSorted());
  });

  it("have the titles of the specification, at its addresses", async () => {
    const { page } = ada;
    for (const [section, title] of [["profile", "Profile settings"], ["users", "Users settings"], ["fields", "Attributes - Settings"], ["shortcuts", "Keyboard shortcuts"], ["tabs", "Sidebar"]] as const) {
      await ada.goto(`/w/${workspace.id}/settings/${section}`);
      await page.getByRole("heading", { level: 2, name: title, exact: true }).waitFor();
      await expect.poll(() => page.title()).toBe(`${title} · The cast · Troupe`);
    }
    // The last page holds the pages of the sidebar.
    const completed = page.getByRole("region", { name: "Sidebar" }).getByRole("checkbox", { name: "Completed by me" });
    await completed.check();
    await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Completed by me" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "settings-sidebar");
    await page.getByRole("button", { name: "Done" }).click();
    await expect.poll(() => page.title()).not.toContain("Sidebar");
  });

  it("hold the statuses by category: created, moved, renamed and deleted", async () => {
    for (const person of [ada, ben]) await person.goto(`/w/${workspace.id}/settings/statuses`);
    const { page } = ada;
    const names = async ({ page }: Person) => (await page.getByRole("table", { name: "Statuses" }).locator("td:first-child").allTextContents()).map((text) => text.trim());
    const order = (...wanted: string[]) => expect.poll(() => names(ben)).toEqual(wanted);
    for (const name of ["In progress", "In review"]) {
      await page.getByRole("button", { name: "New status" }).click();
      await page.getByRole("dialog", { name: "New status" }).getByLabel("Name").fill(name);
      await page.keyboard.press("Enter");
    }
    await order("Backlog", "To do", "In progress", "In review", "Done");
    await ask(ada, "In review", "Move up");
    await order("Backlog", "To do", "In review", "In progress", "Done");
    // Without the tip of the button that has the focus.
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "settings-statuses");
    await ask(ada, "In progress", "Edit status");
    await page.getByRole("dialog").getByLabel("Name").fill("Doing");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await order("Backlog", "To do", "In review", "Doing", "Done");
    await ask(ada, "In review", "Delete status");
    await page.getByRole("dialog", { name: "Delete “In review”?" }).getByRole("button", { name: "Delete status" }).click();
    await order("Backlog", "To do", "Doing", "Done");
    expect(await ben.page.getByRole("button", { name: "New status" }).count()).toBe(0);
  });
});

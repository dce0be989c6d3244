import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import type { NewWorkspace, Person } from "./support/person";
import { shoot, shots } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
const [rope, nets] = [randomUUID(), randomUUID()];

const day = (by: number) => new Date(Date.now() + by * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
});
afterAll(() => stage?.close());

const block = ({ page }: Person, name: string | RegExp) => page.getByRole("main").getByRole("region", { name });
const sidebar = ({ page }: Person) => page.getByRole("navigation", { name: "Workspace" });

describe("the home page", () => {
  it("offers the first steps in a new workspace, each of which does something", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/home`);
    await page.getByText("Nothing is due today.").waitFor();
    const start = block(ada, "Getting started");
    await start.getByRole("button", { name: "New task" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Title" }).fill("Count the crates");
    await page.getByRole("button", { name: "Create task" }).click();
    await start.getByRole("button", { name: "New task" }).waitFor({ state: "detached" });
    await start.getByRole("button", { name: "New list" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Pier");
    await page.getByRole("dialog").getByRole("button", { name: "Create list" }).click();
    await sidebar(ada).getByRole("link", { name: "Home" }).click();
    await start.getByRole("button", { name: "New list" }).waitFor({ state: "detached" });
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(page, "home-start");
    await start.getByRole("button", { name: "Invite people" }).waitFor();
    await start.getByRole("button", { name: "Dismiss the first steps" }).click();
    await start.waitFor({ state: "detached" });
    await page.reload();
    await block(ada, "Due today").waitFor();
    expect(await start.count()).toBe(0);
  });

  it("shows due tasks, unread tasks, the active sprint and recently opened tasks, live", async () => {
    const { page } = ben;
    await ada.invite(ben, workspace);
    await ben.goto(`/w/${workspace.key}/home`);
    const sprintId = randomUUID();
    await ada.send(workspace, { kind: "sprint.create", sprintId, name: "Low water", startDate: day(-5), endDate: day(8), state: "active" });
    await ada.send(workspace, { kind: "ticket.create", ticketId: rope, title: "Buy rope", assigneesIds: [ben.id], dueDate: day(0), sprintId });
    await ada.send(workspace, { kind: "ticket.create", ticketId: nets, title: "Mend the nets", assigneesIds: [ben.id], dueDate: day(-2) });
    // When Ben arrives, the workspace has taken its first steps.
    expect(await block(ben, "Getting started").count()).toBe(0);
    const due = block(ben, "Due today");
    await due.getByRole("link", { name: "Mend the nets" }).waitFor();
    expect(await due.getByRole("listitem").allTextContents()).toEqual([expect.stringContaining("Mend the nets"), expect.stringContaining("Buy rope")]);
    await block(ben, "Unread").getByRole("link", { name: "Buy rope" }).waitFor();
    await block(ben, "Active sprint").getByText("0 of 1").waitFor();
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(page, "home");
    // The whole line is the link, not only its words.
    await due.getByRole("listitem").filter({ hasText: "Buy rope" }).click({ position: { x: 4, y: 8 } });
    await page.getByRole("complementary").getByRole("heading", { name: "Buy rope" }).waitFor();
    await block(ben, "Unread").getByRole("link", { name: "Buy rope" }).waitFor({ state: "detached" });
    const done = (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "status" && data.name === "Done")?.data.id;
    await ada.send(workspace, { kind: "ticket.update", ticketId: rope, patch: { statusId: done } });
    await due.getByRole("link", { name: "Buy rope" }).waitFor({ state: "detached" });
    await block(ben, "Active sprint").getByText("1 of 1").waitFor();
    await page.reload();
    await block(ben, "Recently opened").getByRole("link", { name: "Buy rope" }).waitFor();
  });

  it("greets the person, and shows what other people did last in the person's lists", async () => {
    const { page } = ben;
    await page.getByText(/^Good (morning|afternoon|evening), Ben$/).waitFor();
    const list = (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "list" && data.name === "Pier")?.data.id;
    const activity = block(ben, "Activity in your lists");
    await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Paint the pier", listIds: [list] });
    await ada.send(workspace, { kind: "ticket.update", ticketId: nets, patch: { lists: { add: [list] } } });
    // Ben has a task in the list now, so the other tasks of the list concern him.
    await activity.getByRole("listitem").filter({ hasText: "Paint the pier" }).getByText("Ada Byron created the task").waitFor();
    await ben.send(workspace, { kind: "ticket.update", ticketId: nets, patch: { title: "Mend all nets" } });
    await activity.getByRole("link", { name: "Mend all nets" }).waitFor({ state: "detached" });
    expect(await faultsOf(page)).toEqual([]);
  });

  it("hides and orders its blocks by keyboard, and this browser keeps the choice", async () => {
    const { page } = ben;
    const titles = () => page.getByRole("main").getByRole("region").getByRole("heading", { level: 2 }).allTextContents();
    expect(await titles()).toEqual(["Due today", "Unread", "Activity in your lists", "Active sprint", "Recently opened"]);
    await page.getByRole("button", { name: "Customize home" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Customize home" });
    await dialog.getByRole("checkbox", { name: "Activity in your lists" }).focus();
    await page.keyboard.press("Space");
    const up = dialog.getByRole("button", { name: "Move Recently opened up" });
    for (let step = 0; step < 4; step += 1) {
      await up.focus();
      await page.keyboard.press("Enter");
    }
    expect(await up.getAttribute("aria-disabled")).toBe("true");
    // Without the tip of the button that has the focus.
    await dialog.getByRole("button", { name: "Done" }).focus();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "home-arrange");
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.reload();
    await block(ben, "Recently opened").waitFor();
    expect(await titles()).toEqual(["Recently opened", "Due today", "Unread", "Active sprint"]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await faultsOf(page)).toEqual([]);
    await page.screenshot({ path: join(shots, "home-phone.png") });
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

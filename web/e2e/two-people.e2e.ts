import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rename, row, write } from "./support/list";
import { until } from "./support/node";
import { goOffline } from "./support/offline";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
});
afterAll(() => stage?.close());

beforeEach(async () => {
  await ada.context.setOffline(false);
  await ben.context.setOffline(false);
  workspace = await ada.makeWorkspace("Two people", "TWO");
  await ada.invite(ben, workspace);
  await ada.goto(`/w/${workspace.id}`);
  await ben.goto(`/w/${workspace.id}`);
});

const titles = (page: Page) => page.getByRole("grid").getByRole("link");
async function setStatus(page: Page, title: string, status: string) {
  await row(page, title).getByRole("button", { name: /^Status of/ }).click();
  await page.getByRole("option", { name: status }).click();
}

const statusOf = (page: Page, title: string) => row(page, title).getByRole("button", { name: /^Status of/ }).getAttribute("aria-label");

describe("two people on one list", () => {
  it("see each other's tickets, titles and statuses at once", async () => {
    await write(ada.page, "Agree on the agenda");
    await row(ben.page, "Agree on the agenda").waitFor();
    await rename(ben.page, "Agree on the agenda", "Agree on the agenda today");
    await row(ada.page, "Agree on the agenda today").waitFor();
    await setStatus(ada.page, "Agree on the agenda today", "Done");
    await until("Ben sees that it is done", async () => (await statusOf(ben.page, "Agree on the agenda today"))?.endsWith("Done") ?? false);
    await ben.shot("two-people");
  });

  it("change the status of several tasks at once; each task tells its own earlier status, and one undo brings it back", async () => {
    const rows = await ada.snapshot(workspace);
    const status = (name: string) => rows.find(({ entity, data }) => entity === "status" && data.name === name)?.data.id as string;
    const review = randomUUID();
    await ada.send(workspace, { kind: "status.create", statusId: review, name: "In review", category: "started" });
    const before = { "Order the planks": "Backlog", "Saw the planks": "To do", "Nail the planks": "Done" };
    for (const [title, name] of Object.entries(before)) await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title, statusId: status(name) });
    for (const person of [ada, ben]) await person.goto(`/w/${workspace.key}/all`);
    const seen = (page: Page) => Promise.all(Object.keys(before).map(async (title) => (await statusOf(page, title))?.replace(/^.*: /, "")));
    const stored = async (field: string) => {
      const now = await ada.snapshot(workspace);
      return Object.keys(before).map((title) => now.find(({ data }) => data.title === title)?.data[field]);
    };
    const { page } = ada;
    for (const title of Object.keys(before)) {
      await row(page, title).getByRole("gridcell").first().hover();
      await row(page, title).getByRole("checkbox").click();
    }
    await page.getByRole("toolbar", { name: "3 selected" }).getByRole("button", { name: "Status" }).click();
    await page.getByRole("option", { name: "In review" }).click();
    for (const person of [ada, ben]) await expect.poll(() => seen(person.page)).toEqual(["In review", "In review", "In review"]);
    expect(await stored("previousStatusId")).toEqual(Object.values(before).map(status));
    for (const [title, name] of Object.entries(before)) {
      await row(ben.page, title).getByRole("link").click();
      const panel = ben.page.getByRole("complementary");
      await panel.getByRole("heading", { name: title }).waitFor();
      await panel.getByText(`changed status from ${name} to In review`).waitFor();
      await ben.page.keyboard.press("Escape");
      await panel.waitFor({ state: "detached" });
    }

    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+z");
    for (const person of [ada, ben]) await expect.poll(() => seen(person.page)).toEqual(Object.values(before));
    expect(await stored("previousStatusId")).toEqual([review, review, review]);
  });

  it("see the colour of a status, which is that of its category, in every view", async () => {
    const title = "Caulk the boat";
    const [review, blocked, boat] = [randomUUID(), randomUUID(), randomUUID()];
    await ada.send(workspace, { kind: "status.create", statusId: review, name: "In review", category: "started" });
    await ada.send(workspace, { kind: "status.create", statusId: blocked, name: "Waiting", category: "blocked" });
    await ada.send(workspace, { kind: "ticket.create", ticketId: boat, title, statusId: review, dueDate: "2030-05-15" });
    /** The colour of the first icon in a place, as a variable of the theme names it. */
    const colour = (place: Locator) =>
      place.locator("svg[class*=icon]").first().evaluate((icon) => {
        const probe = document.body.appendChild(document.createElement("i"));
        const named = ["default", "started", "blocked", "canceled", "completed"].filter((name) => {
          probe.style.color = `var(--st-${name})`;
          return getComputedStyle(probe).color === getComputedStyle(icon).color;
        });
        probe.remove();
        return named.join();
      });
    await ben.goto(`/w/${workspace.key}/all`);
    const { page } = ben;
    await row(page, title).getByRole("link").click();
    const panel = page.getByRole("complementary");
    const places = [row(page, title).getByRole("button", { name: /^Status of/ }), panel.getByRole("button", { name: "Status: In review" })];
    for (const place of places) await expect.poll(() => colour(place)).toBe("started");
    await ada.goto(`/w/${workspace.key}/settings/statuses`);
    expect(await colour(ada.page.getByRole("table", { name: "Statuses" }).getByRole("row").filter({ hasText: "In review" }))).toBe("started");
    await ada.page.getByRole("button", { name: "Actions for In review" }).click();
    await ada.page.getByRole("menuitem", { name: "Edit status" }).click();
    await ada.page.getByRole("dialog").getByText("Tasks have this status, so its category can't change.").waitFor();
    expect(await ada.page.getByRole("dialog").getByLabel("Category").isDisabled()).toBe(true);
    await ada.send(workspace, { kind: "ticket.update", ticketId: boat, patch: { statusId: blocked } });
    await ada.page.getByRole("dialog").getByLabel("Category").selectOption("canceled");
    await ada.page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    const moved = [row(page, title).getByRole("button", { name: /^Status of/ }), panel.getByRole("button", { name: "Status: Waiting" })];
    for (const place of moved) await expect.poll(() => colour(place)).toBe("blocked");
    await page.keyboard.press("Escape");
    await page.keyboard.press("2");
    const column = page.getByRole("region", { name: "Waiting", exact: true });
    await expect.poll(() => colour(column.getByRole("heading", { name: "Waiting" }).locator(".."))).toBe("blocked");
    await ben.goto(`/w/${workspace.key}/all?view=calendar&cal=month&day=2030-05-15`);
    await expect.poll(() => colour(page.getByRole("grid").getByRole("article", { name: new RegExp(title) }))).toBe("blocked");
  });

  it("see in a row who has its task open", async () => {
    await write(ada.page, "Agree on the agenda");
    await row(ben.page, "Agree on the agenda").getByRole("link").click();
    const face = row(ada.page, "Agree on the agenda").getByTitle("Ben Nevis is here");
    await face.waitFor();
    await ben.page.getByRole("complementary").getByRole("heading", { name: "Agree on the agenda" }).waitFor();
    await ben.page.keyboard.press("Escape");
    await face.waitFor({ state: "detached" });
  });

  it("inv18_rs1_go offline, edit the same ticket, and agree when they are back", async () => {
    await write(ada.page, "Write the minutes");
    await row(ben.page, "Write the minutes").waitFor();
    await goOffline(ada.context);
    await rename(ada.page, "Write the minutes", "Write the minutes, says Ada");
    await write(ada.page, "Made on a train");
    await rename(ben.page, "Write the minutes", "Write the minutes, says Ben");
    await setStatus(ben.page, "Write the minutes, says Ben", "To do");
    await ada.page.getByText(/edits are saved here and will sync when you reconnect/).waitFor();
    await ada.shot("offline");
    await ada.context.setOffline(false);
    // Ada's edit reaches the node last, so its title stands; Ben's status is another field and stands too.
    for (const person of [ada, ben]) {
      await row(person.page, "Write the minutes, says Ada").waitFor();
      await row(person.page, "Made on a train").waitFor();
      await until("both edits stand", async () => (await statusOf(person.page, "Write the minutes, says Ada"))?.endsWith("To do") ?? false);
    }
    await until("Ben sees two", async () => (await titles(ben.page).count()) === 2);
  });

  it("inv18_reload during an unanswered edit, and still have the edit", async () => {
    await write(ada.page, "Held back");
    await goOffline(ada.context);
    await rename(ada.page, "Held back", "Held back, then sent");
    await ada.context.setOffline(false);
    await ada.page.reload();
    await row(ada.page, "Held back, then sent").waitFor();
    await row(ben.page, "Held back, then sent").waitFor();
  });

  it("cm2_work in a duplicated tab without losing or doubling an edit", async () => {
    const second = await ada.context.newPage();
    await second.goto(ada.page.url());
    await second.getByRole("navigation", { name: "Workspace" }).waitFor();
    await write(ada.page, "From the first tab");
    await row(second, "From the first tab").waitFor();
    await write(second, "From the second tab");
    for (const page of [ada.page, second, ben.page]) {
      await row(page, "From the first tab").waitFor();
      await row(page, "From the second tab").waitFor();
      await until("there are two, neither twice", async () => (await titles(page).count()) === 2);
    }
    await second.close();
  });

  it("inv1_come through a node that is killed and started again", async () => {
    await write(ada.page, "Before the fall");
    await stage.node.kill();
    await rename(ada.page, "Before the fall", "After the fall");
    await stage.node.start();
    await row(ben.page, "After the fall").waitFor();
  });
});

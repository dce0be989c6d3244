import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row } from "./support/list";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
const [long, short] = [randomUUID(), randomUUID()];
const ids = Array.from({ length: 120 }, () => randomUUID());

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  await ada.send(workspace, { kind: "list.create", listId: long, name: "Planks" });
  await ada.send(workspace, { kind: "list.create", listId: short, name: "Ropes" });
  for (const [n, ticketId] of ids.entries()) await ada.send(workspace, { kind: "ticket.create", ticketId, title: `Plank ${n + 1}`, listIds: [long] });
  await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Buy rope", listIds: [short] });
});
afterAll(() => stage?.close());

const list = (name: string) => ada.page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: new RegExp(`^${name}`) });
const isAt = (name: string) => ada.page.getByRole("heading", { level: 1, name }).waitFor();
const scrollTop = () => ada.page.getByRole("grid").evaluate((sheet) => sheet.scrollTop);

describe("going back and forward", () => {
  it("restores the scroll position and the selection of a list", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/list/${long}`);
    await row(page, "Plank 1").waitFor();
    await page.getByRole("grid").evaluate((sheet) => sheet.scrollTo({ top: 1_600 }));
    for (const number of [55, 57]) {
      // The checkbox is shown while the pointer is over its row.
      await row(page, `Plank ${number}`).hover();
      await page.getByRole("checkbox", { name: `Select HAR-${number}`, exact: true }).click();
    }
    await page.getByRole("toolbar", { name: "2 selected" }).waitFor();
    const left = await scrollTop();
    expect(left).toBeGreaterThan(1_000);
    await list("Ropes").click();
    await isAt("Ropes");
    await row(page, "Buy rope").waitFor();
    expect(await page.getByRole("toolbar", { name: /selected$/ }).count()).toBe(0);
    // An edit by another person in the meantime makes no difference.
    await ben.send(workspace, { kind: "ticket.update", ticketId: ids[118], patch: { title: "Plank 119, sawn" } });
    await page.goBack();
    await isAt("Planks");
    await expect.poll(scrollTop).toBe(left);
    await row(page, "Plank 55").waitFor();
    await page.getByRole("toolbar", { name: "2 selected" }).waitFor();
    await page.goForward();
    await isAt("Ropes");
    expect(await page.getByRole("toolbar", { name: /selected$/ }).count()).toBe(0);
    await page.goBack();
    await isAt("Planks");
    await expect.poll(scrollTop).toBe(left);
    await page.getByRole("toolbar", { name: "2 selected" }).waitFor();
    await page.keyboard.press("Escape");
  });

  it("restores the scroll position after another kind of page, too", async () => {
    const { page } = ada;
    const left = await scrollTop();
    await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: /^Inbox/ }).click();
    await isAt("Inbox");
    await page.goBack();
    await isAt("Planks");
    await expect.poll(scrollTop).toBe(left);
  });

  it("starts at the top of a list that is opened by a link", async () => {
    await list("Ropes").click();
    await isAt("Ropes");
    await list("Planks").click();
    await isAt("Planks");
    await row(ada.page, "Plank 1").waitFor();
    expect(await scrollTop()).toBe(0);
  });

  it("does not scroll a list that stays behind a task", async () => {
    const { page } = ada;
    const scrollTo = (top: number) => page.getByRole("grid").evaluate((sheet, to) => sheet.scrollTo({ top: to }), top);
    await scrollTo(300);
    await row(page, "Plank 20").getByRole("link", { name: "Plank 20", exact: true }).click();
    await page.getByRole("complementary").getByRole("heading", { name: "Plank 20" }).waitFor();
    await scrollTo(420);
    await page.goBack();
    await page.getByRole("complementary").waitFor({ state: "detached" });
    expect(await scrollTop()).toBe(420);
  });

  it("shows the same cards of a board", async () => {
    const { page } = ada;
    await page.goto(`/w/${workspace.key}/list/${long}?view=kanban`);
    const card = page.getByRole("article", { name: /Plank 80,/ });
    const cards = page.getByRole("group", { name: /, cards$/ }).filter({ has: page.getByRole("article") }).first();
    await page.getByRole("article", { name: /Plank 1,/ }).waitFor();
    for (let step = 0; (await card.count()) === 0 && step < 60; step += 1) await cards.evaluate((column) => column.scrollBy({ top: 400 }));
    await card.evaluate((it) => it.scrollIntoView({ block: "center" }));
    await list("Ropes").click();
    await isAt("Ropes");
    await page.goBack();
    await isAt("Planks");
    await expect.poll(async () => {
      const { y = 0, height = 0 } = (await card.boundingBox().catch(() => null)) ?? {};
      return y > 80 && y + height < 900;
    }).toBe(true);
    // A list opens in the view that was used last in it.
    await page.getByRole("tab", { name: "Spreadsheet" }).click();
    await row(page, "Plank 1").waitFor();
  });

  it("restores the scroll position after a reload, of the page itself and of the pages before it", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all`);
    await list("Planks").click();
    await isAt("Planks");
    await row(page, "Plank 1").waitFor();
    await page.getByRole("grid").evaluate((sheet) => sheet.scrollTo({ top: 1_600 }));
    await row(page, "Plank 55").waitFor();
    const left = await scrollTop();
    await page.reload();
    await isAt("Planks");
    await row(page, "Plank 55").waitFor();
    await expect.poll(scrollTop).toBe(left);
    await list("Ropes").click();
    await row(page, "Buy rope").waitFor();
    await page.reload();
    await row(page, "Buy rope").waitFor();
    // The part of the page that restores positions is loaded once the page is usable.
    await page.getByRole("button", { name: "New", exact: true }).waitFor();
    await page.goBack();
    await isAt("Planks");
    await row(page, "Plank 55").waitFor();
    await expect.poll(scrollTop).toBe(left);
  });

  it("starts at the top of a list that is opened by its address again", async () => {
    const { page } = ada;
    for (const top of [1_600, 0]) {
      await ada.goto(`/w/${workspace.key}/list/${long}`);
      await row(page, "Plank 1").waitFor();
      expect(await scrollTop()).toBe(0);
      await page.getByRole("grid").evaluate((sheet, to) => sheet.scrollTo({ top: to }), top);
    }
  });
});

describe("a sheet that is scrolled down", () => {
  it("keeps its rows in place while another person adds tasks above them, and leads to these tasks", async () => {
    const { page } = ada;
    const list = randomUUID();
    await ada.send(workspace, { kind: "list.create", listId: list, name: "Nails" });
    const nails = Array.from({ length: 60 }, () => randomUUID());
    for (const [n, ticketId] of nails.entries()) await ada.send(workspace, { kind: "ticket.create", ticketId, title: `Nail ${n + 1}`, listIds: [list] });
    const place = (title: string) => row(page, title).evaluate((line) => line.getBoundingClientRect().top);
    const add = (title: string, dueDate: string) => ben.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title, listIds: [list], dueDate });
    await ada.goto(`/w/${workspace.key}/list/${list}?group=none&sort=due`);
    await row(page, "Nail 1").waitFor();
    // The part that keeps the rows in place is loaded once the page is usable.
    await page.locator("[class*=newAbove]").waitFor({ state: "attached" });
    await page.getByRole("grid").evaluate((sheet) => sheet.scrollTo({ top: 900 }));
    await row(page, "Nail 40").waitFor();
    const before = await place("Nail 40");
    await add("Screw 2", "2031-03-02");
    await page.getByRole("button", { name: "1 new task above" }).waitFor();
    expect(await place("Nail 40")).toBe(before);
    await add("Screw 1", "2031-03-01");
    await page.getByRole("button", { name: "2 new tasks above" }).waitFor();
    expect(await place("Nail 40")).toBe(before);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "sheet-new-above");
    await page.getByRole("button", { name: "2 new tasks above" }).click();
    await row(page, "Screw 1").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /new tasks? above/ }).count()).toBe(0);
  });
});

import { randomUUID } from "node:crypto";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, today } from "@/lib/plainDate";
import { faultsOf } from "./support/faults";
import { row } from "./support/list";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let workspace: NewWorkspace;
const listId = randomUUID();
const width = 1440;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.send(workspace, { kind: "list.create", listId, name: "Harbour works" });
  for (const title of ["Paint the pier", "בניית רציף חדש", "Mend the nets"])
    await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title, listIds: [listId], startDate: today(), dueDate: addDays(today(), 2) });
});
afterAll(() => stage?.close());

const boxOf = async (of: Locator) => {
  const box = await of.boundingBox();
  if (!box) throw new Error("the element has no box");
  return box;
};
const sidebar = () => ada.page.getByRole("navigation", { name: "Workspace" });
const toList = (search: string) => ada.goto(`/w/${workspace.key}/list/${listId}?${search}`);

describe("A layout from right to left", () => {
  it("is chosen in the preferences, and stays after a reload", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/settings/preferences`);
    await page.getByRole("radio", { name: "Right to left" }).click();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    await page.getByRole("radio", { name: "Right to left", checked: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
  });

  it("has the sidebar at the right, and its edge is moved by pointer and keys", async () => {
    const { page } = ada;
    await toList("view=spreadsheet");
    await row(page, "Paint the pier").waitFor();
    const before = await boxOf(sidebar());
    expect(before.x + before.width).toBeGreaterThan(width - 12);
    const grip = page.getByRole("separator", { name: "Sidebar width" });
    const size = async () => Number(await grip.getAttribute("aria-valuenow"));
    const first = await size();
    const at = await boxOf(grip);
    await page.mouse.move(at.x + 3, 400);
    await page.mouse.down();
    await page.mouse.move(at.x + 3 - 40, 400, { steps: 4 });
    await page.mouse.up();
    expect(await size()).toBe(first + 40);
    await grip.focus();
    await page.keyboard.press("ArrowRight");
    expect(await size()).toBe(first + 24);
  });

  it("has the panel of a task at the left", async () => {
    const { page } = ada;
    await row(page, "בניית רציף חדש").getByRole("link").first().click();
    const panel = page.getByRole("complementary").filter({ hasText: "בניית רציף חדש" });
    await panel.waitFor();
    expect((await boxOf(panel)).x).toBeLessThan(2);
    const sides = async (name: string) => row(page, name).getByRole("link", { name }).evaluate((link) => getComputedStyle(link.closest("[dir]") ?? link).direction);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await sides("Paint the pier")).toBe("ltr");
  });

  it("moves cards and tabs in the direction of the arrow key", async () => {
    const { page } = ada;
    await toList("view=kanban");
    const first = page.getByRole("article", { name: /Paint the pier/ });
    await first.waitFor();
    const column = (name: string) => page.getByRole("region", { name, exact: true });
    expect((await boxOf(column("To do"))).x).toBeGreaterThan((await boxOf(column("Done"))).x);
    const x = async () => (await boxOf(first)).x;
    const from = await x();
    await first.focus();
    await page.keyboard.press("Shift+ArrowLeft");
    await page.getByRole("status").filter({ hasText: /Moved to/ }).waitFor();
    await expect.poll(x).toBeLessThan(from);
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(x).toBe(from);
    await page.getByRole("tab", { name: "Kanban" }).focus();
    await page.keyboard.press("ArrowLeft");
    expect(new URL(page.url()).search).toContain("view=calendar");
  });

  it("keeps time from left to right in the gantt, and turns the days of the calendar around", async () => {
    const { page } = ada;
    await toList("view=gantt");
    const bar = page.locator('[data-part="bar"]').first();
    await bar.waitFor();
    expect((await boxOf(page.getByRole("treegrid").getByRole("link", { name: "Paint the pier" }))).x).toBeLessThan((await boxOf(bar)).x);
    await toList("view=calendar");
    const days = page.getByRole("columnheader");
    expect((await boxOf(days.first())).x).toBeGreaterThan((await boxOf(days.last())).x);
    await page.locator("[role=grid] [data-ticket]").filter({ hasText: "Paint the pier" }).first().focus();
    await page.keyboard.press("Shift+ArrowLeft");
    const moved = async () => (await ada.snapshot(workspace)).find(({ data }) => data.title === "Paint the pier")?.data.startDate;
    await expect.poll(moved).toBe(addDays(today(), 1));
  });

  it("has the list of the inbox at the right, and the open task beside it", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/inbox/HAR-1`);
    const panel = page.getByRole("complementary").filter({ hasText: "Paint the pier" });
    await panel.waitFor();
    const [task, whole] = [await boxOf(panel), await boxOf(page.getByRole("main"))];
    expect([task.x, task.x + task.width]).toEqual([whole.x, whole.x + whole.width - 400]);
    await ada.shot("mirrored-inbox");
  });

  it("makes no page wider than the window", async () => {
    const { page } = ada;
    for (const size of [width, 390]) {
      await page.setViewportSize({ width: size, height: 900 });
      for (const path of ["home", "inbox", "lists", "roadmap", "epics", "trash", "search?q=pier", "settings/preferences", `list/${listId}?view=kanban`, `list/${listId}?view=calendar`]) {
        await page.goto(`/w/${workspace.key}/${path}`);
        await page.getByRole("main").getByRole("heading").first().waitFor();
        expect(await page.evaluate(() => [document.documentElement.scrollWidth, document.body.scrollWidth].every((wide) => wide <= innerWidth)), `${path} at ${size}`).toBe(true);
      }
      await ada.shot(`mirrored-${size}`);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Clock, Ids } from "@/sync/platform/ids";
import type { Command } from "@/wire/generated";
import { gridOf, rename, row } from "./support/list";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let workspace: NewWorkspace;
const ids = new Ids(new Clock());
const command = (what: Command) => ada.call(`/api/workspaces/${workspace.id}/commands`, { id: ids.next(), command: what });
const [parent, whole, broken, trashed, alsoTrashed, comment] = [ids.next(), ids.next(), ids.next(), ids.next(), ids.next(), ids.next()];

/** Makes a row undrawable: its dates are no dates. */
const spoiled = (data: Record<string, unknown>) => {
  if (data.id === broken) return { ...data, dueDate: "someday" };
  return data.id === trashed ? { ...data, trashedAt: "someday" } : data;
};

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  workspace = await ada.makeWorkspace("Faulty", "BAD");
  for (const [ticketId, title] of [[parent, "The parent"], [whole, "A whole task"], [trashed, "Broken in the trash"], [alsoTrashed, "Whole in the trash"]] as const)
    await command({ kind: "ticket.create", ticketId, title });
  await command({ kind: "ticket.create", ticketId: broken, title: "A broken task", parentTicketId: parent });
  await command({ kind: "ticket.create", ticketId: ids.next(), title: "A whole subtask", parentTicketId: parent });
  for (const toTicketId of [broken, whole]) await command({ kind: "link.create", linkId: ids.next(), fromTicketId: parent, toTicketId, linkKind: "relates" });
  await command({ kind: "tickets.trash", ticketIds: [trashed, alsoTrashed] });
  await command({ kind: "comment.create", commentId: comment, ticketId: whole, message: "A broken comment" });
  await command({ kind: "comment.create", commentId: ids.next(), ticketId: whole, message: "A whole comment" });
  await command({ kind: "reaction.add", activityId: comment, emoji: "👍" });
  await ada.page.route(/\/snapshot$/, async (route) => {
    const answer = await route.fetch({ headers: { ...route.request().headers(), accept: "application/x-ndjson" } });
    const lines = (await answer.text()).trim().split("\n").map((line) => JSON.parse(line) as { entity?: string; data?: Record<string, unknown> });
    const changed = lines.map((line) => (line.entity === "ticket" && line.data ? { ...line, data: spoiled(line.data) } : line));
    await route.fulfill({ response: answer, body: changed.map((line) => `${JSON.stringify(line)}\n`).join("") });
  });
  await ada.page.route(/\/tickets\/[^/]+$/, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    // An object instead of the emoji, which React refuses to draw.
    await route.fulfill({ response: answer, body: text.replaceAll('"👍"', '{"not":"an emoji"}') });
  });
});
afterAll(() => stage?.close());

const notice = "This task can't be displayed.";
const panel = () => ada.page.getByRole("complementary");

describe("a task that cannot be drawn", () => {
  it("leaves a notice in its row, and its neighbours can be edited", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all`);
    const grid = gridOf(page);
    await grid.getByRole("row").filter({ hasText: notice }).waitFor();
    expect(await grid.getByText(notice).count()).toBe(1);
    await row(page, "The parent").waitFor();
    await rename(page, "A whole task", "A whole task, renamed");
    await ada.shot("broken-row");
    await rename(page, "A whole task, renamed", "A whole task");
  });

  it("leaves a notice in its card, among the others", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all?view=kanban`);
    await page.getByRole("article").filter({ hasText: notice }).waitFor();
    await page.getByRole("article", { name: /A whole task/ }).waitFor();
    expect(await page.getByText(notice).count()).toBe(1);
    await page.keyboard.press("1");
    await row(page, "A whole task").waitFor();
  });

  it("leaves a notice in the list of a phone", async () => {
    const { page } = ada;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("listitem").filter({ hasText: notice }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "A whole task" }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("leaves a notice in its panel, with the way back to the list", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all/${workspace.key}-5`);
    await panel().getByRole("heading", { name: notice }).waitFor();
    await row(page, "A whole task").waitFor();
    await ada.shot("broken-panel");
    await panel().getByRole("button", { name: "Back to list" }).click();
    await panel().waitFor({ state: "detached" });
    await row(page, "A whole task").waitFor();
  });

  it("leaves a notice among the subtasks and links of another task, which stays open", async () => {
    const { page } = ada;
    await row(page, "The parent").getByRole("link").click();
    for (const [name, neighbour] of [["Subtasks", "A whole subtask"], ["Links", "A whole task"]] as const) {
      const section = panel().getByRole("region", { name });
      await section.getByText(notice).waitFor();
      await section.getByRole("link", { name: neighbour }).waitFor();
    }
    await panel().getByRole("button", { name: "The parent", exact: true }).waitFor();
    await ada.shot("broken-subtask");
    await page.keyboard.press("Escape");
  });

  it("leaves a notice in the trash, where the others can be restored", async () => {
    await ada.goto(`/w/${workspace.key}/trash`);
    await ada.page.getByRole("listitem").filter({ hasText: notice }).waitFor();
    await ada.page.getByRole("listitem").filter({ hasText: "Whole in the trash" }).getByRole("button", { name: /^Restore/ }).waitFor();
  });
});

describe("a comment that cannot be drawn", () => {
  it("leaves a notice in its place, and the task stays usable", async () => {
    await ada.goto(`/w/${workspace.key}/all/${workspace.key}-2`);
    const feed = panel().getByRole("list", { name: "Feed" });
    await feed.getByText("This comment can't be displayed.").waitFor();
    await feed.getByText("A whole comment").waitFor();
    expect(await feed.getByText("A broken comment").count()).toBe(0);
    await panel().getByRole("heading", { name: "A whole task" }).waitFor();
    await ada.shot("broken-comment");
  });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
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
});
afterAll(() => stage?.close());

/** Makes a task over the API, and deletes it permanently. */
async function deleted(person: Person, over: object): Promise<void> {
  const ticketId = randomUUID();
  await person.send(workspace, { kind: "ticket.create", ticketId, title: "A secret title", ...over });
  await person.send(workspace, { kind: "ticket.trash", ticketId });
  await person.send(workspace, { kind: "ticket.delete", ticketId });
}

const lines = ({ page }: Person) => page.getByRole("list", { name: "Deleted permanently" }).getByRole("listitem");

/** Makes a task over the API, and moves it to the trash. */
async function trashed(person: Person, title: string, over: object = {}): Promise<void> {
  const ticketId = randomUUID();
  const general = (await person.snapshot(workspace)).find(({ entity, data }) => entity === "list" && data.name === "General")?.data.id;
  await person.send(workspace, { kind: "ticket.create", ticketId, title, ...(!("private" in over) && { listIds: [general] }), ...over });
  await person.send(workspace, { kind: "ticket.trash", ticketId });
}

const rows = ({ page }: Person) => page.getByRole("list", { name: "Trash" }).getByRole("listitem");
const toast = ({ page }: Person, text: string) => page.getByRole("listitem").filter({ hasText: text }).getByRole("button", { name: /^Undo/ });

describe("tasks that were deleted permanently", () => {
  it("dt1, dt2: the trash says who deleted which task and when, and hides private tasks of others", async () => {
    await deleted(ben, {});
    await deleted(ben, { private: true });
    await deleted(ada, {});
    await ada.goto(`/w/${workspace.key}/trash`);
    await ada.page.getByRole("radio", { name: "Deleted permanently" }).click();
    await lines(ada).first().waitFor();
    const texts = await lines(ada).allTextContents();
    expect(texts.map((text) => /^(HAR-\d+)Deleted by (\w+)/.exec(text)?.slice(1))).toEqual([["HAR-2", "Ada"], ["HAR-1", "Ben"]]);
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "deleted-tasks");
  });
});

describe("the tasks in the trash", () => {
  it("are narrowed by a search, and show which ones are private", async () => {
    await trashed(ada, "Mend the nets");
    await trashed(ada, "Buy rope");
    await trashed(ada, "A secret rope", { private: true });
    await trashed(ben, "Sell fish");
    await ada.goto(`/w/${workspace.key}/trash`);
    await expect.poll(() => rows(ada).count()).toBe(4);
    expect(await rows(ada).filter({ has: ada.page.getByRole("img", { name: "Private" }) }).count()).toBe(1);
    await ada.page.keyboard.press("/");
    await ada.page.keyboard.type("rope");
    await expect.poll(() => rows(ada).count()).toBe(2);
    expect(await ada.page.getByRole("button", { name: "Empty trash" }).count()).toBe(0);
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "trash-found");
    await ada.page.getByRole("searchbox", { name: "Find in trash" }).fill("nothing like that");
    await ada.page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => rows(ada).count()).toBe(4);
    await ada.page.setViewportSize({ width: 390, height: 844 });
    await rows(ada).first().waitFor();
    await ada.shot("trash-phone");
    await ada.page.setViewportSize({ width: 1440, height: 900 });
  });

  it("are restored, which can be undone", async () => {
    await ada.page.getByRole("button", { name: /^Restore HAR/ }).first().click();
    await expect.poll(() => rows(ada).count()).toBe(3);
    await toast(ada, "1 task restored").click();
    await expect.poll(() => rows(ada).count()).toBe(4);
  });

  it("ask for a list when they come back, if their lists were deleted meanwhile", async () => {
    const { page } = ada;
    const [pier, quay] = [randomUUID(), randomUUID()];
    for (const [listId, name] of [[pier, "Pier"], [quay, "Quay"]] as const) await ada.send(workspace, { kind: "list.create", listId, name });
    const ticketId = randomUUID();
    await ada.send(workspace, { kind: "ticket.create", ticketId, title: "Mend the pier", listIds: [pier] });
    await ada.send(workspace, { kind: "ticket.trash", ticketId });
    await ada.send(workspace, { kind: "list.delete", listId: pier });
    const line = rows(ada).filter({ hasText: "Mend the pier" });
    await line.getByText("Pier", { exact: true }).waitFor({ state: "detached" });
    await line.getByRole("button", { name: /^Restore HAR/ }).click();
    await page.getByRole("option", { name: "Quay" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "trash-choose-list");
    await page.keyboard.type("Quay");
    await page.keyboard.press("Enter");
    const lists = async () => (await ada.snapshot(workspace)).find(({ data }) => data.title === "Mend the pier")?.data.lists;
    await expect.poll(lists).toEqual([{ listId: quay, rank: expect.any(String) }]);
    await page.keyboard.press("Escape");
    await ada.send(workspace, { kind: "ticket.trash", ticketId });
    await ada.send(workspace, { kind: "ticket.delete", ticketId });
    await expect.poll(() => rows(ada).count()).toBe(4);
  });

  it("are all deleted by “Empty trash”, after a question that gives their number", async () => {
    await ben.goto(`/w/${workspace.key}/trash`);
    await expect.poll(() => rows(ben).count()).toBe(3);
    await ben.page.getByRole("button", { name: "Empty trash" }).click();
    await ben.page.getByRole("alertdialog", { name: "Delete 3 tasks permanently?" }).getByRole("button", { name: "Cancel" }).click();
    await ada.page.getByRole("button", { name: "Empty trash" }).click();
    const question = ada.page.getByRole("alertdialog", { name: "Delete 4 tasks permanently?" });
    await question.getByRole("button", { name: "Delete permanently" }).click();
    await ada.page.getByText("The trash is empty").waitFor();
    expect(await ada.page.getByRole("button", { name: "Empty trash" }).count()).toBe(0);
    await ben.page.getByText("The trash is empty").waitFor();
  });
});

describe("a guest", () => {
  it("dt2: reads about their own deletions alone", async () => {
    await ada.send(workspace, { kind: "member.setRole", userId: ben.id, role: "guest" });
    await ben.goto(`/w/${workspace.key}/trash`);
    await ben.page.getByText("The trash is empty").waitFor();
    await ben.page.getByRole("radio", { name: "Deleted permanently" }).click();
    expect(await lines(ben).count()).toBeLessThanOrEqual(1);
  });
});

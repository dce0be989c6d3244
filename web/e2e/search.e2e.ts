import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { until } from "./support/node";
import { goOffline } from "./support/offline";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
const [drafts, secret] = [randomUUID(), randomUUID()];

const box = (page: Page) => page.getByRole("searchbox", { name: "Search the workspace" });
const results = (page: Page) => page.getByRole("region", { name: "Results" });
const result = (page: Page, title: string) => results(page).getByRole("article").filter({ hasText: title });
interface Task {
  title: string;
  description?: string;
  listId?: string;
  comment?: string;
}

async function create({ title, description, listId, comment }: Task): Promise<void> {
  const ticketId = randomUUID();
  const more = { ...(description !== undefined && { description }), ...(listId !== undefined && { listIds: [listId] }) };
  await ada.send(workspace, { kind: "ticket.create", ticketId, title, ...more });
  if (comment !== undefined) await ada.send(workspace, { kind: "comment.create", commentId: randomUUID(), ticketId, message: comment });
}

/** How many tasks the node finds for a person. */
const found = async (person: Person, text: string) =>
  (await person.call<{ results: unknown[] }>(`/api/workspaces/${workspace.id}/search?q=${encodeURIComponent(text)}`)).results.length;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  await ada.send(workspace, { kind: "list.create", listId: drafts, name: "Drafts", color: "teal" });
  await ada.send(workspace, { kind: "list.create", listId: secret, name: "Plans", restricted: true });
  await create({
    title: "Labels push HKDF-Expand-Label into two hash blocks",
    description: "Some traffic secret labels push HKDF-Expand-Label into a second hash block. Every label must fit in 18 bytes.",
    listId: drafts,
    comment: "The maximum label length is 18 bytes if one is not to blow the block.",
  });
  await create({ title: "Table of key derivation", description: "One table with the label and where it is used." });
  await create({ title: "Agree on sizes", comment: "The generic label is the same number of bytes either way." });
  await create({ title: "Salaries of the pier", description: "The secret label of the harbour.", listId: secret });
  await until("the node has read all texts", async () => (await found(ada, "label")) === 4);
  await Promise.all([ada.goto(`/w/${workspace.key}/all`), ben.goto(`/w/${workspace.key}/all`)]);
});
afterAll(() => stage?.close());

describe("the search page", () => {
  it("finds words in titles, descriptions and comments, and marks them", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/search`);
    await page.getByRole("heading", { name: "Search this workspace" }).waitFor();
    await box(page).fill("label bytes");
    await result(page, "Labels push").waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("label bytes");
    expect(await results(page).getByRole("article").count()).toBe(2);
    expect(await result(page, "Agree on sizes").locator("mark").allTextContents()).toEqual(["label", "bytes"]);
    await box(page).fill("label");
    await result(page, "Salaries of the pier").waitFor();
    await page.getByText("4 tasks").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
    expect(await faultsOf(page)).toEqual([]);
    await page.evaluate(() => (document.documentElement.dataset.theme = "light"));
    await shoot(page, "search");
  });

  it("narrows the results by list and by where the words are, and the address says so", async () => {
    const { page } = ada;
    await page.getByRole("combobox", { name: "List" }).selectOption({ label: "Drafts" });
    await page.getByText("1 task", { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("list")).toBe(drafts);
    await page.getByRole("combobox", { name: "List" }).selectOption({ label: "All lists" });
    for (const part of ["Title", "Description", "Attributes"]) await page.getByRole("checkbox", { name: part }).click();
    await page.getByText("2 tasks").waitFor();
    expect(new URL(page.url()).searchParams.get("in")).toBe("comment");
    await page.reload();
    await page.getByText("2 tasks").waitFor();
    for (const part of ["Title", "Description", "Attributes"]) await page.getByRole("checkbox", { name: part }).click();
    await page.getByText("4 tasks").waitFor();
  });

  it("goes from the box to the results by arrow keys, opens a task, and is there again after Back", async () => {
    const { page } = ada;
    await box(page).focus();
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Labels push");
    await page.keyboard.press("Enter");
    await page.getByRole("complementary").getByRole("heading", { name: /^Labels push/ }).waitFor();
    await page.goBack();
    await result(page, "Labels push").waitFor();
    expect(await box(page).inputValue()).toBe("label");
  });

  it("shows a colleague nothing of a restricted list, until it is shared, and not after that", async () => {
    const { page } = ben;
    await ben.goto(`/w/${workspace.key}/search?q=label`);
    await page.getByText("3 tasks").waitFor();
    expect(await page.getByText("Salaries").count()).toBe(0);
    await box(page).fill("salaries");
    await page.getByRole("heading", { name: "No matches" }).waitFor();
    await shoot(page, "search-nothing");
    await ada.send(workspace, { kind: "share.set", listId: secret, userId: ben.id, level: "view" });
    await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Plans" }).waitFor();
    await box(page).fill("salaries pier");
    await result(page, "Salaries of the pier").waitFor();
    await ada.send(workspace, { kind: "share.remove", listId: secret, userId: ben.id });
    await result(page, "Salaries of the pier").waitFor({ state: "detached" });
    expect(await found(ben, "salaries")).toBe(0);
  });

  it("says that it is offline, and searches when the connection is back", async () => {
    const { page, context } = ben;
    await goOffline(context);
    await box(page).fill("table");
    await page.getByRole("heading", { name: "You're offline" }).waitFor();
    await shoot(page, "search-offline");
    await context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await result(page, "Table of key derivation").waitFor();
  });
});

describe("the palette", () => {
  it("shows what the node has found below what it knows, with the text that matches, and leads to the page", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all`);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("label");
    await page.getByRole("option", { name: /Agree on sizes/ }).waitFor();
    expect(await page.getByRole("option", { selected: true }).textContent()).toContain("Labels push");
    await shoot(page, "palette-search");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("option", { name: "Search in descriptions and comments" }).click();
    await result(page, "Agree on sizes").waitFor();
  });

  it("finds a mistyped title, and titles alone without a connection", async () => {
    const { page, context } = ada;
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("derviation");
    await page.getByRole("option", { name: /Table of key derivation/ }).waitFor();
    await goOffline(context);
    await page.getByRole("combobox").fill("sizes");
    await page.getByText("Offline: only titles are searched.").waitFor();
    await page.getByRole("option", { name: /Agree on sizes/ }).waitFor();
    await context.setOffline(false);
    await page.keyboard.press("Escape");
  });
});

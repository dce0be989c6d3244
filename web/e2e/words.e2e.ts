import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pseudoApp, textsOutside, type PseudoApp } from "./support/pseudo";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let app: PseudoApp;
/** Owns the instance, because she signs up first. */
let ada: Person;
let workspace: NewWorkspace;
beforeAll(async () => {
  [stage, app] = await Promise.all([setStage(), pseudoApp()]);
  ada = await stage.person("Ada Byron");
  const ben = await stage.person("Ben King");
  workspace = await ada.makeWorkspace("TLS", "TLS");
  await ada.invite(ben, workspace);
  emails = [ada.email, ben.email];
  await ben.context.close();
  await app.showIn(ada.context);
});
afterAll(async () => {
  await stage?.close();
  await app?.remove();
});

/**
 * Texts by users, names that the node gives in a new workspace, the name of the product, and a key that sonner names.
 */
const theirs = ["alt+T", "Ada Byron", "Ben King", "TLS", "Parent", "Child", "bug", "troupe.example", "Troupe"];
const seeds = ["Backlog", "General", "To do", "In progress", "Blocked", "In review", "Done", "Canceled", "Markdown", "GitHub", "CSV"];
/** The addresses that the page of users shows. */
let emails: string[] = [];
const own = [...theirs, ...seeds, "AB", "BK", "ada", "ben", "byron", "king"];

async function expectNoOther(page: Page, where: string, more: readonly string[] = []): Promise<void> {
  expect.soft(await textsOutside(page, [...own, ...more]), where).toEqual([]);
}

/** Opens a path of the workspace and waits until the page shows the workspace's lists, or on a phone its bar. */
async function open(path: string): Promise<void> {
  const { page } = ada;
  await page.goto(`/w/${workspace.key}${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("link", { name: "Backlog" }).or(page.getByRole("navigation", { name: "Main" })).first().waitFor();
}

/** The ids of the nodes as the page Instance shows them, whole and shortened: the node that made the data may be listed as well. */
async function nodeIds(page: Page): Promise<string[]> {
  const codes = await page.getByRole("region", { name: "Nodes" }).locator("code").all();
  const ids = codes.map(async (code) => [(await code.getAttribute("title")) ?? "", (await code.textContent()) ?? ""]);
  return (await Promise.all(ids)).flat().filter((id) => id !== "");
}

describe("every text that is shown is in the catalogue", () => {
  it("finds a missing one", async () => {
    const { context, page } = await stage.stranger();
    await app.showIn(context);
    await page.goto("/signin");
    await page.getByRole("button", { name: "⟦Log in⟧" }).waitFor();
    await page.evaluate(() => document.body.append("Hello there"));
    expect(await textsOutside(page, own)).toEqual(["body: Hello there"]);
    await context.close();
  });

  it("on the sign-in and sign-up forms", async () => {
    const { context, page } = await stage.stranger();
    await app.showIn(context);
    for (const path of ["/signin", "/signup", "/invite/none", "/nowhere"]) {
      await page.goto(path);
      await page.getByRole("heading", { name: "⟦" }).first().waitFor();
      await expectNoOther(page, path);
      const send = page.getByRole("button", { name: /Log in|Create account/ });
      if ((await send.count()) === 0) continue;
      await send.click();
      await page.getByRole("textbox").first().waitFor();
      await expectNoOther(page, `${path}, refused`);
    }
    await context.close();
  });

  it("in a workspace: its lists, board, task, trash, settings, and overlays", async () => {
    const snapshot = await ada.snapshot(workspace);
    const list = snapshot.find(({ entity, data }) => entity === "list" && data.name === "Backlog")?.data.id;
    const { page } = ada;
    await open(`/list/${String(list)}`);
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await expectNoOther(page, "new task");
    await dialog.getByLabel("Title").fill("Parent");
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("grid").getByRole("link", { name: "Parent" }).waitFor();
    await expectNoOther(page, "spreadsheet");

    // Commands that the palette offers only to a search.
    for (const query of ["sort by", "group by", "zzqx"]) {
      await page.keyboard.press("Control+k");
      await dialog.getByRole("combobox").fill(query);
      await dialog.getByRole("option").filter({ hasText: /⟦(Sort|Group|Create task)/ }).first().waitFor();
      await expectNoOther(page, `palette, ${query}`, [query]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }

    for (const keys of ["Control+k", "Shift+I", "?"]) {
      await page.keyboard.press(keys);
      await dialog.waitFor();
      await expectNoOther(page, keys, [`${stage.node.url}/invite/`]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }

    await page.getByRole("grid").getByRole("link", { name: "Parent" }).click({ button: "right" });
    await page.getByRole("menu").waitFor();
    await expectNoOther(page, "menu of a row");
    await page.keyboard.press("Escape");

    await page.getByRole("grid").getByRole("link", { name: "Parent" }).click();
    await page.getByRole("complementary").waitFor();
    await expectNoOther(page, "task");
    for (const keys of ["s", "p", "a", "Shift+G", "d"]) {
      await page.keyboard.press(keys);
      await page.locator("[data-radix-popper-content-wrapper]").waitFor();
      await expectNoOther(page, `picker ${keys}`);
      await page.keyboard.press("Escape");
      await page.locator("[data-radix-popper-content-wrapper]").waitFor({ state: "detached" });
    }
    await page.keyboard.press("Escape");

    await open(`/list/${String(list)}?view=kanban`);
    await page.getByRole("article").filter({ hasText: "Parent" }).waitFor();
    await expectNoOther(page, "board");

    for (const path of ["/all", "/mine", "/created", "/completed", "/subscribed", "/private", "/trash"]) {
      await open(path);
      await expectNoOther(page, path);
    }
    for (const section of ["general", "users", "roles", "labels"]) {
      await open(`/settings/${section}`);
      await page.getByRole("heading", { level: 2 }).waitFor();
      await expectNoOther(page, section, emails);
    }
  });

  it("in the import of an unreadable and of a readable file", async () => {
    const { page } = ada;
    const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    await open("/all");
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "Import from" }).click();
    const dialog = page.getByRole("dialog", { name: "Import tasks" });
    await dialog.waitFor();
    await expectNoOther(page, "import, no file");
    await dialog.getByLabel("File to import").setInputFiles(file("broken.json", "{"));
    await expectNoOther(page, "import, file", ["broken.json"]);
    await dialog.getByRole("button", { name: "Continue" }).click();
    // The reason is the node's text.
    const [reason = ""] = (await dialog.getByRole("alert").textContent())?.split("⟦") ?? [];
    expect(reason).not.toBe("");
    await expectNoOther(page, "import, refused", ["broken.json", reason]);

    const table = "number,heading,owner,size\nX-1,Written elsewhere,Cleo Lane,large\nX-2,=1+1,Cleo Lane,NULL\n";
    const written = ["table.csv", "table", "CL", ...table.split(/[,\n]/)];
    await dialog.getByLabel("File to import").setInputFiles(file("table.csv", table));
    await dialog.getByRole("button", { name: "Continue" }).click();
    const columns = page.getByRole("dialog", { name: "Match columns" });
    await columns.waitFor();
    await expectNoOther(page, "import, columns", written);
    await columns.getByRole("combobox").first().selectOption({ label: "⟦Unique key⟧" });
    await columns.getByRole("combobox").nth(1).selectOption({ label: "⟦Title⟧" });
    await columns.getByRole("button", { name: "Check file" }).click();
    const review = page.getByRole("dialog", { name: "Review import" });
    await review.waitFor();
    const reasons = await review.getByRole("row").getByRole("cell").filter({ hasNotText: "⟦" }).allTextContents();
    expect(reasons.length).toBeGreaterThan(0);
    await expectNoOther(page, "import, review", [...written, ...reasons]);
    await review.getByRole("button", { name: /^⟦(Import|Update)/ }).click();
    const done = page.getByRole("button", { name: "Show tasks" });
    await done.waitFor();
    await expectNoOther(page, "import, done", [...written, ...reasons]);
    await done.click();
    await page.getByRole("link", { name: "Written elsewhere" }).waitFor();
  });

  it("on the page of the instance", async () => {
    const { page } = ada;
    await page.goto("/admin");
    await page.getByRole("region", { name: "Workspaces" }).waitFor();
    await page.getByText("in the last two minutes").first().waitFor();
    await expectNoOther(page, "/admin", await nodeIds(page));
  });

  it("in a workspace on a phone", async () => {
    const { page } = ada;
    const written = ["Written elsewhere", "Cleo Lane", "CL", "table"];
    await page.setViewportSize({ width: 390, height: 844 });
    await open("/all");
    const list = page.getByRole("list").getByRole("link", { name: "Parent" });
    await list.waitFor();
    await expectNoOther(page, "list on a phone", written);

    const bar = page.getByRole("navigation", { name: "Main" });
    for (const [tab, over] of [["Lists", "Workspace"], ["Browse", "Browse all"], ["New task", "New task"]] as const) {
      await bar.getByRole("button", { name: tab }).click();
      const dialog = page.getByRole("dialog", { name: over });
      await dialog.waitFor();
      await expectNoOther(page, `${over} on a phone`, written);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }

    await list.click();
    await page.waitForURL(/TLS-1$/);
    await page.getByRole("button", { name: "⟦Back⟧" }).waitFor();
    await expectNoOther(page, "task on a phone", written);
    for (const path of ["/all?view=kanban", "/mine", "/private", "/trash", "/settings/general", "/settings/users", "/settings/roles", "/settings/labels"]) {
      await open(path);
      await expectNoOther(page, `${path} on a phone`, [...written, ...emails]);
    }
  });

  it("in overlays on a phone, and on the page of the instance there", async () => {
    const { page } = ada;
    const written = ["Written elsewhere", "Cleo Lane", "CL", "table"];
    await page.setViewportSize({ width: 390, height: 844 });
    await open("/all");
    const dialog = page.getByRole("dialog");
    for (const keys of ["Shift+I", "?"]) {
      await page.keyboard.press(keys);
      await dialog.waitFor();
      await expectNoOther(page, `${keys} on a phone`, written);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }

    await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Lists" }).click();
    for (const [list, question] of [["General", "no tasks"], ["table", "open task"]] as const) {
      await page.getByRole("button", { name: `⟦Actions for ⟧${list}` }).click();
      await page.getByRole("menu").waitFor();
      await expectNoOther(page, `menu of ${list} on a phone`, written);
      await page.getByRole("menuitem", { name: "Delete list" }).click();
      const ask = page.getByRole("dialog", { name: "Delete" });
      await ask.getByText(question).waitFor();
      await expectNoOther(page, `deleting ${list} on a phone`, written);
      await page.keyboard.press("Escape");
      await ask.waitFor({ state: "detached" });
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "Import from" }).click();
    const file = { name: "table.csv", mimeType: "text/csv", buffer: Buffer.from("number,heading\nX-1,Written elsewhere\n") };
    await dialog.getByLabel("File to import").setInputFiles(file);
    await expectNoOther(page, "import on a phone", [...written, "table.csv"]);
    await dialog.getByRole("button", { name: "Continue" }).click();
    const columns = page.getByRole("dialog", { name: "Match columns" });
    await columns.waitFor();
    await expectNoOther(page, "import on a phone, columns", [...written, "number", "heading", "X-1"]);
    await page.keyboard.press("Escape");

    await page.goto("/admin");
    await page.getByRole("region", { name: "Workspaces" }).waitFor();
    await page.getByText("in the last two minutes").first().waitFor();
    await expectNoOther(page, "/admin on a phone", await nodeIds(page));
  });
});

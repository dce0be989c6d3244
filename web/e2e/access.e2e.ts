import { randomUUID } from "node:crypto";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { until } from "./support/node";
import type { Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.close());

describe.each(["light", "dark"] as const)("free of axe violations in the %s theme", (theme) => {
  it("are the sign-in and sign-up forms, also after a refusal", async () => {
    const { context, page } = await stage.stranger({ theme });
    for (const [path, button] of [
      ["/signin", "Log in"],
      ["/signup", "Create account"],
    ] as const) {
      await page.goto(path);
      await page.getByRole("button", { name: button }).click();
      await page.getByText("Password cannot be empty").waitFor();
      expect(await faultsOf(page)).toEqual([]);
    }
    await context.close();
  });

  it("are the sidebar and the overlays of the workspace", async () => {
    const ada: Person = await stage.person("Ada Byron", { theme });
    const workspace = await ada.makeWorkspace("TLS 1.3");
    await ada.goto(`/w/${workspace.id}`);
    const { page } = ada;
    await page.getByRole("link", { name: "Backlog" }).waitFor();
    // The sidebar appears before its page.
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    for (const [keys, name] of [
      ["Control+k", "Browse all"],
      ["n", "New task"],
      ["c", "New task"],
      ["Shift+I", "Invite people to TLS 1.3"],
      ["?", "Keyboard shortcuts"],
    ] as const) {
      await page.keyboard.press(keys);
      const dialog = page.getByRole("dialog", { name });
      await dialog.waitFor();
      expect(await faultsOf(page), name).toEqual([]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
    await ada.context.close();
  });

  it("are the settings of a workspace", async () => {
    const ada: Person = await stage.person("Ada Byron", { theme });
    const workspace = await ada.makeWorkspace("TLS 1.3");
    await ada.goto(`/w/${workspace.id}/settings/labels`);
    const { page } = ada;
    await page.getByRole("button", { name: "New label" }).click();
    await page.keyboard.type("bug");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Rename bug" }).waitFor();
    expect(await faultsOf(page), "labels").toEqual([]);
    for (const name of ["Users", "Roles", "General"]) {
      await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name }).click();
      await page.getByRole("heading", { level: 2, name }).waitFor();
      expect(await faultsOf(page), name).toEqual([]);
    }
    await ada.context.close();
  });

  it("are a list as a spreadsheet and as a board, a task, and the trash", async () => {
    const ada: Person = await stage.person("Ada Byron", { theme });
    const workspace = await ada.makeWorkspace("TLS 1.3", "TLS");
    await ada.goto(`/w/${workspace.id}`);
    const { page } = ada;
    for (const title of ["Parent", "Child"]) {
      await page.keyboard.press("n");
      const dialog = page.getByRole("dialog", { name: "New task" });
      await dialog.getByLabel("Title").fill(title);
      await dialog.getByRole("button", { name: "Create task" }).click();
      await page.getByRole("grid").getByRole("link", { name: title }).waitFor();
    }
    expect(await faultsOf(page), "spreadsheet").toEqual([]);
    await page.keyboard.press("2");
    await page.getByRole("article").filter({ hasText: "Parent" }).waitFor();
    expect(await faultsOf(page), "board").toEqual([]);
    await page.getByRole("article").filter({ hasText: "Parent" }).click();
    await page.getByRole("complementary").getByRole("button", { name: "Add a description" }).waitFor();
    expect(await faultsOf(page), "task").toEqual([]);
    await page.keyboard.press("Control+Backspace");
    await page.getByRole("complementary").getByText("In the trash.").waitFor();
    await ada.goto(`/w/${workspace.key}/trash`);
    await page.getByRole("button", { name: "Restore TLS-1" }).waitFor();
    expect(await faultsOf(page), "trash").toEqual([]);
    await ada.context.close();
  });

  it("are the sharing of a list, its questions, and a restricted list", async () => {
    const ada: Person = await stage.person("Ada Byron", { theme });
    const ben: Person = await stage.person("Ben Nevis");
    const workspace = await ada.makeWorkspace("TLS 1.3", "TLS");
    await ada.invite(ben, workspace);
    await ada.goto(`/w/${workspace.id}`);
    const { page } = ada;
    await page.getByRole("link", { name: "Backlog" }).click();
    await page.getByRole("main").getByRole("button", { name: "Share", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Share “Backlog”" });
    await dialog.waitFor();
    expect(await faultsOf(page), "open").toEqual([]);
    await dialog.getByRole("button", { name: "Who can see this: Open" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Only people you choose" }).click();
    const question = page.getByRole("alertdialog");
    await question.waitFor();
    expect(await faultsOf(page), "question").toEqual([]);
    await question.getByRole("button", { name: "Restrict list" }).click();
    await dialog.getByRole("button", { name: "Add people" }).waitFor();
    expect(await faultsOf(page), "restricted").toEqual([]);
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Visible to: Only you" }).click();
    await page.getByRole("dialog", { name: "Who can see this" }).waitFor();
    expect(await faultsOf(page), "who can see").toEqual([]);
    await Promise.all([ada.context.close(), ben.context.close()]);
  });
});

it("with the colours of the system forced, edges, the focus and what is chosen stay visible", async () => {
  const ada = await stage.person("Ada Byron");
  const workspace = await ada.makeWorkspace("Contrast", "CON");
  for (const title of ["First", "Second"]) await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title, dueDate: "2030-05-22" });
  const { page } = ada;
  await page.emulateMedia({ forcedColors: "active" });
  await ada.goto(`/w/${workspace.key}/all`);
  const look = (of: Locator, what: "backgroundColor" | "outlineStyle" | "outlineWidth" | "opacity") => of.evaluate((it, named) => getComputedStyle(it)[named], what);
  const grid = page.getByRole("grid");
  const row = (title: string) => grid.getByRole("row").filter({ hasText: title });
  const cell = (title: string) => row(title).getByRole("gridcell").nth(1);
  // The styles for forced colours are fetched after the page.
  await until("buttons have edges", async () => (await look(page.getByRole("button", { name: /^Group/ }), "outlineStyle")) === "solid");
  // The checkbox stands in place of the number while the pointer is on the row.
  await row("First").hover();
  await row("First").getByRole("checkbox").click();
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor();
  expect(await look(cell("First"), "backgroundColor")).not.toBe(await look(cell("Second"), "backgroundColor"));
  expect(await look(row("First").getByRole("checkbox"), "opacity")).toBe("1");
  await page.keyboard.press("Escape");
  const [current, other] = ["All tasks", "Assigned to me"].map((name) => page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name })) as [Locator, Locator];
  expect(await look(current, "backgroundColor")).not.toBe(await look(other, "backgroundColor"));
  await cell("Second").focus();
  expect(await look(cell("Second"), "outlineWidth")).toBe("2px");
  await ada.shot("forced-colours");
  // The row of the task that is open has a frame.
  const frame = (title: string) => row(title).evaluate((it) => getComputedStyle(it, "::before").outlineStyle);
  await row("First").getByRole("link", { name: "First" }).click();
  await page.getByRole("complementary", { name: /First/ }).waitFor();
  await until("the open row has a frame", async () => (await frame("First")) === "solid");
  expect(await frame("Second")).toBe("none");
  await ada.shot("forced-colours-open");
  await page.goto(`/w/${workspace.key}/all?view=gantt&group=none`);
  const chart = page.getByRole("treegrid");
  const bar = chart.getByRole("button", { name: /^First, / });
  await bar.waitFor();
  // A task of one day is a filled diamond.
  expect(await look(bar, "backgroundColor")).not.toBe(await look(chart, "backgroundColor"));
  await page.goto(`/w/${workspace.key}/all?view=kanban`);
  const card = page.getByRole("article").filter({ hasText: "First" });
  await card.waitFor();
  await until("cards have edges", async () => (await look(card, "outlineStyle")) === "solid");
  await ada.context.close();
});

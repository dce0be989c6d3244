import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
const label = randomUUID();
beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  await ada.send(workspace, { kind: "label.create", labelId: label, name: "Urgent" });
  await ada.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const { goto } of [ada, ben]) await goto(`/w/${workspace.id}`);
  await write(ada.page, "Paint the boat");
});
afterAll(() => stage?.close());

const dialog = (page: Page) => page.getByRole("dialog", { name: "New task" });
const title = (page: Page) => dialog(page).getByRole("textbox", { name: "Title" });
const chip = (page: Page, name: string | RegExp) => dialog(page).getByRole("button", { name: typeof name === "string" ? `Remove ${name}` : name });
const has = (page: Page, text: string) => until(`the title is “${text}”`, async () => (await title(page).inputValue()) === text);
const found = async (name: string) => (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "ticket" && data.title === name)?.data as Record<string, unknown> | undefined;
/** Waits until the node has a task, and returns its row. */
async function made(name: string): Promise<Record<string, unknown>> {
  await until(`the node has “${name}”`, async () => (await found(name)) !== undefined);
  return (await found(name)) ?? {};
}

async function open(page: Page): Promise<void> {
  await page.keyboard.press("n");
  await title(page).waitFor();
}

describe("values that are typed in the title of a new task", () => {
  it("qc1, qc2, qc5: become chips, and another person sees the task with them", async () => {
    const { page } = ada;
    await open(page);
    await page.keyboard.type("Mend #urgent the nets @ben !week due tomorrow soon");
    await has(page, "Mend the nets soon");
    for (const name of ["Labels: Urgent", "Assignees: Ben Nevis", "Priority: Week", /^Remove Due date/]) await chip(page, name).waitFor();
    // Chips replace the buttons of their values. A field that takes several values can get more by its button.
    for (const name of ["Priority", "Due date"]) expect(await dialog(page).getByRole("button", { name, exact: true }).count()).toBe(0);
    expect(await dialog(page).getByRole("button", { name: "Labels", exact: true }).textContent()).toBe("Labels");
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "quick-create");
    await title(page).focus();
    await page.keyboard.press("Control+Enter");
    await dialog(page).waitFor({ state: "detached" });
    // The notice leaves after a few seconds.
    await page.getByText("HAR-2 created").waitFor();
    await page.getByRole("listitem").filter({ hasText: "HAR-2 created" }).getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Link copied").waitFor();
    await row(ben.page, "Mend the nets soon").waitFor();
    expect(await made("Mend the nets soon")).toMatchObject({ labels: [label], assigneesIds: [ben.id], priority: "week" });
    expect((await made("Mend the nets soon")).dueDate).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it("qc3: are turned back into text by Backspace, and removed by a click on their chip", async () => {
    const { page } = ada;
    await open(page);
    await page.keyboard.type("Mend #urgent ");
    await chip(page, "Labels: Urgent").waitFor();
    await page.keyboard.press("Backspace");
    await has(page, "Mend #urgent");
    expect(await chip(page, "Labels: Urgent").count()).toBe(0);
    await page.keyboard.type(" nets !day ");
    await has(page, "Mend #urgent nets ");
    await chip(page, "Priority: Day").click();
    await chip(page, "Priority: Day").waitFor({ state: "detached" });
    await page.keyboard.type("today");
    await page.keyboard.press("Control+Enter");
    await row(page, "Mend #urgent nets").waitFor();
    expect(await made("Mend #urgent nets")).toMatchObject({ labels: [], priority: null });
    expect((await made("Mend #urgent nets")).dueDate).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it("qc1: are offered while their name is typed", async () => {
    const { page } = ada;
    await open(page);
    await page.keyboard.type("Mend @be");
    const offered = dialog(page).getByRole("listbox", { name: "Suggestions" });
    await offered.getByRole("option", { name: "Ben Nevis", selected: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("quick-create-offered");
    await page.keyboard.press("Enter");
    await chip(page, "Assignees: Ben Nevis").waitFor();
    await has(page, "Mend ");
    await page.keyboard.type("#");
    await offered.getByRole("option", { name: "Urgent" }).click();
    await chip(page, "Labels: Urgent").waitFor();
    await page.keyboard.press("Backspace");
    await has(page, "Mend #Urgent");
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await dialog(page).waitFor({ state: "detached" });
  });
});

describe("several tasks one after the other", () => {
  it("qc5: get the same values while the dialog stays open", async () => {
    const { page } = ada;
    await open(page);
    await page.keyboard.type("First !month ");
    await page.keyboard.press("Control+Shift+Enter");
    await has(page, "");
    await until("the title has the focus", () => title(page).evaluate((it) => it === document.activeElement));
    await dialog(page).getByRole("checkbox", { name: "Create more" }).check();
    await title(page).fill("Second");
    await title(page).press("Enter");
    await has(page, "");
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    for (const name of ["First", "Second"]) {
      await row(page, name).waitFor();
      expect(await made(name)).toMatchObject({ priority: "month" });
    }
  });

  it("qc4: need a confirmation when several lines are pasted", async () => {
    const { page } = ada;
    await open(page);
    const lines = ["- one", "- two", "- three", "- four"].join("\n");
    await title(page).evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, lines);
    const question = page.getByRole("alertdialog", { name: "Create 4 tasks?" });
    await question.getByText("“one”, “two”, “three” and 1 more.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "paste-question");
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await title(page).waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    expect(await found("one")).toBeUndefined();
  });
});

describe("the place of the person", () => {
  const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });

  it("qc8: gives the dialog the values of its filters and of the focused row, and each can be removed", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all?group=priority&label=${label}&assignee=me&sort=title`);
    await open(page);
    expect(await button(page, "Labels").textContent()).toBe("Urgent");
    expect(await button(page, "Assignees").textContent()).toContain("Ada Byron");
    expect(await button(page, "Priority").textContent()).toBe("Priority");
    await button(page, "Labels").click();
    await page.getByRole("option", { name: "Urgent" }).click();
    await page.keyboard.press("Escape");
    expect(await button(page, "Labels").textContent()).toBe("Labels");
    await title(page).fill("From the filters");
    await title(page).press("Enter");
    await dialog(page).waitFor({ state: "detached" });
    expect(await made("From the filters")).toMatchObject({ labels: [], assigneesIds: [ada.id], priority: null });
    await ada.goto(`/w/${workspace.key}/all?group=priority`);
    await row(page, "First").getByRole("gridcell").first().focus();
    await open(page);
    expect(await button(page, "Priority").textContent()).toBe("Month");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
  });

  it("qc8: gives the dialog the column of the focused card, and the focused day of the calendar", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all?view=kanban&group=priority`);
    await page.getByRole("article").filter({ hasText: "First" }).focus();
    await open(page);
    expect(await button(page, "Priority").textContent()).toBe("Month");
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await ada.goto(`/w/${workspace.key}/all?view=calendar&cal=month&day=2030-05-15`);
    await page.getByRole("gridcell", { name: /20 May 2030/ }).focus();
    // N opens a field on the day itself.
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("menuitem", { name: "New task" }).click();
    await title(page).waitFor();
    expect(await button(page, "Due date").textContent()).toContain("20 May");
    await ada.shot("quick-create-day");
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
  });
});

describe("lines for new tasks", () => {
  const value = (page: Page, name: string) => page.getByRole("list", { name: "Values from the title" }).getByRole("button", { name: `Remove ${name}` });

  it("qc10: show the values that a title names below the line", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all?group=none`);
    await page.getByRole("button", { name: "New task", exact: true }).last().click();
    await page.keyboard.type("Coil #urgent the ropes !week @be");
    await page.getByRole("listbox", { name: "Suggestions" }).getByRole("option", { name: "Ben Nevis", selected: true }).waitFor();
    await value(page, "Labels: Urgent").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("line-values");
    await page.keyboard.press("Tab");
    await value(page, "Assignees: Ben Nevis").waitFor();
    await value(page, "Priority: Week").click();
    await page.keyboard.press("Enter");
    await row(page, "Coil the ropes").waitFor();
    expect(await made("Coil the ropes")).toMatchObject({ labels: [label], assigneesIds: [ben.id], priority: null });
    // The line stays for the next task.
    await page.keyboard.type("Next");
    await page.keyboard.press("Escape");
    expect(await made("Next")).toMatchObject({ labels: [], assigneesIds: [] });
  });

  it("qc10: for subtasks, in a task and on the page of epics, give the values to the subtask", async () => {
    const { page } = ada;
    const [epic, type] = [randomUUID(), randomUUID()];
    await ada.send(workspace, { kind: "taskType.create", taskTypeId: type, name: "Epic", icon: "epic", color: "violet", container: true });
    await ada.send(workspace, { kind: "ticket.create", ticketId: epic, title: "Fit out", taskTypeId: type });
    await ada.goto(`/w/${workspace.key}/epics`);
    await page.getByRole("button", { name: "Show the tasks of “Fit out”" }).click();
    await page.getByRole("button", { name: "Add a task" }).click();
    await page.keyboard.type("Rig #urgent the mast");
    await value(page, "Labels: Urgent").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("line-values-epic");
    await page.keyboard.press("Enter");
    expect(await made("Rig the mast")).toMatchObject({ labels: [label], parentTicketId: epic });
    await page.keyboard.press("Escape");
    await ada.goto(`/w/${workspace.key}/all/${(await made("Rig the mast")).id as string}`);
    await page.getByRole("button", { name: "Add subtask" }).click();
    await page.keyboard.type("Tune it @be");
    await page.getByRole("option", { name: "Ben Nevis", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await value(page, "Assignees: Ben Nevis").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("line-values-subtask");
    await page.keyboard.press("Enter");
    expect(await made("Tune it")).toMatchObject({ assigneesIds: [ben.id], parentTicketId: (await made("Rig the mast")).id });
    await page.keyboard.press("Escape");
  });

  it("qc10: give the values beside the one of the column and of the day", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all?view=kanban&group=priority`);
    await page.getByRole("button", { name: "New task in Month" }).click();
    await page.keyboard.type("Oil it #urgent");
    await page.getByRole("option", { name: "Urgent", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    expect(await made("Oil it")).toMatchObject({ labels: [label], priority: "month" });
    await ada.shot("line-values-board");
    await page.keyboard.press("Escape");
    await ada.goto(`/w/${workspace.key}/all?view=calendar&cal=month&day=2030-05-15`);
    await page.getByRole("gridcell", { name: /20 May 2030/ }).focus();
    await page.keyboard.press("n");
    await page.keyboard.type("Test it !day here");
    await value(page, "Priority: Day").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("line-values-day");
    // Esc loses no text.
    await page.keyboard.press("Escape");
    expect(await made("Test it here")).toMatchObject({ priority: "day", dueDate: "2030-05-20" });
  });

  it("qc5: say so if the filters of the page hide the task", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all?view=kanban&priority=day,week`);
    await page.getByRole("button", { name: "New task in Backlog" }).click();
    await page.keyboard.type("Seen !day ");
    await value(page, "Priority: Day").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("article").filter({ hasText: "Seen" }).waitFor();
    await page.keyboard.type("Unseen");
    await page.keyboard.press("Escape");
    await page.getByText(/^HAR-\d+ created\. Hidden by filters\.$/).waitFor();
    expect(await page.getByText(/created$/).count()).toBe(0);
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByRole("article").filter({ hasText: "Unseen" }).waitFor();
  });
});

describe("a task that the filters of the page hide", () => {
  it("qc5: is announced as hidden, and is shown on request", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all?priority=day,week`);
    await open(page);
    await page.keyboard.type("Out of sight");
    await page.keyboard.press("Control+Enter");
    await page.getByText(/^HAR-\d+ created\. Hidden by filters\.$/).waitFor();
    expect(await row(page, "Out of sight").count()).toBe(0);
    await ada.shot("created-hidden");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await row(page, "Out of sight").waitFor();
  });
});

describe("a draft of a new task", () => {
  it("qc6: survives a reload, is kept or discarded, and starts over on request", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all`);
    await open(page);
    await page.keyboard.type("Not yet #urgent ");
    await chip(page, "Labels: Urgent").waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await open(page);
    await dialog(page).getByText("Your draft is back.").waitFor();
    await has(page, "Not yet ");
    await chip(page, "Labels: Urgent").waitFor();
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Do you want to discard changes?" });
    await question.waitFor();
    // The face of a person who has been away for some minutes is pale.
    await ben.page.keyboard.press("Escape");
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("draft-question");
    await question.getByRole("button", { name: "Keep draft" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await open(page);
    await has(page, "Not yet ");
    await dialog(page).getByRole("button", { name: "Start over" }).click();
    await has(page, "");
    await title(page).fill("Something else");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Discard" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await open(page);
    await has(page, "");
    await page.keyboard.press("Escape");
  });
});

describe("files in the dialog for a new task", () => {
  const files = (page: Page) => dialog(page).getByRole("region", { name: "Files" });
  /** Pastes a file into the field that has the focus, or drops it on the dialog. */
  const give = (page: Page, how: "paste" | "drop", name: string) =>
    dialog(page).evaluate(
      (it, [how, name]) => {
        const data = new DataTransfer();
        data.items.add(new File(["pixels"], name, { type: "image/png" }));
        const options = { bubbles: true, cancelable: true };
        if (how === "paste") document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData: data }));
        else it.dispatchEvent(new DragEvent("drop", { ...options, dataTransfer: data }));
      },
      [how, name] as const,
    );
  const chosen = (name: string, bytes: number) => ({ name, mimeType: "text/plain", buffer: Buffer.from("x".repeat(bytes)) });

  it("qc7: pasted, dropped and chosen files become files of the task; a refused file is explained", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/all`);
    await row(page, "First").getByRole("link").click();
    await page.getByRole("region", { name: "Files" }).waitFor();
    await open(page);
    await page.keyboard.type("Look at this");
    await give(page, "paste", "image.png");
    await give(page, "drop", "dropped.png");
    await files(page).locator("input[type=file]").setInputFiles([chosen("notes.txt", 2_000), chosen("wrong.txt", 10)]);
    for (const name of ["image.png", "dropped.png", "notes.txt"]) await files(page).getByText(name).waitFor();
    await files(page).getByText("2 kB").waitFor();
    await files(page).getByRole("button", { name: "Remove wrong.txt" }).click();
    await files(page).getByText("wrong.txt").waitFor({ state: "detached" });
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "quick-create-files");
    // An empty file is refused by the node, after the dialog has closed.
    await files(page).locator("input[type=file]").setInputFiles(chosen("empty.txt", 0));
    await title(page).press("Control+Enter");
    await page.getByText("empty.txt was not attached. The file is empty.").waitFor();
    const { id } = await made("Look at this");
    const namesOf = async () => (await ada.snapshot(workspace)).flatMap(({ entity, data }) => (entity === "file" && data.ticketId === id ? [data.name as string] : [])).toSorted();
    await until("the task has three files", async () => (await namesOf()).length === 3);
    expect(await namesOf()).toEqual(["dropped.png", "image.png", "notes.txt"]);
    // The open task behind the dialog got none of them.
    expect((await ada.snapshot(workspace)).filter(({ entity }) => entity === "file").length).toBe(3);
  });

  it("qc6, qc7: stay with the draft, also after a reload, become files of the task, and go when the person logs out", async () => {
    const { page } = ada;
    const stored = () => page.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.endsWith(":files")).length);
    const reload = async () => {
      await page.reload();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await open(page);
    };
    await ada.goto(`/w/${workspace.key}/all`);
    await open(page);
    await title(page).fill("Later");
    // A picture that the browser can show.
    await files(page).locator("input[type=file]").setInputFiles([
      { name: "dot.gif", mimeType: "image/gif", buffer: Buffer.from("R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64") },
      chosen("notes.txt", 2_000),
    ]);
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep draft" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await open(page);
    await files(page).getByRole("button", { name: "Remove dot.gif" }).waitFor();
    await until("the files are stored", async () => (await stored()) === 1);
    await reload();
    await has(page, "Later");
    await files(page).getByRole("button", { name: "Remove notes.txt" }).waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>("section[aria-label=Files] img")?.naturalWidth === 1);
    expect(await files(page).getByText("Attach these files again").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "quick-create-files-back");
    await title(page).press("Control+Enter");
    const { id } = await made("Later");
    const filesOf = async () => (await ada.snapshot(workspace)).flatMap(({ entity, data }) => (entity === "file" && data.ticketId === id ? [[data.name as string, data.size as number]] : [])).toSorted();
    await until("the task has its files", async () => (await filesOf()).length === 2);
    expect(await filesOf()).toEqual([["dot.gif", 43], ["notes.txt", 2_000]]);
    await until("nothing is stored", async () => (await stored()) === 0);

    const cleo = await stage.person("Cleo Dara");
    await ada.invite(cleo, workspace);
    await cleo.goto(`/w/${workspace.key}/all`);
    await open(cleo.page);
    await title(cleo.page).fill("Mine");
    await files(cleo.page).locator("input[type=file]").setInputFiles(chosen("secret.txt", 10));
    const names = () => cleo.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ""));
    await until("the file is stored", async () => (await names()).some((name) => name.endsWith(":files")));
    await cleo.page.keyboard.press("Escape");
    await cleo.page.getByRole("alertdialog").getByRole("button", { name: "Keep draft" }).click();
    await dialog(cleo.page).waitFor({ state: "detached" });
    await cleo.page.getByRole("button", { name: "Harbour", exact: true }).click();
    await cleo.page.getByRole("menuitem", { name: "Log out" }).click();
    await cleo.page.waitForURL("**/signin");
    await until("nothing is left", async () => (await names()).filter((name) => name.startsWith("troupe:")).length === 0);
  });
});

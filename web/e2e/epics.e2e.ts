import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
const [type, pier, hidden, secret] = [1, 2, 3, 4].map(() => randomUUID()) as [string, string, string, string];

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  const status = async (name: string) => (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "status" && data.name === name)?.data.id;
  await ada.send(workspace, { kind: "taskType.create", taskTypeId: type, name: "Epic", icon: "epic", color: "violet", container: true });
  await ada.send(workspace, { kind: "ticket.create", ticketId: pier, title: "Repair the pier", taskTypeId: type, dueDate: "2026-01-20", assigneesIds: [ben.id] });
  await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Buy wood", parentTicketId: pier, statusId: await status("Done"), startDate: "2026-01-05", dueDate: "2026-01-09" });
  await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Paint it", parentTicketId: pier, dueDate: "2026-01-27" });
  await ada.send(workspace, { kind: "list.create", listId: secret, name: "Secret", restricted: true });
  await ada.send(workspace, { kind: "ticket.create", ticketId: hidden, title: "Hidden work", taskTypeId: type, listIds: [secret] });
});
afterAll(() => stage?.close());

const epic = ({ page }: Person, title: string) => page.getByRole("table", { name: "Epics" }).getByRole("row").filter({ hasText: title });

describe("the page of epics", () => {
  it("ep1 to ep3: shows the epics that the person sees, with progress, dates and tasks, live", async () => {
    await ada.goto(`/w/${workspace.key}`);
    await ada.page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Epics" }).click();
    await epic(ada, "Hidden work").waitFor();
    await ben.goto(`/w/${workspace.key}/epics`);
    await epic(ben, "Repair the pier").waitFor();
    expect(await epic(ben, "Hidden work").count()).toBe(0);
    expect(await epic(ben, "Repair the pier").textContent()).toContain("50%of 2");
    expect(await epic(ben, "Repair the pier").textContent()).toContain("+7 days");
    // Its due date has passed: a word, an icon and the reason say so.
    await epic(ben, "Repair the pier").getByText("Overdue", { exact: true }).waitFor();
    await epic(ben, "Repair the pier").getByTitle("It was due on 20 Jan").waitFor();
    await ben.page.getByRole("button", { name: "Show the tasks of “Repair the pier”" }).click();
    await ben.page.getByRole("link", { name: "Paint it" }).waitFor();
    await ben.page.getByRole("button", { name: "Add a task" }).click();
    await ben.page.getByRole("textbox", { name: "Title of the new task" }).fill("Sweep it");
    await ben.page.keyboard.press("Enter");
    await until("Ada sees the new task counted", async () => ((await epic(ada, "Repair the pier").textContent()) ?? "").includes("33%of 3"));
    // Esc loses no text.
    await ben.page.keyboard.type("Mop it");
    await ben.page.keyboard.press("Escape");
    await until("Ada sees both", async () => ((await epic(ada, "Repair the pier").textContent()) ?? "").includes("25%of 4"));
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "epics");
  });

  it("ep6: shows the epics as a board, where a card gets a status by pointer and by keyboard, and new cards are epics", async () => {
    const { page } = ada;
    const status = async () => {
      const rows = await ada.snapshot(workspace);
      const id = rows.find(({ entity, data }) => entity === "ticket" && data.id === pier)?.data.statusId;
      return rows.find(({ entity, data }) => entity === "status" && data.id === id)?.data.name;
    };
    const board = page.getByRole("region", { name: "Epics, board" });
    const card = (title: string) => board.getByRole("article", { name: new RegExp(title) });
    const column = (name: string) => board.getByRole("region", { name, exact: true });
    await page.getByRole("radio", { name: "Board" }).click();
    await card("Repair the pier").waitFor();
    // Tasks that are no epics are not on the board.
    expect(await card("Paint it").count()).toBe(0);
    await card("Repair the pier").getByText("Overdue", { exact: true }).waitFor();
    await card("Repair the pier").getByText("25%").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "epics-board");
    await page.reload();
    await card("Repair the pier").waitFor();
    const [first = "", second = ""] = await board.locator("section[data-column-id]").evaluateAll((columns) => columns.map((each) => each.getAttribute("aria-label") ?? ""));
    expect(await status()).toBe(first);
    await card("Repair the pier").focus();
    await page.keyboard.press("Shift+ArrowRight");
    await until("the card is in the second column", async () => (await status()) === second);
    await card("Repair the pier").dragTo(column(first));
    await until("the card is back", async () => (await status()) === first);
    await column(first).getByRole("button", { name: `New task in ${first}` }).click();
    await page.keyboard.type("Raise the crane");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await epic(ben, "Raise the crane").waitFor();
    await card("Raise the crane").click();
    await page.getByRole("complementary").getByRole("button", { name: "Close", exact: true }).click();
    expect(new URL(page.url()).searchParams.get("view")).toBe("board");
    await page.getByRole("radio", { name: "Table" }).click();
    await epic(ada, "Raise the crane").getByText("No dates", { exact: true }).waitFor();
  });

  it("ep4: filters by open and completed, opens an epic beside the page, and makes a new one", async () => {
    await ada.page.getByRole("radio", { name: "Completed" }).click();
    await ada.page.getByText("No completed epics").waitFor();
    const done = (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "status" && data.name === "Done")?.data.id;
    await ben.send(workspace, { kind: "ticket.update", ticketId: pier, patch: { statusId: done } });
    await epic(ada, "Repair the pier").waitFor();
    await ada.page.reload();
    await epic(ada, "Repair the pier").getByRole("link", { name: "Repair the pier" }).click();
    await ada.page.getByRole("complementary").getByRole("link", { name: "Buy wood" }).waitFor();
    await ada.shot("epics-open");
    await ada.page.getByRole("complementary").getByRole("button", { name: "Close", exact: true }).click();
    await ada.page.getByRole("radio", { name: "Open" }).click();
    await ada.page.getByRole("button", { name: "New epic" }).click();
    await ada.page.getByRole("dialog").getByRole("textbox", { name: "Title" }).fill("Dredge the basin");
    await ada.page.getByRole("button", { name: "Create task" }).click();
    await epic(ben, "Dredge the basin").waitFor();
  });
});

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

interface Row {
  id: string;
  title: string;
  name: string;
}

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  await ada.goto(`/w/${workspace.key}`);
  await write(ada.page, "Paint the pier");
});
afterAll(() => stage?.close());

const panel = (page: Page) => page.getByRole("complementary");
const feed = (page: Page) => panel(page).getByRole("list", { name: "Feed" }).locator("> li");

/** The ID of a row, once the node has it: the page shows the person's own edit earlier. */
async function idOf(kind: string, name: string): Promise<string> {
  let id = "";
  await until(`the node has ${name}`, async () => {
    const rows = (await ada.snapshot(workspace)).filter(({ entity }) => entity === kind).map(({ data }) => data as unknown as Row);
    id = rows.find((each) => each.title === name || each.name === name)?.id ?? "";
    return id !== "";
  });
  return id;
}

describe("activities", () => {
  it("ag1, ag2: what one person changes within a minute is one entry of the history and one line of the inbox", async () => {
    const ticketId = await idOf("ticket", "Paint the pier");
    const [first, last] = [await idOf("status", "To do"), await idOf("status", "Done")];
    const change = (patch: object) => ben.send(workspace, { kind: "ticket.update", ticketId, patch });
    await change({ statusId: first });
    await change({ statusId: last });
    await change({ priority: "week" });
    await change({ title: "Paint the old pier" });
    await change({ assigneesIds: { add: [ben.id], remove: [] } });
    await row(ada.page, "Paint the old pier").getByRole("link", { name: "Paint the old pier" }).click();
    const entry = feed(ada.page).filter({ hasText: "Ben Kaduk" });
    await entry.getByText("assigned").waitFor();
    expect(await entry.count()).toBe(1);
    const text = (await entry.textContent()) ?? "";
    expect(text).toContain("changed status from Backlog to Done");
    expect(text).toContain("set priority to");
    expect(text).not.toContain("To do");
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "activities");
    await panel(ada.page).getByRole("button", { name: "Close", exact: true }).click();
    await ada.goto(`/w/${workspace.key}/inbox`);
    const line = ada.page.locator("[data-inbox]").filter({ hasText: "Paint the old pier" });
    await until("the line names all", async () => ((await line.textContent()) ?? "").includes("changed the status, renamed the task, and changed the assignees"));
    await shoot(ada.page, "activities-inbox");
  });

  it("shows a long history page by page, or all at once", async () => {
    const ticketId = await idOf("ticket", "Paint the old pier");
    for (let n = 0; n < 120; n += 1) await ben.send(workspace, { kind: "comment.create", commentId: randomUUID(), ticketId, message: `Said ${n}.` });
    await ada.goto(`/w/${workspace.key}/all/HAR-1`);
    await panel(ada.page).getByText("Said 119.").waitFor();
    expect(await panel(ada.page).getByText("Said 0.", { exact: true }).count()).toBe(0);
    await shoot(ada.page, "activities-long");
    await panel(ada.page).getByRole("button", { name: "Show all" }).click();
    await panel(ada.page).getByText("Said 0.", { exact: true }).waitFor();
    await panel(ada.page).getByText("created the task").waitFor();
    expect(await panel(ada.page).getByRole("button", { name: "Show all" }).count()).toBe(0);
  });
});

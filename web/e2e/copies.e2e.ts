import { afterAll, beforeAll, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row, write } from "./support/list";
import { until } from "./support/node";
import { goOffline } from "./support/offline";
import type { NewWorkspace, Person } from "./support/person";
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
  await ada.goto(`/w/${workspace.key}/all`);
  for (const title of ["Paint the pier", "Mend the nets", "Buy rope"]) await write(ada.page, title);
});
afterAll(() => stage?.close());

interface Task {
  id: string;
  title: string;
  parentTicketId: string | null;
  priority: string | null;
  trashedAt: string | null;
}

const tasks = async () => (await ada.snapshot(workspace)).flatMap(({ entity, data }) => (entity === "ticket" ? [data as unknown as Task] : [])).filter((task) => task.trashedAt === null);
const named = async (title: string) => (await tasks()).filter((task) => task.title === title);

async function task(title: string): Promise<Task> {
  const [found] = await named(title);
  if (!found) throw new Error(`no task ${title}`);
  return found;
}

const choose = async ({ page }: Person, title: string, item: string) => {
  await row(page, title).first().click({ button: "right" });
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};

it("du4 a person makes a task a subtask of another, with a reason for a task that cannot be its parent, and a task of its own again, each with one undo", async () => {
  const { page } = ada;
  await choose(ada, "Buy rope", "Make a subtask of…");
  const finder = page.getByRole("dialog", { name: "Make a subtask of" });
  await finder.getByRole("combobox").fill("nets");
  expect(await faultsOf(page, '[role="dialog"]')).toEqual([]);
  await ada.shot("to-subtask");
  await finder.getByRole("option").filter({ hasText: "Mend the nets" }).click();
  const nets = await task("Mend the nets");
  await until("the node has it", async () => (await task("Buy rope")).parentTicketId === nets.id);
  // A loop is not offered.
  await choose(ada, "Mend the nets", "Make a subtask of…");
  await finder.getByRole("combobox").fill("rope");
  await finder.getByText("Would create a loop").waitFor();
  await page.keyboard.press("Escape");
  await choose(ada, "Buy rope", "Make a task of its own");
  await until("it has no parent", async () => (await task("Buy rope")).parentTicketId === null);
  await page.keyboard.press("ControlOrMeta+z");
  await until("undo is one step", async () => (await task("Buy rope")).parentTicketId === nets.id);
});

it("du5 a copy has the description and the subtasks, appears for another person, and goes with one undo", async () => {
  const { page } = ada;
  const nets = await task("Mend the nets");
  await ada.send(workspace, { kind: "ticket.update", ticketId: nets.id, patch: { description: "With **tar**.", priority: "week" } });
  await ben.goto(`/w/${workspace.key}/all`);
  await choose(ada, "Mend the nets", "Duplicate");
  await page.getByText("2 tasks duplicated").waitFor();
  await until("another person sees both", async () => (await row(ben.page, "Mend the nets").count()) === 2);
  const copy = (await named("Mend the nets")).find(({ id }) => id !== nets.id);
  if (!copy) throw new Error("no copy");
  expect(copy.priority).toBe("week");
  expect((await named("Buy rope")).map(({ parentTicketId }) => parentTicketId).toSorted()).toEqual([nets.id, copy.id].toSorted());
  const whole = await ada.call<{ ticket: { description: string } }>(`/api/workspaces/${workspace.id}/tickets/${copy.id}`);
  expect(whole.ticket.description).toBe("With **tar**.");
  await page.keyboard.press("ControlOrMeta+z");
  await until("the copy is in the trash", async () => (await named("Mend the nets")).length === 1 && (await named("Buy rope")).length === 1);
});

it("du6 the menu of the open task and the bar of a selection offer the same, and without a network nothing is copied by halves", async () => {
  const { page } = ada;
  await row(page, "Paint the pier").getByRole("link").click();
  const panel = page.getByRole("complementary").filter({ hasText: "Paint the pier" });
  await panel.getByRole("button", { name: "Task actions" }).click();
  await page.getByRole("menuitem", { name: "Duplicate", exact: true }).waitFor();
  await ada.shot("duplicate-menu");
  await page.getByRole("menuitem", { name: "Make a subtask of…" }).click();
  await page.getByRole("dialog", { name: "Parent" }).getByRole("combobox").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  for (const title of ["Paint the pier", "Mend the nets"]) await row(page, title).getByRole("checkbox").click();
  await page.getByRole("toolbar").getByRole("button", { name: "More", exact: true }).click();
  await goOffline(ada.context);
  await page.getByRole("menuitem", { name: "Duplicate 2 tasks" }).click();
  await page.getByText("Nothing was duplicated").waitFor();
  await ada.context.setOffline(false);
  expect((await named("Paint the pier")).length).toBe(1);
});

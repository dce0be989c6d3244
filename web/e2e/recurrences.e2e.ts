import { afterAll, beforeAll, expect, it } from "vitest";
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

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Garden", "GAR");
  await ada.invite(ben, workspace);
  await ada.goto(`/w/${workspace.key}/all`);
  for (const title of ["Eat tomatoes", "Water the plants"]) await write(ada.page, title);
});
afterAll(() => stage?.close());

interface Task {
  id: string;
  title: string;
  dueDate: string | null;
  completed: boolean;
}

const rows = async <T>(kind: string) => (await ada.snapshot(workspace)).flatMap(({ entity, data }) => (entity === kind ? [data as unknown as T] : []));
const tasks = (title: string) => rows<Task>("ticket").then((all) => all.filter((task) => task.title === title));

/** The id of a task. The page may show the task before the node has stored it. */
async function idOf(title: string): Promise<string> {
  await expect.poll(async () => (await tasks(title)).length).toBeGreaterThan(0);
  const [found] = await tasks(title);
  if (!found) throw new Error(`no task ${title}`);
  return found.id;
}

const panelOf = ({ page }: Person, title: string) => page.getByRole("complementary").filter({ hasText: title });

it("rc7 a person makes a task repeat in the popover of its due date, and the next task appears when another person completes it", async () => {
  const { page } = ada;
  const ticketId = await idOf("Water the plants");
  await ada.send(workspace, { kind: "ticket.update", ticketId, patch: { dueDate: "2999-01-01", description: "All of them." } });
  await row(page, "Water the plants").getByRole("link").click();
  const panel = panelOf(ada, "Water the plants");
  await panel.getByRole("button", { name: /^Due/ }).click();
  await page.getByRole("button", { name: "Repeat", exact: true }).click();
  const editor = page.getByRole("form", { name: "Repeat" });
  await editor.getByRole("textbox", { name: "Every" }).fill("0");
  await editor.getByRole("button", { name: "Save" }).click();
  await editor.getByRole("alert").waitFor();
  await editor.getByRole("textbox", { name: "Every" }).fill("2");
  await editor.getByRole("combobox", { name: "Period" }).selectOption({ label: "weeks" });
  expect(await faultsOf(page, "form")).toEqual([]);
  await ada.shot("repeat-editor");
  await editor.getByRole("button", { name: "Save" }).click();
  await until("the node has the rule", async () => (await rows<{ ticketId: string }>("recurrence")).some((rule) => rule.ticketId === ticketId));
  await ben.goto(`/w/${workspace.key}/all`);
  await row(ben.page, "Water the plants").getByRole("img", { name: "Repeats" }).waitFor();
  await panel.getByRole("button", { name: /^Due/ }).click();
  await page.getByText(/Every 2 weeks on/).waitFor();
  await ada.shot("repeat-words");
  await page.keyboard.press("Escape");
  await row(ben.page, "Water the plants").click({ button: "right" });
  await ben.page.getByRole("menuitem", { name: "Complete" }).click();
  await until("the next task is there", async () => (await tasks("Water the plants")).length === 2);
  const next = (await tasks("Water the plants")).find(({ completed }) => !completed);
  expect(next?.dueDate).toBe("2999-01-15");
  const whole = await ada.call<{ ticket: { description: string } }>(`/api/workspaces/${workspace.id}/tickets/${next?.id}`);
  expect(whole.ticket.description).toBe("All of them.");
  await until("both rows are on the screen of the other person", async () => (await row(page, "Water the plants").count()) === 2);
});

it("ul4 a person links a task to an address by menu and by pasting, and sets the lag (lg1) and the kind (lg3) of a link", async () => {
  const { page } = ada;
  await ada.goto(`/w/${workspace.key}/all`);
  await row(page, "Eat tomatoes").getByRole("link").click();
  const panel = panelOf(ada, "Eat tomatoes");
  const links = panel.getByRole("region", { name: "Links" });
  await links.getByRole("button", { name: "Add link" }).click();
  await page.getByRole("menuitem", { name: "Web address…" }).click();
  const form = page.getByRole("dialog", { name: "Add link" });
  await form.getByRole("textbox", { name: "Web address" }).fill("javascript:alert(1)");
  await form.getByRole("button", { name: "Add link" }).click();
  await form.getByRole("alert").waitFor();
  await form.getByRole("textbox", { name: "Web address" }).fill("https://example.org/recipes");
  await form.getByRole("textbox", { name: "Title" }).fill("Recipes");
  await form.getByRole("button", { name: "Add link" }).click();
  const link = links.getByRole("link", { name: "Recipes" });
  await link.waitFor();
  expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
  expect(await link.getAttribute("href")).toBe("https://example.org/recipes");
  await panel.focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "https://example.org/salad");
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await links.getByRole("link", { name: "example.org/salad" }).waitFor();
  const [eat, water] = [await idOf("Eat tomatoes"), await idOf("Water the plants")];
  await ada.send(workspace, { kind: "link.create", linkId: crypto.randomUUID(), linkKind: "blocks", fromTicketId: water, toTicketId: eat });
  const blocked = links.getByRole("listitem").filter({ hasText: "Water the plants" });
  await blocked.hover();
  await blocked.getByRole("button", { name: /^Set lag/ }).click();
  await page.getByRole("textbox", { name: "Lag in days" }).fill("3");
  await page.keyboard.press("Enter");
  await blocked.getByText("3-day lag").waitFor();
  await blocked.getByRole("button", { name: /^Change dependency type/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitemcheckbox", { name: "Finish to start", checked: true }).waitFor();
  await page.getByRole("menuitemcheckbox", { name: "Start to start" }).press("Enter");
  await blocked.getByText("Start to start · 3-day lag").waitFor();
  await until("the node has the kind", async () => (await rows<{ ends: string | null; days: number }>("linkLag")).some(({ ends, days }) => ends === "startToStart" && days === 3));
  expect(await faultsOf(page, "aside")).toEqual([]);
  await shoot(page, "links");
});

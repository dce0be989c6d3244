import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, today } from "@/lib/plainDate";
import type { Command } from "@/wire/generated";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";
import { editor, panel, writeAfter } from "./support/text";

let stage: Stage;
let ada: Person;
/** Her name is a trap too. */
let eve: Person;
let workspace: NewWorkspace;
let ticketId: string;
let listId: string;
/** Every script that ran, and everything that the policy of the page has blocked. */
const caught: string[] = [];
const [sprint, version, component, savedView] = [1, 2, 3, 4].map(() => randomUUID()) as [string, string, string, string];

/** A text that marks the page if it is read as HTML. Each field has a word of its own. */
const trap = (word: string): string => `${word}"><img src=x onerror=__xss=1>`;

const markdown = (word: string): string => `${trap(word)}

<script>window.__xss=1</script> <svg onload=window.__xss=1> <iframe src="javascript:window.__xss=1"></iframe>

[link](javascript:window.__xss=1) ![picture](javascript:window.__xss=1) [data](data:text/html,<script>window.__xss=1</script>) <javascript:window.__xss=1>

- [ ] ${trap("item")}

<details>
<summary>${trap("summary")}</summary>

inside

</details>

| ${trap("cell")} |
| --- |
| [KEY-1](ticket:javascript:window.__xss=1) |

\`\`\`${trap("language")}
</code></pre><script>window.__xss=1</script>
\`\`\``;

/** The fields of a task in a template that has none. */
const nothing = {
  statusId: null, priority: null, assigneesIds: [], labels: [], fields: {}, taskTypeId: null, componentsIds: [], fixVersionsIds: [], startAfter: null, dueAfter: null, subtasks: [],
};

/** Tells the test if a script runs, or if the policy of a page blocks something. */
async function watch({ context }: Person): Promise<void> {
  await context.exposeFunction("caughtByTest", (what: string) => void caught.push(what));
  await context.addInitScript(() => {
    const { caughtByTest } = window as unknown as { caughtByTest: (what: string) => void };
    const ran = () => caughtByTest(`a script ran at ${location.href}`);
    Object.defineProperty(window, "__xss", {
      set() {
        ran();
      },
    });
    document.addEventListener("securitypolicyviolation", (report) => caughtByTest(`${report.effectiveDirective} has blocked ${report.blockedURI} at ${location.href}`));
  });
}

/** Waits until a page shows each trap as a text or in an attribute, and checks that none has become an element. */
async function shows(page: Page, where: string, words: readonly string[]): Promise<void> {
  const missing = () =>
    page.evaluate(
      (texts) => {
        const parts = [document.title, document.body.textContent];
        for (const element of document.querySelectorAll("*")) {
          for (const { value } of element.attributes) parts.push(value);
          if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) parts.push(element.value);
        }
        return texts.filter((text) => !parts.some((part) => part.includes(text)));
      },
      words.map((word) => trap(word)),
    );
  await expect.poll(missing, { message: `${where}: what is not shown` }).toEqual([]);
  const traps = () => page.evaluate(() => [...document.querySelectorAll("img[src='x'], [onerror], [onload], iframe, script:not([src]), a[href^='javascript' i], a[href^='data' i]")].map((it) => it.outerHTML));
  expect(await traps(), where).toEqual([]);
  expect(caught, where).toEqual([]);
}

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  eve = await stage.person(`Eve ${trap("person")}`);
  await Promise.all([ada, eve].map(watch));
  workspace = await eve.makeWorkspace(trap("workspace"), "XSS");
  await eve.invite(ada, workspace, "admin");
  const send = (command: Command) => eve.send(workspace, command);
  const rows = await eve.snapshot(workspace);
  const [status, label, group, text, select, option, type, role, child] = Array.from({ length: 9 }, () => randomUUID()) as [string, string, string, string, string, string, string, string, string];
  listId = String(rows.find(({ entity, data }) => entity === "list" && data.name === "Backlog")?.data.id);
  ticketId = randomUUID();
  await send({ kind: "list.update", listId, patch: { name: trap("list") } });
  await send({ kind: "group.create", groupId: group, name: trap("group") });
  await send({ kind: "label.create", labelId: label, name: trap("label") });
  await send({ kind: "status.create", statusId: status, name: trap("status"), category: "started" });
  await send({ kind: "taskType.create", taskTypeId: type, name: trap("type") });
  await send({ kind: "component.create", componentId: component, name: trap("component"), description: trap("about") });
  await send({ kind: "fixVersion.create", fixVersionId: version, name: trap("version"), description: trap("release"), releaseDate: addDays(today(), 5) });
  await send({ kind: "sprint.create", sprintId: sprint, name: trap("sprint"), goal: trap("goal"), startDate: today(), endDate: addDays(today(), 9), state: "active" });
  await send({ kind: "attribute.create", attributeId: text, name: trap("attribute"), type: "text", description: trap("hint"), shownOnCards: true });
  await send({ kind: "attribute.create", attributeId: select, name: trap("select"), type: "singleSelect", shownOnCards: true, options: [{ optionId: option, name: trap("option") }] });
  await send({ kind: "role.create", roleId: role, name: trap("role"), description: trap("rights"), capabilities: ["read"] });
  await send({
    kind: "savedView.create", savedViewId: savedView, name: trap("view"), personal: false, listId, layout: "spreadsheet", filter: "", groupBy: "none", sortBy: "manual", descending: false, columns: ["status", "labels"],
  });
  await send({ kind: "baseline.create", baselineId: randomUUID(), name: trap("baseline"), personal: false, listId });
  await send({
    kind: "ticket.create", ticketId, title: trap("title"), description: markdown("description"), listIds: [listId], statusId: status, labels: [label], assigneesIds: [eve.id],
    startDate: today(), dueDate: addDays(today(), 2), taskTypeId: type, componentsIds: [component], fixVersionsIds: [version], sprintId: sprint, fields: { [text]: trap("field"), [select]: [option] },
  });
  await send({ kind: "ticket.create", ticketId: child, title: trap("subtask"), parentTicketId: ticketId, listIds: [listId], startDate: today(), dueDate: addDays(today(), 1) });
  await send({ kind: "urlLink.create", urlLinkId: randomUUID(), ticketId, url: "https://example.org/?\"><img src=x onerror=__xss=1>", title: trap("address") });
  await send({ kind: "template.create", templateId: randomUUID(), name: trap("template"), tickets: [{ ...nothing, title: trap("model"), description: markdown("model") }] });
  await send({ kind: "comment.create", commentId: randomUUID(), ticketId, message: `@${await username(ada)} ${markdown("comment")}` });
});
afterAll(() => stage?.close());

async function username(person: Person): Promise<string> {
  const row = (await eve.snapshot(workspace)).find(({ entity, data }) => entity === "member" && data.id === person.id);
  return String(row?.data.username);
}

const at = async (path: string) => {
  await ada.goto(`/w/${workspace.key}${path}`);
  return ada.page;
};

describe("a payload in every text field", () => {
  it("h03_is a text in every view of a list, and in the title of the window", async () => {
    const list = `/list/${listId}`;
    await shows(await at(`${list}?view=spreadsheet`), "the spreadsheet", ["workspace", "list", "title", "status", "label", "person", "view"]);
    expect(await ada.page.title()).toContain(trap("list"));
    await shows(await at(`${list}?view=kanban`), "the board", ["title", "status", "label", "field", "option"]);
    await shows(await at(`${list}?view=kanban&lanes=assignee`), "the lanes of the board", ["title", "person"]);
    await shows(await at(`${list}?view=gantt`), "the gantt", ["title", "subtask"]);
    await shows(await at(`${list}?view=calendar`), "the calendar", ["title"]);
    await shows(await at(`/view/${savedView}`), "a saved view", ["title", "view"]);
  });

  it("h03_is a text in a task, its editor, its comments and its versions", async () => {
    const { page } = ada;
    await at(`/all/XSS-1?view=spreadsheet`);
    await panel(page).getByRole("list", { name: "Feed" }).getByText("comment\">").first().waitFor();
    await shows(page, "a task", ["title", "subtask", "description", "comment", "item", "cell", "status", "label", "attribute", "field", "option", "address", "person", "component", "version", "sprint"]);
    expect(await page.title()).toContain(trap("title"));
    await writeAfter(page, "description\">");
    await shows(page, "the editor", ["description", "item", "cell", "summary"]);
    await page.keyboard.press("End");
    await page.keyboard.type(" #subtask");
    await page.getByRole("listbox", { name: "Tasks" }).getByRole("option").first().waitFor();
    await shows(page, "the menu at the caret", ["subtask"]);
    await page.keyboard.press("Enter");
    await editor(page).getByRole("link", { name: "XSS-2" }).waitFor();
    await page.keyboard.type("written");
    type Versions = { versions: unknown[] };
    await until("a version is stored", async () => (await ada.call<Versions>(`/api/workspaces/${workspace.id}/tickets/${ticketId}/versions`)).versions.length > 1);
    await at(`/all/XSS-1?text=versions`);
    await page.getByRole("navigation", { name: "Versions" }).waitFor();
    await shows(page, "the versions", ["description", "item", "cell"]);
  });

  it("h03_is a text in the pages of a workspace, the palette and the settings", async () => {
    const { page } = ada;
    await shows(await at("/inbox"), "the inbox", ["title", "person"]);
    await shows(await at("/roadmap"), "the roadmap", []);
    await shows(await at("/home"), "home", []);
    await shows(await at("/search?q=title"), "the search", ["title"]);
    await shows(await at(`/sprint/${sprint}?view=spreadsheet`), "a sprint", ["sprint", "title"]);
    await shows(await at(`/version/${version}?view=spreadsheet`), "a version", ["version", "title"]);
    await shows(await at(`/component/${component}?view=spreadsheet`), "a component", ["component", "title"]);
    await shows(await at(`/person/${eve.id}?view=spreadsheet`), "a person", ["person", "title"]);
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Browse all" });
    await palette.getByRole("combobox").fill("title");
    await palette.getByRole("option").filter({ hasText: "title\">" }).first().waitFor();
    await shows(page, "the palette", ["title"]);
    const settings: Record<string, string[]> = {
      general: ["workspace"],
      users: ["person"],
      roles: ["role"],
      types: ["type"],
      components: ["component"],
      versions: ["version"],
      sprints: ["sprint"],
      labels: ["label"],
      attributes: ["attribute", "select"],
      templates: ["template"],
      audit: [],
    };
    for (const [section, words] of Object.entries(settings)) await shows(await at(`/settings/${section}`), `the settings, ${section}`, words);
  });

  it("h03_is a text in a file, a notice, the trash and an invitation", async () => {
    const { page } = ada;
    await at(`/all/XSS-1?view=spreadsheet`);
    const files = page.getByRole("region", { name: "Files" });
    await files.locator("input[type=file]").setInputFiles({ name: `${trap("file")}.txt`, mimeType: "text/html", buffer: Buffer.from("<script>window.__xss=1</script>") });
    const tile = files.getByRole("button", { name: /^Open file/ });
    await tile.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("<script>").waitFor();
    await shows(page, "a file", []);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await tile.hover();
    await files.getByRole("button", { name: /^Delete file/ }).click();
    const notice = page.getByRole("listitem").filter({ hasText: "deleted" }).filter({ hasText: "onerror" });
    await notice.first().waitFor();
    await shows(page, "a notice", []);
    await eve.send(workspace, { kind: "ticket.trash", ticketId });
    await shows(await at("/trash"), "the trash", ["title"]);
    const { token } = await eve.call<{ token: string }>(`/api/workspaces/${workspace.id}/invitations`, { role: "member" });
    await page.goto(`/invite/${token}`);
    await shows(page, "an invitation", ["workspace"]);
    expect(await page.evaluate(() => Object.hasOwn(window, "__xss")), "the watch was set").toBe(true);
    expect(caught).toEqual([]);
  });

  it("h03_would have been noticed", async () => {
    await ada.page.evaluate(() => document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=__xss=1>"));
    await expect.poll(() => caught.some((what) => what.startsWith("script-src"))).toBe(true);
    await ada.page.evaluate(() => Object.assign(window, { __xss: 1 }));
    await expect.poll(() => caught.some((what) => what.startsWith("a script ran"))).toBe(true);
  });
});

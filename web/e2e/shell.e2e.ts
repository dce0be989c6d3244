import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "./support/node";
import { goOffline } from "./support/offline";
import type { Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  const workspace = await ada.makeWorkspace("TLS 1.3", "TLS");
  await ada.invite(ben, workspace);
  for (const person of [ada, ben]) {
    await person.goto(`/w/${workspace.id}`);
    await person.page.getByRole("link", { name: "Backlog" }).waitFor();
  }
});
afterAll(() => stage?.close());

const sidebar = ({ page }: Person) => page.getByRole("navigation", { name: "Workspace" });

describe("the sidebar of two people", () => {
  it("shows a new list and its new name to the other at once", async () => {
    await ada.page.keyboard.press("Shift+L");
    await ada.page.getByLabel("New list name").fill("draft-20");
    await ada.page.keyboard.press("Enter");
    await sidebar(ben).getByRole("link", { name: "draft-20" }).waitFor();

    await sidebar(ben).getByRole("link", { name: "draft-20" }).hover();
    await ben.page.getByRole("button", { name: "Actions for draft-20" }).click();
    await ben.page.getByRole("menuitem", { name: "Rename" }).click();
    await ben.page.getByLabel("New name for draft-20").fill("draft-21");
    await ben.page.keyboard.press("Enter");
    await sidebar(ada).getByRole("link", { name: "draft-21" }).waitFor();
  });

  it("offers invitations only to users with the right", async () => {
    await sidebar(ada).getByRole("button", { name: "Invite people" }).waitFor();
    // Ben's sidebar is complete: his own name came with the lists.
    await sidebar(ben).getByRole("link", { name: "Backlog" }).waitFor();
    expect(await sidebar(ben).getByRole("button", { name: "Invite people" }).count()).toBe(0);
    await sidebar(ada).getByRole("button", { name: "Invite people" }).click();
    await ada.page.getByRole("dialog").getByText("By link").click();
    await ada.page.getByRole("button", { name: "Create invite link" }).click();
    await until("the link is there", async () => (await ada.page.getByLabel("Invite link").inputValue()).includes("/invite/"));
    await ada.page.keyboard.press("Escape");
    await ada.page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

/** Opens the palette and types into it. */
async function search({ page }: Person, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Browse all" }).getByRole("combobox").fill(text);
}

/** The row that Enter takes. */
const marked = ({ page }: Person) => page.locator('[role="option"][aria-selected="true"]');

describe("the palette", () => {
  it("creates a task from the typed text, which the other finds by its number", async () => {
    await search(ada, "Warn against low entropy PSKs");
    await ada.page.getByRole("option", { name: /^Create task/ }).click();
    await ada.page.getByRole("button", { name: "Create task" }).click();
    await ada.page.getByText("TLS-1", { exact: true }).first().waitFor();
    await search(ben, "TLS-1");
    await marked(ben).filter({ hasText: "Warn against low entropy PSKs" }).waitFor();
    await ben.page.keyboard.press("Enter");
    await ben.page.waitForURL("**/TLS-1");
  });

  it("finds a person, and goes to the tasks that are assigned to them", async () => {
    for (const title of ["Something for Ben", "Something without assignee"]) {
      await search(ada, title);
      await ada.page.getByRole("option", { name: `Create task “${title}”` }).click();
      await ada.page.getByRole("button", { name: "Create task" }).click();
      await ada.page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await search(ada, "Something for Ben");
    await marked(ada).filter({ hasText: "Something for Ben" }).waitFor();
    await ada.page.keyboard.press("Enter");
    const panel = ada.page.getByRole("complementary");
    await panel.getByRole("heading", { name: "Something for Ben" }).waitFor();
    await panel.getByRole("group", { name: "Assignees", exact: true }).getByRole("button").first().click();
    await ada.page.getByRole("option", { name: "Ben Kaduk" }).click();
    await ada.page.keyboard.press("Escape");
    await search(ada, "kaduk");
    await marked(ada).filter({ hasText: "Ben Kaduk" }).getByText("1 task").waitFor();
    await ada.shot("palette-person");
    await ada.page.keyboard.press("Enter");
    await ada.page.waitForURL(`**/person/${ben.id}?show=open`);
    await ada.page.getByRole("row").filter({ hasText: "Something for Ben" }).waitFor();
    expect(await ada.page.getByRole("row").filter({ hasText: "Something without assignee" }).count()).toBe(0);
    await sidebar(ada).getByRole("link", { name: /^All tasks/ }).click();
    // The next command is for this page.
    await ada.page.getByRole("heading", { level: 1, name: "All tasks" }).waitFor();
  });

  it("filters the open page, and clears its filters permanently", async () => {
    await search(ada, "unassigned");
    await marked(ada).filter({ hasText: "Filter: unassigned" }).waitFor();
    await ada.page.keyboard.press("Enter");
    await ada.page.waitForURL("**/all?assignee=none");
    await ada.page.getByText("2 of 3").waitFor();
    await search(ada, "filter week");
    await marked(ada).filter({ hasText: "Filter: priority is Week" }).waitFor();
    await ada.page.keyboard.press("Enter");
    await ada.page.waitForURL("**/all?assignee=none&priority=week");
    await ada.page.getByText("No tasks match your filters.").waitFor();
    await search(ada, "clear");
    await marked(ada).filter({ hasText: "Clear filters" }).waitFor();
    await ada.page.keyboard.press("Enter");
    await ada.page.getByRole("row").filter({ hasText: "Something without assignee" }).waitFor();
    await ada.page.getByRole("row").filter({ hasText: "Something for Ben" }).waitFor();
    // Leave the list, and return by a link without settings.
    await sidebar(ada).getByRole("link", { name: "Created by me" }).click();
    await ada.page.getByRole("heading", { level: 1, name: "Created by me" }).waitFor();
    await sidebar(ada).getByRole("link", { name: /^All tasks/ }).click();
    await ada.page.getByRole("row").filter({ hasText: "Something for Ben" }).waitFor();
  });

  it("groups and sorts the open page, like its toolbar", async () => {
    const { page } = ada;
    const toolbar = page.getByRole("toolbar", { name: "Filters and view" });
    await search(ada, "group by assignee");
    await marked(ada).filter({ hasText: "Group: Assignee" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/all?group=assignee");
    await toolbar.getByRole("button", { name: "Group Assignee" }).waitFor();
    await search(ada, "sort title");
    await marked(ada).filter({ hasText: "Sort: Title" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/all?group=assignee&sort=title");
    await toolbar.getByRole("button", { name: "Sort Title" }).waitFor();
    await search(ada, "z to a");
    await marked(ada).filter({ hasText: "Sort: Z to A" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/all?group=assignee&sort=-title");
    await search(ada, "sort by");
    await page.getByRole("option", { name: "Sort: A to Z" }).waitFor();
    expect(await page.getByRole("option", { name: /^Sort: (Title|Z to A)/ }).count()).toBe(0);
    await page.keyboard.press("Escape");
    for (const [command, line, shown] of [["sort created", /^Sort: Created(?! by)/, "Sort Newest first"], ["group status", /^Group: Status/, "Group Status"]] as const) {
      await search(ada, command);
      // While the text is typed, other lines are marked.
      await marked(ada).filter({ hasText: line }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await toolbar.getByRole("button", { name: shown }).waitFor();
    }
    await toolbar.getByRole("button", { name: "Sort Newest first" }).waitFor();
  });

  it("shows a member without tasks as a member, and leads to their page", async () => {
    await search(ada, "byron");
    const line = marked(ada).filter({ hasText: ada.name });
    await line.getByText("Member", { exact: true }).waitFor();
    expect(await ada.page.getByText("0 tasks").count()).toBe(0);
    await ada.page.keyboard.press("Enter");
    await ada.page.waitForURL(`**/person/${ada.id}?show=open`);
    await ada.page.getByText(`Open tasks that are assigned to ${ada.name} appear here.`).waitFor();
    await ada.page.goBack();
    await ada.page.waitForURL(/\/all/);
  });

  it("goes to a place by its name", async () => {
    await search(ada, "assigned");
    await ada.page.getByRole("option", { name: /^Assigned to me/ }).click();
    await ada.page.waitForURL(/\/mine/);
  });

  it("changes the theme permanently, by its name and Enter", async () => {
    await ada.page.locator("html[data-theme=light]").waitFor({ state: "attached" });
    await search(ada, "theme dark");
    await marked(ada).filter({ hasText: "Theme: dark" }).waitFor();
    await ada.page.keyboard.press("Enter");
    await ada.page.locator("html[data-theme=dark]").waitFor({ state: "attached" });
    await ada.page.reload();
    await sidebar(ada).waitFor();
    await ada.page.locator("html[data-theme=dark]").waitFor({ state: "attached" });
  });

  it("keeps the row that the arrow keys chose", async () => {
    await search(ben, "theme");
    await marked(ben).filter({ hasText: "Theme: " }).waitFor();
    await ben.page.keyboard.press("ArrowUp");
    await ben.page.keyboard.press("Escape");
  });

  it("creates no task by Enter without a result, unless the user selects that row", async () => {
    await search(ben, "zzqx");
    await ben.page.getByRole("option", { name: /zzqx/ }).waitFor();
    expect(await marked(ben).count()).toBe(0);
    await ben.page.keyboard.press("Enter");
    await ben.page.getByRole("dialog", { name: "Browse all" }).waitFor();
    expect(await ben.page.getByRole("dialog", { name: "New task" }).count()).toBe(0);
    await ben.page.keyboard.press("ArrowDown");
    await ben.page.keyboard.press("Enter");
    const dialog = ben.page.getByRole("dialog", { name: "New task" });
    await until("the title is what was typed", async () => (await dialog.getByLabel("Title").inputValue()) === "zzqx");
  });
});

describe("logging out from the palette", () => {
  it("asks about unsaved edits, and goes to the log-in page", async () => {
    const kim = await stage.person("Kim Quiet", { fetchesAhead: true });
    const workspace = await kim.makeWorkspace("Quiet", "QT");
    await kim.goto(`/w/${workspace.key}/all`);
    // The palette and the dialog are opened before the network goes away, so that their chunks are loaded. The other chunks
    // are fetched ahead.
    await search(kim, "Never sent");
    await kim.page.getByRole("option", { name: /Never sent/ }).click();
    await kim.page.getByRole("button", { name: "Create task" }).waitFor();
    await goOffline(kim.context);
    await kim.page.getByRole("button", { name: "Create task" }).click();
    await kim.page.getByRole("dialog").waitFor({ state: "detached" });
    const out = async () => {
      await search(kim, "log out");
      await marked(kim).filter({ hasText: "Log out" }).waitFor();
      await kim.page.keyboard.press("Enter");
    };
    await out();
    const question = kim.page.getByRole("alertdialog", { name: "Log out and lose 1 edit?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await kim.context.setOffline(false);
    await until("the server has the task", async () => (await kim.titles(workspace)).includes("Never sent"));
    await kim.page.getByText("QT-1", { exact: true }).first().waitFor();
    await out();
    await kim.page.waitForURL("**/signin**");
    await kim.context.close();
  });
});

describe("a workspace that is opened for the first time in a browser", () => {
  it("shows a message while the node does not answer, and then opens", async () => {
    const eve = await stage.person("Eve Nodd");
    const workspace = await eve.makeWorkspace("Far away", "FAR");
    let away = true;
    let known = false;
    const asked = (url: URL) => /\/api\/(socket|me|workspaces\/)/.test(url.pathname);
    await eve.page.route(asked, (request) => {
      // The first `/api/me` succeeds; otherwise there would be no workspace to wait for.
      const first = !known && request.request().url().endsWith("/api/me");
      known ||= first;
      return away && !first ? request.abort() : request.continue();
    });
    await eve.page.routeWebSocket(asked, (socket) => void (away ? socket.close() : socket.connectToServer()));
    await eve.page.goto(`/w/${workspace.key}/all`);
    await eve.page.getByText("Can't reach Troupe.").waitFor();
    away = false;
    await eve.page.getByRole("button", { name: "Try now" }).click();
    await eve.page.getByRole("heading", { level: 1, name: "All tasks" }).waitFor();
    await eve.context.close();
  });
});

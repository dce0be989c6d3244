import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "./support/node";
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
  it("shows a list of the one to the other at once, and its new name", async () => {
    await ada.page.keyboard.press("Shift+L");
    await ada.page.getByLabel("Name of the new list").fill("draft-20");
    await ada.page.keyboard.press("Enter");
    await sidebar(ben).getByRole("link", { name: "draft-20" }).waitFor();

    await sidebar(ben).getByRole("link", { name: "draft-20" }).hover();
    await ben.page.getByRole("button", { name: "Actions for draft-20" }).click();
    await ben.page.getByRole("menuitem", { name: "Rename" }).click();
    await ben.page.getByLabel("New name of draft-20").fill("draft-21");
    await ben.page.keyboard.press("Enter");
    await sidebar(ada).getByRole("link", { name: "draft-21" }).waitFor();
  });

  it("offers an invitation to whoever may give one, and to nobody else", async () => {
    await sidebar(ada).getByRole("button", { name: "Invite people" }).waitFor();
    // Ben's sidebar is whole: who he is came with the lists in it.
    await sidebar(ben).getByRole("link", { name: "Backlog" }).waitFor();
    expect(await sidebar(ben).getByRole("button", { name: "Invite people" }).count()).toBe(0);
    await sidebar(ada).getByRole("button", { name: "Invite people" }).click();
    await ada.page.getByRole("button", { name: "Create invitation link" }).click();
    await until("the link is there", async () => (await ada.page.getByLabel("Invitation link").inputValue()).includes("/invite/"));
    await ada.page.keyboard.press("Escape");
    await ada.page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

/** Opens the palette and types into it. */
async function search({ page }: Person, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Browse all" }).getByRole("combobox").fill(text);
}

/** The line that Enter takes. */
const marked = ({ page }: Person) => page.locator('[role="option"][aria-selected="true"]');

describe("the palette", () => {
  it("makes a task from what was typed, and the other finds it by its number", async () => {
    await search(ada, "Warn against low entropy PSKs");
    await ada.page.getByRole("option", { name: /New task named/ }).click();
    await ada.page.getByRole("button", { name: "Create task" }).click();
    await ada.page.getByText("TLS-1", { exact: true }).first().waitFor();
    await search(ben, "TLS-1");
    await marked(ben).filter({ hasText: "Warn against low entropy PSKs" }).waitFor();
    await ben.page.keyboard.press("Enter");
    await ben.page.waitForURL("**/TLS-1");
  });

  it("goes to a place by its name", async () => {
    await search(ada, "assigned");
    await ada.page.getByRole("option", { name: "Assigned to me" }).click();
    await ada.page.waitForURL("**/mine");
  });

  it("changes the theme, by its name and Enter, for good", async () => {
    await ada.page.locator("html[data-theme=light]").waitFor({ state: "attached" });
    await search(ada, "theme dark");
    await marked(ada).filter({ hasText: "Theme: dark" }).waitFor();
    await ada.page.keyboard.press("Enter");
    await ada.page.locator("html[data-theme=dark]").waitFor({ state: "attached" });
    await ada.page.reload();
    await sidebar(ada).waitFor();
    await ada.page.locator("html[data-theme=dark]").waitFor({ state: "attached" });
  });

  it("keeps to the line that the arrows chose", async () => {
    await search(ben, "theme");
    await marked(ben).filter({ hasText: "Theme: " }).waitFor();
    await ben.page.keyboard.press("ArrowUp");
    await marked(ben).filter({ hasText: "New task named" }).waitFor();
    await ben.page.keyboard.press("Enter");
    const dialog = ben.page.getByRole("dialog", { name: "New task" });
    await until("the title is what was typed", async () => (await dialog.getByLabel("Title").inputValue()) === "theme");
  });
});

describe("a workspace that is opened for the first time in a browser", () => {
  it("says so where the node does not answer, and comes once it does", async () => {
    const eve = await stage.person("Eve Nodd");
    const workspace = await eve.makeWorkspace("Far away", "FAR");
    let away = true;
    let known = false;
    const asked = (url: URL) => /\/api\/(socket|me|workspaces\/)/.test(url.pathname);
    await eve.page.route(asked, (request) => {
      // Who this is was answered once, or there would be no workspace to wait for.
      const first = !known && request.request().url().endsWith("/api/me");
      known ||= first;
      return away && !first ? request.abort() : request.continue();
    });
    await eve.page.routeWebSocket(asked, (socket) => void (away ? socket.close() : socket.connectToServer()));
    await eve.page.goto(`/w/${workspace.key}/all`);
    await eve.page.getByText("Troupe cannot be reached.").waitFor();
    away = false;
    await eve.page.getByRole("button", { name: "Try now" }).click();
    await eve.page.getByRole("heading", { level: 1, name: "All tasks" }).waitFor();
    await eve.context.close();
  });
});

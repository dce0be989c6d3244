import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commentField, textIn, typeComment } from "./support/comments";
import { faultsOf } from "./support/faults";
import { rename, row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";
import { storedIn } from "./support/stored";
import { tapped } from "./support/tap";

// Short tokens without a grace period: a refresh token that is used twice ends the session.
const environment: Record<string, string> = { TROUPE_REFRESH_GRACE_SECONDS: "0" };

let stage: Stage;
beforeAll(async () => {
  stage = await setStage(environment);
});
afterAll(() => stage?.close());

describe("several tabs of one person", () => {
  it("stay signed in when they all start at once", async () => {
    const ada = await stage.person("Ada Byron");
    const workspace = await ada.makeWorkspace("Tabs", "TAB");
    const tabs = await Promise.all(Array.from({ length: 5 }, () => ada.context.newPage()));
    const arrive = () =>
      Promise.all(
        tabs.map(async (tab) => {
          await tab.goto(`/w/${workspace.key}`);
          await tab.getByRole("link", { name: "Backlog" }).waitFor();
          await tab.waitForURL("**/w/TAB/list/**");
        }),
      );
    await arrive();
    await arrive();
    await ada.context.close();
  });

  it("are all signed out by one of them", async () => {
    const ben = await stage.person("Ben Kaduk");
    const workspace = await ben.makeWorkspace("Tabs", "TAB");
    const other = await ben.context.newPage();
    for (const tab of [ben.page, other]) {
      await tab.goto(`/w/${workspace.id}`);
      await tab.getByRole("link", { name: "Backlog" }).waitFor();
    }
    await ben.page.getByRole("button", { name: "Tabs", exact: true }).click();
    await ben.page.getByRole("menuitem", { name: "Log out" }).click();
    await ben.page.waitForURL("**/signin");
    // The node may close the socket of the other tab before that tab hears of the sign-out. Then the address also names
    // the page to return to.
    await other.waitForURL(({ pathname }) => pathname === "/signin");
    await other.reload();
    await other.getByRole("button", { name: "Log in" }).waitFor();
    expect(new URL(other.url()).pathname).toBe("/signin");
    await ben.context.close();
  });
});

/** Calls the API as a person on another device. */
async function elsewhere(person: Person, path: string, data: object): Promise<void> {
  const { context } = await stage.stranger();
  const { accessToken } = (await (await context.request.post("/api/auth/sign-in", { data: { email: person.email, password: person.password } })).json()) as { accessToken: string };
  const answer = await context.request.post(path, { data, headers: { authorization: `Bearer ${accessToken}` } });
  expect(answer.status()).toBe(204);
  await context.close();
}

const endElsewhere = (person: Person) => elsewhere(person, "/api/me/sessions/end-others", {});

/** Waits for the log-in form, with the reason. */
async function saysWhy(page: Page, reason: string): Promise<void> {
  await page.waitForURL(({ pathname }) => pathname === "/signin");
  await page.getByText("Your session has ended. Log in again.").waitFor();
  await page.getByText(`Session is invalid due to: ${reason}`, { exact: true }).waitFor();
}

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** The databases of a person in a browser. */
const databasesOf = async (page: Page, { id }: Person) => Object.entries(await storedIn(page)).filter(([name]) => name.includes(id));

/** Waits until a browser has a copy of the workspace. */
const copied = (page: Page, person: Person) => until("a copy is stored", async () => (await databasesOf(page, person)).some(([, { rows = [] }]) => rows.length > 0));

describe("of5 a session that ends in another place", () => {
  let ada: Person;
  let ben: Person;
  let workspace: NewWorkspace;
  const panel = (page: Page) => page.getByRole("complementary");

  beforeAll(async () => {
    // The first account owns the instance, and cannot be deleted.
    ada = await stage.person("Ada Byron");
    workspace = await ada.makeWorkspace("Harbour", "HAR");
    ben = await stage.person("Ben Kaduk");
    await ada.invite(ben, workspace);
  });

  it("says why, and leaves unsent edits and drafts alone on the device, which nobody else sees", async () => {
    const { page } = ada;
    const tap = await tapped(page);
    await ada.goto(`/w/${workspace.key}`);
    await write(page, "Moor the ferry");
    await row(page, "Moor the ferry").getByRole("link").click();
    await typeComment(panel(page), "Half a thought");
    tap.hold = true;
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await rename(page, "Moor the ferry", "Moor the ferry by noon");
    await copied(page, ada);
    await endElsewhere(ada);
    await saysWhy(page, "Access Token has been revoked");
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "session-ended");
    await until("only the unsent edit is left", async () => {
      const stored = await databasesOf(page, ada);
      return stored.length === 1 && stored.every(([, { outbox = [], rows = [], head = [] }]) => outbox.length === 1 && rows.length + head.length === 0);
    });
    const local = () => page.evaluate(() => Object.entries(localStorage).flat().join());
    expect(await local()).not.toContain(ada.email);

    await logIn(page, ben);
    await row(page, "Moor the ferry").waitFor();
    expect(await page.getByText("by noon").count()).toBe(0);
    await row(page, "Moor the ferry").getByRole("link").click();
    expect(await textIn(commentField(panel(page)))).toBe("");
    await page.goto("/");
    await row(page, "Moor the ferry").waitFor();
    await page.getByRole("button", { name: "Harbour", exact: true }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.waitForURL("**/signin");
    expect(await databasesOf(page, ben)).toEqual([]);

    tap.hold = false;
    await logIn(page, ada);
    await row(page, "Moor the ferry by noon").waitFor();
    await until("the edit has arrived", async () => (await ben.titles(workspace)).join() === "Moor the ferry by noon");
    await row(page, "Moor the ferry by noon").getByRole("link").click();
    await until("the draft is back", async () => (await textIn(commentField(panel(page)))) === "Half a thought");
  });

  it("says why to a page that was closed meanwhile", async () => {
    const { page } = ada;
    await page.goto("about:blank");
    await endElsewhere(ada);
    await page.goto(`/w/${workspace.key}`);
    await saysWhy(page, "Refresh Token has been revoked");
    await until("no copy is left", async () => (await databasesOf(page, ada)).length === 0);
    await logIn(page, ada);
    await row(page, "Moor the ferry by noon").waitFor();
  });

  it("says if the data could not be deleted, and the next start deletes it", async () => {
    const { page } = ada;
    await copied(page, ada);
    await page.evaluate(() => {
      IDBObjectStore.prototype.clear = () => {
        throw new DOMException("No space", "UnknownError");
      };
    });
    await endElsewhere(ada);
    await page.waitForURL(({ pathname }) => pathname === "/signin");
    const failed = "Session is invalid due to: Access Token has been revoked and failed to clean up invalid session: Something went wrong. Try again.";
    await page.getByRole("alert").getByText(failed, { exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "session-ended-clean-up");
    expect(await databasesOf(page, ada)).not.toEqual([]);
    await page.reload();
    await saysWhy(page, "Access Token has been revoked");
    await until("no copy is left", async () => (await databasesOf(page, ada)).length === 0);
  });

  it("deletes everything of an account that was deleted, also unsent edits and drafts", async () => {
    const { page } = ben;
    const tap = await tapped(page);
    await ben.goto(`/w/${workspace.key}`);
    await row(page, "Moor the ferry by noon").getByRole("link").click();
    await typeComment(panel(page), "Never sent");
    tap.hold = true;
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await rename(page, "Moor the ferry by noon", "Ben's last words");
    await elsewhere(ben, "/api/me/delete", { password: ben.password });
    await saysWhy(page, "User does not exist.");
    await until("nothing is left", async () => (await databasesOf(page, ben)).length === 0);
    const local = await page.evaluate(() => Object.entries(localStorage).flat().join());
    expect(local).not.toMatch(/Never sent|Ben/);
    await ben.context.close();
  });

  it("o07: a made-up person in the storage gets a shell at most, never data, and the log-in form in the end", async () => {
    const { page } = ada;
    await page.goto("/signin");
    await logIn(page, ada);
    await row(page, "Moor the ferry by noon").waitFor();
    await copied(page, ada);
    const me = await page.evaluate(() => localStorage.getItem("troupe.me") ?? "");
    await endElsewhere(ada);
    await saysWhy(page, "Access Token has been revoked");
    await until("no copy is left", async () => (await databasesOf(page, ada)).length === 0);
    const stranger = await stage.stranger();
    for (const browser of [page, stranger.page]) {
      if (browser !== page) await browser.goto("/signin");
      const plant = () =>
        browser.evaluate((made) => {
          localStorage.setItem("troupe.me", made);
          for (const flag of ["isProvider", "troupe.isProvider", "userId", "troupe.userId"]) localStorage.setItem(flag, "true");
        }, me);
      const asked: string[] = [];
      browser.on("request", (request) => {
        if (/\/api\/workspaces\//.test(request.url())) asked.push(request.url());
      });
      // The node answers: no page of the app is ever shown.
      await plant();
      await browser.goto(`/w/${workspace.key}`);
      await browser.waitForURL(({ pathname }) => pathname === "/signin");
      // The node does not answer: an empty shell, until it does.
      await plant();
      await browser.route("**/api/**", (route) => route.abort());
      await browser.goto(`/w/${workspace.key}`);
      await browser.getByRole("navigation", { name: "Workspace" }).waitFor();
      expect(await browser.getByText("Moor the ferry").count()).toBe(0);
      await browser.unroute("**/api/**");
      await browser.evaluate(() => window.dispatchEvent(new Event("online")));
      await browser.waitForURL(({ pathname }) => pathname === "/signin");
      expect(asked).toEqual([]);
    }
    await stranger.context.close();
  });

  it("says that the session has expired", async () => {
    const { page } = ada;
    await page.goto("/signin");
    await logIn(page, ada);
    await row(page, "Moor the ferry by noon").waitFor();
    await stage.node.stop();
    environment.TROUPE_SESSION_SECONDS = "1";
    await stage.node.start();
    await page.reload();
    await saysWhy(page, "Refresh Token has expired");
    await until("no copy is left", async () => (await databasesOf(page, ada)).length === 0);
    await ada.context.close();
  });
});

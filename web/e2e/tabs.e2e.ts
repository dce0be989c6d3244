import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rename, row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";
import { tapped, type Tap } from "./support/tap";

let stage: Stage;
let ada: Person;
let workspace: NewWorkspace;
/** The first tab's sockets. */
let tap: Tap;
let others: Page[];

beforeAll(async () => {
  // The token is renewed with every check of the connection, and no refresh token works twice.
  stage = await setStage({ TROUPE_ACCESS_SECONDS: "70", TROUPE_REFRESH_GRACE_SECONDS: "0" });
});
afterAll(() => stage?.close());

beforeEach(async () => {
  ada = await stage.person("Ada Byron");
  workspace = await ada.makeWorkspace("Tabs", "TAB");
  tap = await tapped(ada.page);
  await ada.goto(`/w/${workspace.id}`);
  await write(ada.page, "Shared");
  others = [await opened(ada.context), await opened(ada.context)];
});

async function opened(context: BrowserContext, place = ""): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/w/${workspace.id}${place}`);
  await row(page, "Shared").waitFor();
  return page;
}

/** Another browser of the same account. */
async function elsewhere(): Promise<Page> {
  const { context } = await stage.stranger();
  await context.request.post("/api/auth/sign-in", { data: { email: ada.email, password: ada.password } });
  // The same list as in the other tabs: a new browser would begin elsewhere.
  const list = new URL(others[0]?.url() ?? "").pathname.replace(/^\/w\/[^/]+/, "");
  return opened(context, list);
}

/** The number of times that the node has renamed a ticket. */
async function renamings(): Promise<number> {
  const [ticket] = (await ada.snapshot(workspace)).filter(({ entity }) => entity === "ticket");
  const path = `/api/workspaces/${workspace.id}/tickets/${String(ticket?.data.id)}`;
  const { activities } = await ada.call<{ activities: { kind: string }[] }>(path);
  return activities.filter(({ kind }) => kind === "nameChange").length;
}

const titles = async (page: Page) => (await page.getByRole("grid").getByRole("link").allTextContents()).toSorted();

/** Makes the refreshes of all tabs wait. Returns a function that ends the wait. */
async function lockRefreshes(page: Page): Promise<() => Promise<void>> {
  const release = await page.evaluateHandle(
    () => new Promise<() => void>((held) => void navigator.locks.request("troupe.refresh", () => new Promise<void>((end) => held(() => end())))),
  );
  return () => release.evaluate((end) => end());
}

async function logOut(page: Page) {
  await page.getByRole("button", { name: "Tabs", exact: true }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
}

describe("F-52 tabs and browsers of one person", () => {
  it("edit one task in turn and other tasks at once, without doubling an edit", async () => {
    const [second] = others as [Page, Page];
    const pages = [ada.page, second, await elsewhere()];
    for (const [n, page] of pages.entries()) {
      const before = n === 0 ? "Shared" : `Shared ${n}`;
      await row(page, before).waitFor();
      await rename(page, before, `Shared ${n + 1}`);
    }
    await Promise.all(pages.map((page, n) => write(page, `Of tab ${n}`)));
    const all = [`Shared ${pages.length}`, ...pages.map((_, n) => `Of tab ${n}`)].toSorted();
    for (const page of pages) await until("all tabs agree", async () => (await titles(page)).join() === all.join());
    expect(await ada.titles(workspace)).toEqual(all);
    expect(await renamings()).toBe(pages.length);
  });

  it("take turns when all refresh the session at once: none is signed out", async () => {
    const pages = [ada.page, ...others];
    let renewed = 0;
    ada.context.on("response", (answer) => {
      if (answer.url().endsWith("/api/auth/refresh") && answer.ok()) renewed += 1;
    });
    for (let round = 1; round <= 5; round += 1) {
      await Promise.all(pages.map((page) => page.evaluate(() => window.dispatchEvent(new Event("online")))));
      await until("each of them has a new token", async () => renewed >= round * pages.length);
    }
    await rename(others[0] ?? ada.page, "Shared", "Still signed in");
    for (const page of pages) await row(page, "Still signed in").waitFor();
    await ada.page.reload();
    await row(ada.page, "Still signed in").waitFor();
  });

  it("send the edits of a killed leading tab once", async () => {
    tap.hold = true;
    await rename(ada.page, "Shared", "Inherited");
    await until("it was stored and sent", async () => tap.sent.some((frame) => JSON.stringify(frame).includes("Inherited")));
    const session = await ada.context.newCDPSession(ada.page);
    void session.send("Page.crash").catch(() => undefined);
    for (const page of others) await row(page, "Inherited").waitFor();
    expect(await ada.titles(workspace)).toEqual(["Inherited"]);
    expect(await renamings()).toBe(1);
    const [next, last] = others as [Page, Page];
    await until("another keeps the copy of the workspace", () =>
      next.evaluate(async () => ((await navigator.locks.query()).held ?? []).some(({ name }) => name?.startsWith("troupe.keeper."))),
    );
    await write(last, "It goes on");
    await row(next, "It goes on").waitFor();
  });

  it("ask before they log out over another tab's waiting edits, and log out together", async () => {
    tap.hold = true;
    await rename(ada.page, "Shared", "Not sent yet");
    const [second] = others as [Page, Page];
    await until("it was stored and sent", async () => tap.sent.some((frame) => JSON.stringify(frame).includes("Not sent yet")));
    await logOut(second);
    const question = second.getByRole("alertdialog", { name: "Log out and lose 1 edit?" });
    await question.getByRole("button", { name: "Stay" }).click();
    tap.hold = false;
    await tap.close(1012);
    for (const page of [ada.page, ...others]) await row(page, "Not sent yet").waitFor();
    expect(await ada.titles(workspace)).toEqual(["Not sent yet"]);
    await until("it is asked for nothing any more", async () => {
      await logOut(second);
      await Promise.race([question.waitFor(), second.waitForURL("**/signin")]);
      if (!(await question.isVisible())) return true;
      await question.getByRole("button", { name: "Stay" }).click();
      return false;
    });
    for (const page of [ada.page, ...others]) await page.waitForURL("**/signin");
    expect(await second.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
  });

  it("become another account's when it logs in, and send no edit in its name", async () => {
    const ben = await stage.person("Ben Nevis");
    await ada.invite(ben, workspace);
    // A tab that is still Ada's may send the edit for her.
    for (const page of others) await page.close();
    tap.hold = true;
    await rename(ada.page, "Shared", "Ada's words");
    tap.hold = false;
    // The log-in ends the session that Ada's browser held, so the node closes the page's socket. As a log-in in a tab does,
    // this one holds the lock of refreshes: a refresh with the old cookie would sign the page out.
    const release = await lockRefreshes(ada.page);
    await ada.context.request.post("/api/auth/sign-in", { data: { email: ben.email, password: ben.password } });
    await release();
    await ada.page.getByText("Ben Nevis").first().waitFor();
    await row(ada.page, "Shared").waitFor();
    expect(await ben.titles(workspace)).toEqual(["Shared"]);
    // The edits are still Ada's when she returns. The page is left first: a navigation can cut off a refresh, and
    // without a grace period its spent token would end the new session.
    await ada.page.goto("about:blank");
    await ada.context.request.post("/api/auth/sign-in", { data: { email: ada.email, password: ada.password } });
    await ada.goto(`/w/${workspace.id}`);
    await row(ada.page, "Ada's words").waitFor();
    await until("it has arrived", async () => (await ben.titles(workspace)).join() === "Ada's words");
  });
});

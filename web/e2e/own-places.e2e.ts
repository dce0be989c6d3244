import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row } from "./support/list";
import { until } from "./support/node";
import { goOffline } from "./support/offline";
import type { NewWorkspace, Person } from "./support/person";
import { sheetOf } from "./support/sheet";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
let page: Page;
const [piers, ropes, nets, late] = [1, 2, 3, 4].map(() => randomUUID()) as [string, string, string, string];

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  page = ada.page;
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  const send = (command: Record<string, unknown>) => ada.send(workspace, command);
  await send({ kind: "list.create", listId: piers, name: "Piers" });
  await send({ kind: "list.create", listId: ropes, name: "Ropes" });
  await send({ kind: "list.update", listId: ropes, patch: { description: "Everything that is tied" } });
  await send({ kind: "ticket.create", ticketId: nets, title: "Mend the nets", listIds: [ropes] });
  await send({ kind: "ticket.create", ticketId: randomUUID(), title: "Paint the pier", listIds: [piers] });
  await send({ kind: "savedView.create", savedViewId: late, name: "Late", personal: false, listId: ropes, layout: "spreadsheet", filter: "", groupBy: "none", sortBy: "manual", descending: false, columns: ["status"] });
});
afterAll(() => stage?.close());

const { middleOf } = sheetOf(() => page);
const sidebar = (of: Page) => of.getByRole("navigation", { name: "Workspace" });
const favorites = (of: Page) => sidebar(of).getByRole("group", { name: "Favorites" });
const recent = (of: Page) => sidebar(of).getByRole("group", { name: "Recent" });
const isAt = (of: Page, name: string) => of.getByRole("heading", { level: 1, name }).waitFor();
const linksIn = (group: ReturnType<typeof favorites>) => async () => group.getByRole("link").evaluateAll((links) => links.map((link) => link.querySelector("[title]")?.textContent ?? ""));
describe("favorites", () => {
  it("are lists, tasks and saved views, added by the star and by menus; they belong to one person", async () => {
    await ada.goto(`/w/${workspace.key}/list/${piers}`);
    await ben.goto(`/w/${workspace.key}/list/${piers}`);
    expect(await favorites(page).count()).toBe(0);
    await page.getByRole("main").getByRole("button", { name: "Favorite", pressed: false }).click();
    await favorites(page).getByRole("link", { name: "Piers" }).waitFor();
    await page.getByRole("main").getByRole("button", { name: "Favorite", pressed: true }).waitFor();

    await sidebar(page).getByRole("link", { name: /^Ropes/ }).hover();
    await sidebar(page).getByRole("button", { name: "Actions for Ropes" }).click();
    await page.getByRole("menuitem", { name: "Add to favorites" }).click();
    await favorites(page).getByRole("link", { name: "Ropes" }).click();
    await isAt(page, "Ropes");

    await row(page, "Mend the nets").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Add to favorites" }).click();
    await page.getByRole("navigation", { name: "Saved views" }).getByRole("link", { name: "Late" }).click();
    await page.getByRole("button", { name: "View “Late”" }).waitFor();
    await page.getByRole("navigation", { name: "Saved views" }).getByRole("button", { name: "Favorite", pressed: false }).click();
    await expect.poll(linksIn(favorites(page))).toEqual(["Piers", "Ropes", "Mend the nets", "Late"]);
    expect(await favorites(ben.page).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
  });

  it("are ordered by dragging and by the menu, also after a reload", async () => {
    const link = (name: string) => favorites(page).getByRole("link", { name });
    const [from, to] = [await middleOf(link("Late")), await middleOf(link("Piers"))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 2, from.y - 6);
    await page.mouse.move(to.x, to.y - to.height / 4, { steps: 4 });
    await page.mouse.move(to.x + 1, to.y - to.height / 4);
    await page.mouse.up();
    await expect.poll(linksIn(favorites(page))).toEqual(["Late", "Piers", "Ropes", "Mend the nets"]);
    await link("Piers").hover();
    await page.getByRole("button", { name: "Actions for favorite Piers" }).click();
    await page.getByRole("menuitem", { name: "Move down" }).click();
    await expect.poll(linksIn(favorites(page))).toEqual(["Late", "Ropes", "Piers", "Mend the nets"]);
    await page.reload();
    await expect.poll(linksIn(favorites(page))).toEqual(["Late", "Ropes", "Piers", "Mend the nets"]);
    await shoot(page, "favorites");
  });

  it("open their places, and are hidden while their list is archived", async () => {
    await favorites(page).getByRole("link", { name: "Mend the nets" }).click();
    await page.getByRole("complementary").getByRole("heading", { name: "Mend the nets" }).waitFor();
    await favorites(page).getByRole("link", { name: "Late" }).click();
    await page.getByRole("button", { name: "View “Late”" }).waitFor();
    await ben.send(workspace, { kind: "list.archive", listId: ropes });
    await expect.poll(linksIn(favorites(page))).toEqual(["Piers", "Mend the nets"]);
    await ben.send(workspace, { kind: "list.unarchive", listId: ropes });
    await expect.poll(linksIn(favorites(page))).toEqual(["Late", "Ropes", "Piers", "Mend the nets"]);
    await favorites(page).getByRole("link", { name: "Piers" }).hover();
    await page.getByRole("button", { name: "Actions for favorite Piers" }).click();
    await page.getByRole("menuitem", { name: "Remove from favorites" }).click();
    await expect.poll(linksIn(favorites(page))).toEqual(["Late", "Ropes", "Mend the nets"]);
  });
});

describe("a page", () => {
  it("becomes a favorite by its star: a page of tasks across lists, or that of a person", async () => {
    for (const [path, name] of [["/completed", "Completed by me"], [`/person/${ben.id}`, "Ben Kaduk"]] as const) {
      await ada.goto(`/w/${workspace.key}${path}`);
      await isAt(page, name);
      await page.getByRole("main").getByRole("button", { name: "Favorite", pressed: false }).click();
      await favorites(page).getByRole("link", { name }).waitFor();
    }
    await shoot(page, "favorite-pages");
    await favorites(page).getByRole("link", { name: "Completed by me" }).click();
    await isAt(page, "Completed by me");
    for (const [path, name] of [["/completed", "Completed by me"], [`/person/${ben.id}`, "Ben Kaduk"]] as const) {
      await ada.goto(`/w/${workspace.key}${path}`);
      await isAt(page, name);
      await page.getByRole("main").getByRole("button", { name: "Favorite", pressed: true }).click();
      await favorites(page).getByRole("link", { name }).waitFor({ state: "detached" });
    }
  });
});

describe("a page with its own heading", () => {
  it("becomes a favorite by its star: Home, the inbox, the roadmap, and the epics", async () => {
    const pages = [["home", "Home"], ["inbox", "Inbox"], ["roadmap", "Roadmap"], ["epics", "Epics"]] as const;
    const before = await linksIn(favorites(page))();
    for (const [path, name] of pages) {
      await ada.goto(`/w/${workspace.key}/${path}`);
      await isAt(page, name);
      await page.getByRole("main").getByRole("button", { name: "Favorite", pressed: false }).click();
      await favorites(page).getByRole("link", { name }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await shoot(page, `favorite-${path}`);
    }
    expect(await linksIn(favorites(page))()).toEqual([...before, "Home", "Inbox", "Roadmap", "Epics"]);
    for (const [path, name] of pages) {
      await favorites(page).getByRole("link", { name }).click();
      await page.waitForURL(`**/${path}`);
      await page.getByRole("main").getByRole("button", { name: "Favorite", pressed: true }).click();
      await favorites(page).getByRole("link", { name }).waitFor({ state: "detached" });
    }
  });
});

describe("recent places", () => {
  it("are folded until the person unfolds them, do not change their order under the pointer, and can be hidden", async () => {
    for (const [listId, name] of [[piers, "Piers"], [ropes, "Ropes"]] as const) {
      await ada.goto(`/w/${workspace.key}/list/${listId}`);
      await isAt(page, name);
      // The browser remembers a place a moment after it is shown.
      await expect.poll(() => page.evaluate(() => Object.entries({ ...localStorage }).find(([key]) => key.startsWith("troupe.visits."))?.[1])).toMatch(new RegExp(`^[^}]*${listId}`));
    }
    expect(await recent(page).getByRole("link").count()).toBe(0);
    await recent(page).getByRole("button", { name: "Recent", expanded: false }).click();
    await expect.poll(linksIn(recent(page))).toEqual(["Ropes", "Piers", "Mend the nets"]);
    await recent(page).getByRole("link", { name: "Mend the nets" }).click();
    await page.getByRole("complementary").getByRole("heading", { name: "Mend the nets" }).waitFor();
    expect(await linksIn(recent(page))()).toEqual(["Ropes", "Piers", "Mend the nets"]);
    await page.reload();
    await expect.poll(linksIn(recent(page))).toEqual(["Mend the nets", "Ropes", "Piers"]);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "recent-places");

    await sidebar(page).getByRole("button", { name: /Harbour/ }).first().click();
    await page.getByRole("menuitem", { name: "Customize sidebar…" }).click();
    await page.getByRole("dialog", { name: "Customize sidebar" }).getByRole("checkbox", { name: "Recent" }).uncheck();
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await recent(page).waitFor({ state: "detached" });
    await page.reload();
    await favorites(page).waitFor();
    expect(await recent(page).count()).toBe(0);
  });

  it("come first in the palette before anything is typed", async () => {
    await ada.goto(`/w/${workspace.key}/list/${piers}`);
    await page.keyboard.press("Control+k");
    const offered = page.getByRole("dialog", { name: "Browse all" }).getByRole("group", { name: "Recently opened" });
    await expect.poll(async () => (await offered.getByRole("option").allTextContents()).map((text) => /Mend the nets|Ropes|Piers/.exec(text)?.[0])).toEqual(["Mend the nets", "Ropes"]);
    await shoot(page, "palette-recent");
    await page.keyboard.press("Escape");
  });
});

describe("a list with unread tasks", () => {
  it("has a mark until the person has read them", async () => {
    await ada.goto(`/w/${workspace.key}/list/${piers}`);
    const mark = sidebar(page).locator(`a[href$="/list/${ropes}"]`).last().getByRole("img", { name: "Unread tasks" });
    expect(await mark.count()).toBe(0);
    await ben.send(workspace, { kind: "comment.create", commentId: randomUUID(), ticketId: nets, message: "Which nets?" });
    await mark.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "unread-list");
    await page.goto(`/w/${workspace.key}/list/${ropes}/HAR-1`);
    await page.getByRole("complementary").getByText("Which nets?").waitFor();
    await mark.waitFor({ state: "detached" });
  });
});

describe("saved views above a list", () => {
  const tabs = (of: Page) => of.getByRole("navigation", { name: "Saved views" });
  const current = (of: Page) => async () => tabs(of).locator('[aria-current="page"]').textContent();

  it("are tabs, with the list itself as the first one; a new view appears for everyone who sees the list", async () => {
    await ada.goto(`/w/${workspace.key}/list/${ropes}`);
    await ben.goto(`/w/${workspace.key}/list/${ropes}`);
    await expect.poll(current(page)).toBe("No view");
    await tabs(page).getByRole("link", { name: "Late" }).click();
    await expect.poll(current(page)).toBe("Late");
    await ben.send(workspace, { kind: "savedView.create", savedViewId: randomUUID(), name: "Soon", personal: false, listId: ropes, layout: "kanban", filter: "", groupBy: "status", sortBy: "manual", descending: false, columns: ["status"] });
    await tabs(page).getByRole("link", { name: "Soon" }).click();
    await page.getByRole("article", { name: /Mend the nets/ }).waitFor();
    await expect.poll(current(page)).toBe("Soon");
    await page.goBack();
    await expect.poll(current(page)).toBe("Late");
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "saved-tabs");
    await tabs(page).getByRole("link", { name: "No view" }).click();
    await expect.poll(current(page)).toBe("No view");
    expect(new URL(page.url()).searchParams.has("saved")).toBe(false);
    await expect.poll(current(ben.page)).toBe("No view");
  });

  it("have no row of tabs if the list has no views", async () => {
    await ada.goto(`/w/${workspace.key}/list/${piers}`);
    await row(page, "Paint the pier").waitFor();
    expect(await tabs(page).count()).toBe(0);
  });
});

describe("a new link", () => {
  const dialog = (of: Page) => of.getByRole("dialog", { name: "New link" });

  it("becomes a task in the list that is shown", async () => {
    await ada.goto(`/w/${workspace.key}/list/${piers}`);
    await row(page, "Paint the pier").waitFor();
    await page.keyboard.press("l");
    await dialog(page).getByRole("button", { name: "Add to: New task in Piers" }).waitFor();
    await dialog(page).getByRole("textbox", { name: "Web address" }).fill("not an address");
    await dialog(page).getByRole("button", { name: "Add link" }).click();
    await dialog(page).getByRole("alert").waitFor();
    await dialog(page).getByRole("textbox", { name: "Web address" }).fill("example.org/plans");
    await dialog(page).getByRole("textbox", { name: "Title" }).fill("Plans of the pier");
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "new-link");
    await dialog(page).getByRole("button", { name: "Add link" }).click();
    await row(page, "Plans of the pier").waitFor();
    await ben.goto(`/w/${workspace.key}/list/${piers}`);
    await row(ben.page, "Plans of the pier").getByRole("link", { name: "Plans of the pier", exact: true }).click();
    await ben.page.getByRole("complementary").getByRole("link", { name: /Plans of the pier/ }).waitFor();
  });

  it("goes to the open task, or to a task that is found by a search", async () => {
    await ada.goto(`/w/${workspace.key}/list/${ropes}/HAR-1`);
    const links = (of: Page) => of.getByRole("complementary").getByRole("region", { name: "Links" });
    await page.getByRole("complementary").getByRole("heading", { name: "Mend the nets" }).waitFor();
    await sidebar(page).getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("menuitem", { name: "New link" }).click();
    await dialog(page).getByRole("button", { name: /^Add to: HAR-1/ }).waitFor();
    await dialog(page).getByRole("textbox", { name: "Web address" }).fill("https://example.org/nets");
    await dialog(page).getByRole("button", { name: "Add link" }).click();
    await page.getByText("Link added").waitFor();
    await links(page).getByRole("link", { name: /example\.org\/nets/ }).waitFor();
    await page.keyboard.press("l");
    await dialog(page).getByRole("button", { name: /^Add to: HAR-1/ }).click();
    await page.getByRole("combobox").fill("pier");
    await page.getByRole("option", { name: /^HAR-2/ }).click();
    await dialog(page).getByRole("textbox", { name: "Web address" }).fill("https://example.org/paint");
    await dialog(page).getByRole("button", { name: "Add link" }).click();
    await ben.goto(`/w/${workspace.key}/list/${piers}/HAR-2`);
    await links(ben.page).getByRole("link", { name: /example\.org\/paint/ }).waitFor();
  });
});

describe("all lists", () => {
  it("are on one page, where they are searched and become favorites", async () => {
    await ada.goto(`/w/${workspace.key}/all`);
    await sidebar(page).getByRole("link", { name: "Lists", exact: true }).click();
    await isAt(page, "All lists");
    const lines = page.getByRole("list", { name: "All lists" }).getByRole("listitem");
    await lines.filter({ hasText: "Ropes" }).getByText("Everything that is tied").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "all-lists");
    await page.getByRole("searchbox", { name: "Find a list" }).fill("tied");
    await expect.poll(() => lines.count()).toBe(1);
    await lines.getByRole("button", { name: "Favorite: Ropes", pressed: true }).click();
    await expect.poll(linksIn(favorites(page))).toEqual(["Late", "Mend the nets"]);
    await lines.getByRole("link", { name: "Ropes" }).click();
    await isAt(page, "Ropes");
  });
});

describe("other addresses of pages", () => {
  it("lead to the pages that they stand for", async () => {
    for (const [other, name] of [["private-tasks", "private"], ["completed-by-me", "completed"], ["subscribed-by-me", "subscribed"], ["created-by-me", "created"]] as const) {
      await page.goto(`/w/${workspace.key}/${other}`);
      await page.waitForURL((url) => url.pathname === `/w/${workspace.key}/${name}`);
    }
    await page.goto(`/w/${workspace.key}/user/${ben.id}`);
    await isAt(page, "Ben Kaduk");
    await page.goto(`/w/${workspace.key}/snoozed`);
    await page.getByRole("radio", { name: "Snoozed", checked: true }).waitFor();
    await page.getByRole("radio", { name: "Unread" }).click();
    await page.waitForURL("**/inbox?tab=unread");
    // Without a workspace, they lead to the one that was open last.
    await page.goto("/roadmap");
    await page.waitForURL(`**/w/${workspace.key}/roadmap`);
    await page.goto("/snoozed");
    await page.getByRole("radio", { name: "Snoozed", checked: true }).waitFor();
    await page.goto("/inbox?tab=unread");
    await page.waitForURL(`**/w/${workspace.key}/inbox?tab=unread`);
    await page.goto(`/w/${workspace.key}/nowhere`);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
  });
});

describe("the width of the sidebar", () => {
  it("is changed by dragging its edge and with keys, and is remembered", async () => {
    await ada.goto(`/w/${workspace.key}/list/${piers}`);
    const edge = page.getByRole("separator", { name: "Sidebar width" });
    const width = async () => (await sidebar(page).boundingBox())?.width;
    const { x, y } = await middleOf(edge);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => Math.round((await width()) ?? 0)).toBeGreaterThan(250);
    await edge.focus();
    await page.keyboard.press("ArrowRight");
    const wide = await width();
    await page.reload();
    await edge.waitFor();
    expect(await width()).toBe(wide);
    await edge.dblclick();
    await expect.poll(async () => (await width()) ?? 0).toBeLessThan(201);
  });
});

/** A further browser of the person, in which the person is signed in. */
async function another({ email, password }: Person): Promise<{ context: BrowserContext; page: Page }> {
  // A test takes this browser offline. It has no service worker, so the app must fetch all parts before that.
  const browser = await stage.stranger({ fetchesAhead: true });
  await browser.context.request.post("/api/auth/sign-in", { data: { email, password } });
  return browser;
}

/** Opens the list Piers. */
async function openPiers(of: Page): Promise<void> {
  await of.goto(`/w/${workspace.key}/list/${piers}`);
  await row(of, "Paint the pier").waitFor();
}

const namesIn = (of: Page) => linksIn(favorites(of));
const trash = (of: Page) => sidebar(of).getByRole("link", { name: "Trash" });
const star = (of: Page, pressed: boolean) => of.getByRole("main").getByRole("button", { name: "Favorite", pressed });

/** Presses Q and I until the inbox opens: the keys arrive a moment after the page. */
async function opensInboxWithQI(of: Page): Promise<void> {
  await until("Q and I open the inbox", async () => {
    await of.keyboard.press("q");
    await of.keyboard.press("i");
    return new URL(of.url()).pathname.endsWith("/inbox");
  });
}

describe("a person with two browsers", () => {
  let cleo: Person;
  beforeAll(async () => {
    cleo = await stage.person("Cleo Lind");
    await ada.invite(cleo, workspace);
  });

  it("nt19, nt20: stars a place, hides a page and changes keys in one, and the other shows all three without a reload", async () => {
    const { page: one } = cleo;
    const { page: other, context } = await another(cleo);
    await openPiers(other);
    await trash(other).waitFor();
    expect(await favorites(other).count()).toBe(0);

    await openPiers(one);
    await star(one, false).click();
    await favorites(other).getByRole("link", { name: "Piers" }).waitFor();
    await star(other, true).waitFor();

    await sidebar(one).getByRole("button", { name: /Harbour/ }).first().click();
    await one.getByRole("menuitem", { name: "Customize sidebar…" }).click();
    const dialog = one.getByRole("dialog", { name: "Customize sidebar" });
    await dialog.getByRole("checkbox", { name: "Trash" }).uncheck();
    await trash(other).waitFor({ state: "detached" });
    expect(await faultsOf(one)).toEqual([]);
    await shoot(one, "customize-sidebar-devices");
    await dialog.getByRole("button", { name: "Actions for page Inbox" }).click();
    await one.getByRole("menuitem", { name: "Move up" }).click();
    await expect.poll(async () => (await other.locator('[data-section="sidebar"] a [title]').allTextContents()).slice(0, 2)).toEqual(["Inbox", "Home"]);
    await dialog.getByRole("button", { name: "Done", exact: true }).click();

    await one.goto(`/w/${workspace.key}/settings/shortcuts`);
    await one.getByRole("button", { name: "Change keys for Inbox: G I", exact: true }).click();
    await one.getByRole("textbox", { name: "New keys for Inbox" }).waitFor();
    await one.keyboard.press("q");
    await one.keyboard.press("i");
    await one.getByRole("button", { name: "Change keys for Inbox: Q I", exact: true }).waitFor();
    expect(await faultsOf(one)).toEqual([]);
    await shoot(one, "shortcuts-devices");
    await opensInboxWithQI(other);
    await context.close();
  });

  it("nt19: stars places in both while one has no network, and keeps both places", async () => {
    const { page: one } = cleo;
    const { page: other, context } = await another(cleo);
    await openPiers(one);
    await other.goto(`/w/${workspace.key}/list/${ropes}`);
    await star(other, false).waitFor();
    // All parts must be loaded before the network goes away.
    await other.waitForLoadState("networkidle");
    await goOffline(context);
    await star(other, false).click();
    await expect.poll(namesIn(other)).toEqual(["Piers", "Ropes"]);
    await one.goto(`/w/${workspace.key}/completed`);
    await star(one, false).click();
    await expect.poll(namesIn(one)).toEqual(["Piers", "Completed by me"]);
    await context.setOffline(false);
    for (const each of [one, other]) await expect.poll(namesIn(each)).toEqual(["Piers", "Completed by me", "Ropes"]);
    await context.close();
  });

  it("nt19: has the same order of favorites in both", async () => {
    const { page: one } = cleo;
    const { page: other, context } = await another(cleo);
    await openPiers(one);
    await openPiers(other);
    await expect.poll(namesIn(other)).toEqual(["Piers", "Completed by me", "Ropes"]);
    await favorites(other).getByRole("link", { name: "Ropes" }).hover();
    await other.getByRole("button", { name: "Actions for favorite Ropes" }).click();
    await other.getByRole("menuitem", { name: "Move up" }).click();
    for (const each of [one, other]) await expect.poll(namesIn(each)).toEqual(["Piers", "Ropes", "Completed by me"]);
    await context.close();
  });
});

describe("a browser in which an earlier build has kept choices", () => {
  let dan: Person;
  beforeAll(async () => {
    dan = await stage.person("Dan Ek");
    await ada.invite(dan, workspace);
  });
  const stored = (of: Page) => of.evaluate(() => Object.keys(localStorage).filter((key) => /^troupe\.(favorites|pages|keys)/.test(key)));
  /** Stores what a person has chosen, as earlier builds did. */
  const keep = async (of: Page, me: string, listId: string) => {
    await of.goto("/signin");
    await of.evaluate(
      ({ me, workspaceId, listId }) => {
        localStorage.setItem(`troupe.favorites.${workspaceId}.${me}`, JSON.stringify([{ kind: "list", id: listId }, { kind: "page", id: "mine" }]));
        localStorage.setItem("troupe.pages", JSON.stringify({ [me]: { trash: false } }));
        localStorage.setItem("troupe.keys", JSON.stringify({ [me]: { keys: { "go.inbox": "Q I" }, singles: true } }));
      },
      { me, workspaceId: workspace.id, listId },
    );
  };

  it("nt19, nt20: moves them to the person's other browsers, once", async () => {
    const { page: first, context } = await another(dan);
    await keep(first, dan.id, piers);
    await openPiers(dan.page);
    await openPiers(first);
    for (const each of [first, dan.page]) {
      await expect.poll(namesIn(each)).toEqual(["Piers", "Assigned to me"]);
      await trash(each).waitFor({ state: "detached" });
    }
    await expect.poll(() => stored(first)).toEqual([]);
    await opensInboxWithQI(dan.page);
    await context.close();

    const { page: second, context: later } = await another(dan);
    await keep(second, dan.id, ropes);
    await openPiers(second);
    await expect.poll(() => stored(second)).toEqual([]);
    expect(await namesIn(second)()).toEqual(["Piers", "Assigned to me"]);
    await later.close();
  });
});

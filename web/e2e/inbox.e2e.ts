import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Clock, Ids } from "@/sync/platform/ids";
import { commentField } from "./support/comments";
import { faultsOf } from "./support/faults";
import { row, write } from "./support/list";
import { until } from "./support/node";
import { goOffline } from "./support/offline";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
/** The ids of entries have their time, as those of the app do. */
const ids = new Ids(new Clock());

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
  workspace = await ada.makeWorkspace("Post", "POST");
  await ada.invite(ben, workspace);
  await ada.goto(`/w/${workspace.id}`);
  await ben.goto(`/w/${workspace.id}`);
});
afterAll(() => stage?.close());

const panel = (page: Page) => page.getByRole("complementary");
const line = (page: Page, title: string) => page.locator("[data-inbox]").filter({ hasText: title });
const inboxLink = (page: Page) => page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: /^Inbox/ });
const unreadMark = (page: Page, title: string) => line(page, title).getByRole("img", { name: "Unread" });

/** Comments over the API, on the only task with this title. */
async function comment(person: Person, of: NewWorkspace, title: string, message: string) {
  const ticket = (await person.snapshot(of)).find(({ entity, data }) => entity === "ticket" && data.title === title);
  await person.send(of, { kind: "comment.create", commentId: ids.next(), ticketId: ticket?.data.id, message });
}

describe("the inbox", () => {
  it("is empty at first, and says what comes", async () => {
    await inboxLink(ada.page).click();
    await ada.page.getByRole("heading", { name: "You are up to date" }).waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
  });

  it("in3_shows a comment of another person on an own task, counts it, and is read on both devices when it opens", async () => {
    await ada.goto(`/w/${workspace.id}`);
    await write(ada.page, "Mind the gap");
    await row(ben.page, "Mind the gap").waitFor();
    expect(await inboxLink(ada.page).textContent()).toBe("Inbox");
    await comment(ben, workspace, "Mind the gap", "Which gap?");
    await until("Ada's sidebar counts one", async () => (await inboxLink(ada.page).textContent()) === "Inbox1");
    const other = await ada.context.newPage();
    await other.goto(`/w/${workspace.id}/inbox`);
    await unreadMark(other, "Mind the gap").waitFor();
    await inboxLink(ada.page).click();
    await unreadMark(ada.page, "Mind the gap").waitFor();
    expect(await line(ada.page, "Mind the gap").textContent()).toContain("Ben Nevis commented");
    expect(await faultsOf(ada.page)).toEqual([]);
    await ada.shot("inbox");
    await line(ada.page, "Mind the gap").getByRole("link").click();
    await panel(ada.page).getByText("Which gap?").waitFor();
    for (const page of [ada.page, other]) await unreadMark(page, "Mind the gap").waitFor({ state: "detached" });
    await until("the count is gone", async () => (await inboxLink(ada.page).textContent()) === "Inbox");
    await other.close();
    // Ben has commented, and his own comment is not unread for him.
    await inboxLink(ben.page).click();
    await ben.page.getByRole("heading", { name: "You are up to date" }).waitFor();
  });

  it("is used by keys: unread, done with undo, and snoozed until later", async () => {
    const { page } = ada;
    await panel(page).getByRole("button", { name: "Close", exact: true }).click();
    await panel(page).waitFor({ state: "detached" });
    await line(page, "Mind the gap").getByRole("link").focus();
    await page.keyboard.press("u");
    await unreadMark(page, "Mind the gap").waitFor();
    await page.keyboard.press("e");
    await line(page, "Mind the gap").waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await line(page, "Mind the gap").waitFor();
    await line(page, "Mind the gap").getByRole("link").focus();
    await page.keyboard.press("h");
    await page.getByRole("menuitem", { name: /^Tomorrow/ }).click();
    await line(page, "Mind the gap").waitFor({ state: "detached" });
    await page.getByRole("radio", { name: "Snoozed" }).click();
    await line(page, "Mind the gap").waitFor();
    expect(await line(page, "Mind the gap").textContent()).toContain("Until");
    await ada.shot("inbox-snoozed");
  });

  it("snoozes a task until a time that the person chooses, which lies in the future", async () => {
    const { page } = ada;
    await line(page, "Mind the gap").getByRole("link").focus();
    await page.keyboard.press("h");
    await page.getByRole("menuitem", { name: "Choose a time…" }).click();
    const dialog = page.getByRole("dialog", { name: "Snooze “Mind the gap” until" });
    await dialog.getByLabel("Date").fill("2020-05-01");
    await dialog.getByLabel("Time").fill("13:30");
    await page.keyboard.press("Enter");
    await dialog.getByText("Choose a time in the future").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "inbox-snooze-until");
    await page.setViewportSize({ width: 390, height: 844 });
    await ada.shot("inbox-snooze-until-phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByLabel("Date").fill("2031-05-01");
    await dialog.getByRole("button", { name: "Snooze", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => line(page, "Mind the gap").textContent()).toMatch(/Until 1 May 2031/);
    const [stored] = (await ada.snapshot(workspace)).filter(({ entity, data }) => entity === "ticketSubscription" && data.snoozedUntil);
    expect(Date.parse(String(stored?.data.snoozedUntil))).toBe(await page.evaluate(() => new Date(2031, 4, 1, 13, 30).getTime()));
    await page.getByRole("radio", { name: "All" }).click();
  });

  it("in5_wakes a snoozed task when the person is mentioned, and says so", async () => {
    await ben.goto(`/w/${workspace.id}`);
    await row(ben.page, "Mind the gap").getByRole("link", { name: "Mind the gap", exact: true }).click();
    const field = commentField(panel(ben.page));
    await field.pressSequentially("Look, @a");
    const option = ben.page.getByRole("option", { name: /Ada Byron/ });
    await option.waitFor();
    await ben.shot("mention");
    await field.press("Enter");
    await field.press("Control+Enter");
    await unreadMark(ada.page, "Mind the gap").waitFor();
    expect(await line(ada.page, "Mind the gap").textContent()).toContain("Ben Nevis mentioned you");
    await ada.page.getByRole("radio", { name: "Mentions" }).click();
    await line(ada.page, "Mind the gap").waitFor();
    await ada.page.getByRole("radio", { name: "All" }).click();
  });

  it("in5_offers people while a description is typed, under the line of the name, and tells the person once", async () => {
    const { page } = ben;
    await ben.goto(`/w/${workspace.id}`);
    await write(page, "Bridge the gap");
    await row(page, "Bridge the gap").getByRole("link", { name: "Bridge the gap", exact: true }).click();
    await panel(page).getByRole("button", { name: "Add a description" }).click();
    const field = panel(page).getByRole("textbox", { name: "Description" });
    await field.pressSequentially("Some lines\nof text\n\nto be checked by @ad");
    const option = page.getByRole("option", { name: /Ada Byron/ });
    await option.waitFor();
    const [name, offered] = [await field.getByText("@ad", { exact: true }).boundingBox(), await option.boundingBox()];
    expect(offered!.y).toBeGreaterThan(name!.y + 10);
    expect(offered!.y).toBeLessThan(name!.y + 60);
    expect(await faultsOf(page)).toEqual([]);
    await ben.shot("mention-in-description");
    await field.press("Escape");
    await option.waitFor({ state: "detached" });
    await field.pressSequentially(" or @ad");
    await option.click();
    await expect.poll(() => field.textContent()).toMatch(/checked by @ad or @[\w.]+\s$/);
    await field.press("Control+Enter");
    await panel(page).getByText("to be checked by").waitFor();
    await unreadMark(ada.page, "Bridge the gap").waitFor();
    expect(await line(ada.page, "Bridge the gap").textContent()).toContain("Ben Nevis");
    await panel(page).getByRole("button", { name: "Close", exact: true }).click();
  });

  it("is left and joined from the menu of a task", async () => {
    const { page } = ada;
    await line(page, "Mind the gap").getByRole("link").click();
    await panel(page).getByRole("button", { name: "Task actions" }).click();
    await page.getByRole("menuitem", { name: "Unsubscribe" }).click();
    await line(page, "Mind the gap").waitFor({ state: "detached" });
    await panel(page).getByRole("button", { name: "Task actions" }).click();
    await page.getByRole("menuitem", { name: "Subscribe" }).click();
    await line(page, "Mind the gap").waitFor();
    await page.keyboard.press("Escape");
  });

  it("opens a task at its first new entry, below a line that marks it", async () => {
    const { page } = ada;
    const ticketId = ids.next();
    const before = await inboxLink(page).textContent();
    await ada.send(workspace, { kind: "ticket.create", ticketId, title: "Long talk" });
    for (let at = 1; at <= 24; at += 1) await comment(ben, workspace, "Long talk", `Thought ${at}`);
    // Opens the task from the list, where it opens at its top, and so marks all of it as read.
    await page.goto(`/w/POST/all/${ticketId}`);
    await panel(page).getByText("Thought 24", { exact: true }).waitFor();
    const body = panel(page).locator("[data-ticket-body]");
    expect(await body.evaluate((it) => it.scrollTop)).toBe(0);
    await until("the inbox does not count it", async () => (await inboxLink(page).textContent()) === before);
    await panel(page).getByRole("button", { name: "Close", exact: true }).click();
    await comment(ben, workspace, "Long talk", "Thought 25");
    for (let at = 26; at <= 40; at += 1) await comment(ben, workspace, "Long talk", `Thought ${at}`);
    await inboxLink(page).click();
    await unreadMark(page, "Long talk").waitFor();
    await line(page, "Long talk").getByRole("link").click();
    const marker = panel(page).getByRole("list", { name: "Feed" }).getByText("New", { exact: true });
    await marker.waitFor();
    const around = () => marker.locator("xpath=ancestor::li[1]").evaluate((it) => [it.previousElementSibling?.textContent, it.nextElementSibling?.textContent]);
    const [above, below] = await around();
    expect(above).toContain("Thought 24");
    expect(below).toContain("Thought 25");
    await until("the first new entry is near the top", async () => {
      const [whole, place] = [await body.boundingBox(), await marker.boundingBox()];
      return whole !== null && place !== null && place.y > whole.y && place.y < whole.y + 120;
    });
    await unreadMark(page, "Long talk").waitFor({ state: "detached" });
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("inbox-new-entries");
    // An entry that arrives while the task is open is not marked again, nor is one that the person writes.
    await comment(ben, workspace, "Long talk", "Thought 41");
    await panel(page).getByText("Thought 41", { exact: true }).waitFor();
    expect(await marker.count()).toBe(1);
    expect((await around())[1]).toContain("Thought 25");
    await panel(page).getByRole("button", { name: "Close", exact: true }).click();
    await line(page, "Long talk").getByRole("link").click();
    await panel(page).getByText("Thought 41", { exact: true }).waitFor();
    expect(await marker.count()).toBe(0);
    await panel(page).getByRole("button", { name: "Close", exact: true }).click();
  });

  it("has buttons in a line that mark it as read and as unread", async () => {
    const { page } = ada;
    const button = (name: RegExp) => line(page, "Long talk").getByRole("button", { name });
    await line(page, "Long talk").hover();
    await button(/^Mark POST-\d+ as unread$/).click();
    await unreadMark(page, "Long talk").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await button(/^Mark POST-\d+ as read$/).click();
    await unreadMark(page, "Long talk").waitFor({ state: "detached" });
  });

  it("is narrowed by reason and by list, also after a reload", async () => {
    const { page } = ada;
    const [listId, ticketId] = [ids.next(), ids.next()];
    await ada.send(workspace, { kind: "list.create", listId, name: "Bridges" });
    await ben.send(workspace, { kind: "ticket.create", ticketId, title: "Count the bridges", listIds: [listId] });
    await comment(ada, workspace, "Count the bridges", "There are seven");
    await comment(ben, workspace, "Count the bridges", "There are eight");
    await line(page, "Count the bridges").waitFor();
    const head = page.getByRole("banner").or(page.locator("header")).first();
    await head.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("option", { name: /^Created by you/ }).click();
    await line(page, "Count the bridges").waitFor({ state: "detached" });
    await line(page, "Long talk").waitFor();
    await page.getByRole("option", { name: /^Created by you/ }).click();
    await page.getByRole("option", { name: /^You commented/ }).click();
    await page.getByRole("option", { name: /^Bridges/ }).click();
    await page.keyboard.press("Escape");
    await head.getByRole("button", { name: "Filter: You commented, Bridges" }).waitFor();
    await expect.poll(() => page.locator("[data-inbox]").count()).toBe(1);
    await page.reload();
    await line(page, "Count the bridges").waitFor();
    expect(await page.locator("[data-inbox]").count()).toBe(1);
    // The task opens with the filter in its address, and the filter stays.
    await line(page, "Count the bridges").getByRole("link").click();
    await panel(page).getByText("There are eight").waitFor();
    expect(new URL(page.url()).search).toBe(`?reason=commented&list=${listId}`);
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("inbox-filter");
    await panel(page).getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("radio", { name: "Mentions" }).click();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await line(page, "Mind the gap").waitFor();
    await page.getByRole("radio", { name: "All" }).click();
    await line(page, "Long talk").waitFor();
  });

  it("shows the open task beside the list in a wide window, and over it in a narrower one", async () => {
    const { page } = ada;
    const boxOf = async (of: Locator) => (await of.boundingBox())!;
    await inboxLink(page).click();
    await page.getByText("Choose a task to read it here.").waitFor();
    const whole = await boxOf(page.getByRole("main"));
    const before = await boxOf(line(page, "Long talk"));
    expect(Math.round(before.width)).toBe(399);
    await line(page, "Long talk").getByRole("link").click();
    await panel(page).getByText("Thought 24", { exact: true }).waitFor();
    expect(await page.getByText("Choose a task to read it here.").count()).toBe(0);
    expect(await boxOf(line(page, "Long talk"))).toEqual(before);
    const beside = await boxOf(panel(page));
    expect([beside.x, beside.x + beside.width]).toEqual([whole.x + 400, whole.x + whole.width]);
    expect(beside.y).toBeLessThanOrEqual(before.y);
    expect(await page.getByRole("separator", { name: "Panel width" }).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("inbox-beside");
    // Another task opens in the same place, and two tasks share it.
    await line(page, "Mind the gap").getByRole("link").click();
    await panel(page).getByText("Which gap?").waitFor();
    expect(await boxOf(panel(page))).toEqual(beside);
    await page.setViewportSize({ width: 1900, height: 900 });
    await line(page, "Long talk").getByRole("link").click({ modifiers: ["Alt"] });
    await expect.poll(() => panel(page).count()).toBe(2);
    const [one, two] = [await boxOf(panel(page).first()), await boxOf(panel(page).last())];
    expect([one.x, one.x + one.width, two.x + two.width]).toEqual([whole.x + 400, two.x, 1900 - (1440 - whole.x - whole.width)]);
    await ada.shot("inbox-two-beside");
    await panel(page).last().getByRole("button", { name: "Close", exact: true }).click();
    await page.setViewportSize({ width: 1279, height: 900 });
    const placeOf = async () => (await panel(page).boundingBox()) ?? { width: 0, y: 0 };
    await expect.poll(async () => [Math.round((await placeOf()).width), (await placeOf()).y]).toEqual([730, whole.y]);
    await page.getByRole("separator", { name: "Panel width" }).waitFor();
    await panel(page).getByRole("button", { name: "Close", exact: true }).click();
    expect(await page.getByText("Choose a task to read it here.").isVisible()).toBe(false);
    // Other pages keep the width of their panel.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/w/POST/all/POST-1");
    await expect.poll(async () => Math.round((await boxOf(panel(page))).width)).toBe(730);
    await inboxLink(page).click();
    await line(page, "Mind the gap").waitFor();
  });

  it("keeps an edit that is made offline", async () => {
    const { page } = ada;
    await goOffline(ada.context);
    await line(page, "Mind the gap").getByRole("link").focus();
    await page.keyboard.press("u");
    await unreadMark(page, "Mind the gap").waitFor();
    await ada.context.setOffline(false);
    const other = await ada.context.newPage();
    await other.goto(`/w/${workspace.id}/inbox`);
    await unreadMark(other, "Mind the gap").waitFor();
    await other.close();
  });
});

it("the count in the sidebar is 99+ above 99, with the exact number in its tooltip", async () => {
  const dee = await stage.person("Dee Brown");
  const many = await dee.makeWorkspace("Many", "MANY");
  await dee.invite(ben, many);
  const create = () => ben.send(many, { kind: "ticket.create", ticketId: ids.next(), title: "One of many", assigneesIds: [dee.id] });
  for (let at = 0; at < 99; at += 1) await create();
  await dee.goto(`/w/${many.id}`);
  await until("the sidebar counts 99", async () => (await inboxLink(dee.page).textContent()) === "Inbox99");
  await create();
  await until("the sidebar counts more than 99", async () => (await inboxLink(dee.page).textContent()) === "Inbox99+");
  await inboxLink(dee.page).getByTitle("100 unread").waitFor();
  await dee.context.close();
});

describe.each([
  ["dark", { width: 1280, height: 800 }],
  ["light", { width: 390, height: 844 }],
  ["dark", { width: 390, height: 844 }],
] as const)("in the %s theme, %j", (theme, viewport) => {
  it("is free of axe violations", async () => {
    const cyd = await stage.person("Cyd Charisse", { theme, viewport });
    const own = await cyd.makeWorkspace("Own");
    await cyd.invite(ben, own);
    const { page } = cyd;
    for (const title of ["Paint the fence in a colour that nobody has ever seen before, and then paint it once more", "Short"]) {
      const ticketId = ids.next();
      await cyd.send(own, { kind: "ticket.create", ticketId, title });
      await ben.send(own, { kind: "comment.create", commentId: ids.next(), ticketId, message: "What do you think?" });
    }
    // On a phone, the sidebar is a drawer.
    await page.goto(`/w/${own.id}/inbox`);
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await line(page, "Short").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await cyd.shot(`inbox-${theme}-${viewport.width}`);
    await cyd.context.close();
  });
});

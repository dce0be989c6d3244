import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDoor, type Door } from "./support/door";
import { faultsOf } from "./support/faults";
import { rename, row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";
import { stored } from "./support/stored";

let stage: Stage;
let door: Door;
/** Sends edits from another client, which does not go through the door. */
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
const plans = randomUUID();
const secrets = randomUUID();

beforeAll(async () => {
  let port = 0;
  door = await openDoor(() => port);
  stage = await setStage({ TROUPE_ORIGINS: door.url });
  port = Number(new URL(stage.node.url).port);
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis", { baseURL: door.url, serviceWorkers: "allow" });
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace, "admin");
  await ada.send(workspace, { kind: "list.create", listId: plans, name: "Plans", color: "teal" });
  await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Mend the pier", description: "The **third** plank is loose.", listIds: [plans] });
  await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Paint the boat", description: "Blue.", listIds: [plans] });
});
afterAll(async () => {
  await stage?.close();
  await door?.close();
});

beforeEach(() => door.set("pass"));

const list = () => `/w/${workspace.key}/list/${plans}`;
const task = (number: number) => `/w/${workspace.key}/all/HAR-${number}`;

/** Resolves once the worker of this page has kept the whole app. */
const appIsKept = (page: Page) =>
  until("the worker keeps the app", () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration("/"))?.active?.state === "activated" && navigator.serviceWorker.controller !== null));
const isStored = (page: Page, text: string) => until(`${text} is stored`, async () => (await stored(page)).includes(text));
const buildsKept = (page: Page) => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("troupe-")).length);
const isNewBuild = (page: Page) => page.evaluate(() => [...document.scripts].some(({ src }) => src.includes(".new.")));

describe("a workspace that was opened before", () => {
  it("of_4 opens without a node, shows the tasks that were opened, and keeps edits over reloads until the node is back", async () => {
    const { page } = ben;
    await ben.goto(task(1));
    await page.getByText("The third plank is loose.").waitFor();
    await isStored(page, "plank is loose");
    await page.goto(list());
    await row(page, "Mend the pier").waitFor();
    await appIsKept(page);
    await isStored(page, "Paint the boat");

    await stage.node.stop();
    await page.reload();
    await row(page, "Mend the pier").waitFor();
    await page.getByText("The server has been unreachable since").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "offline-list");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText("Mend the pier", { exact: true }).first().waitFor();
    await ben.shot("offline-list-phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(task(1));
    await page.getByText("The third plank is loose.").waitFor();
    await shoot(page, "offline-task");
    await page.goto(task(2));
    await page.getByText("The description and activity aren't stored on this device.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "offline-task-not-stored");

    await page.goto(list());
    await rename(page, "Mend the pier", "Mend the whole pier");
    await write(page, "Buy planks");
    await isStored(page, "Buy planks");
    await page.reload();
    await row(page, "Mend the whole pier").waitFor();
    await row(page, "Buy planks").waitFor();
    await page.getByText(/edits are saved here and will sync when you reconnect/).waitFor();

    // Settings that the stored workspace holds are shown. Other pages say that they need the server, and load when it is back.
    await page.goto(`/w/${workspace.key}/settings/labels`);
    await page.getByRole("heading", { name: "Labels" }).first().waitFor();
    await page.goto(`/w/${workspace.key}/settings/users`);
    const missing = page.getByText("Couldn't load email addresses.");
    await missing.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "offline-users");

    await stage.node.start();
    await missing.waitFor({ state: "detached" });
    await page.getByRole("cell", { name: ada.email }).waitFor();
    await ada.goto(list());
    await row(ada.page, "Mend the whole pier").waitFor();
    await row(ada.page, "Buy planks").waitFor();
  });

  it("of_5 opens within seconds if the network takes requests and answers none", async () => {
    const { page } = ben;
    door.set("silent");
    await page.goto(list());
    await row(page, "Mend the whole pier").waitFor();
    door.set("pass");
    await page.getByText("The server has been unreachable since").waitFor({ state: "detached" });
  });

  it("of_6 loses the rows, texts and edits of a list that was unshared while its page was open without a network", async () => {
    const { page } = ben;
    await ada.send(workspace, { kind: "list.create", listId: secrets, name: "Secrets", restricted: true });
    await ada.send(workspace, { kind: "share.set", listId: secrets, userId: ben.id, level: "edit" });
    await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Dig the cellar", description: "Deep, and dark.", listIds: [secrets] });
    await page.goto(`/w/${workspace.key}/list/${secrets}`);
    await row(page, "Dig the cellar").getByRole("link", { name: "Dig the cellar" }).click();
    await page.getByText("Deep, and dark.").waitFor();
    await isStored(page, "Deep, and dark.");
    await page.goto(`/w/${workspace.key}/list/${secrets}`);
    await row(page, "Dig the cellar").waitFor();
    await isStored(page, "Dig the cellar");
    door.set("away");
    await page.reload();
    await rename(page, "Dig the cellar", "Fill the cellar");
    await isStored(page, "Fill the cellar");
    await ada.send(workspace, { kind: "share.remove", listId: secrets, userId: ben.id });
    door.set("pass");
    await row(page, "Fill the cellar").waitFor({ state: "detached" });
    await until("nothing is stored", async () => !/cellar|Deep, and dark/.test(await stored(page)));
    expect(await ada.titles(workspace)).toContain("Dig the cellar");
  });
});

describe("a person who has logged out", () => {
  const logOut = async (page: Page) => {
    await page.getByRole("button", { name: "Harbour", exact: true }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in" }).waitFor();
  };
  const logIn = async (page: Page) => {
    await page.getByRole("textbox", { name: "Email" }).fill(ben.email);
    await page.getByLabel("Password").fill(ben.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();
  };
  const away = "Can't reach Troupe. You can log in once you're connected.";

  it("of_5 finds the log-in form without a network, and no data", async () => {
    const { page } = ben;
    await ben.goto(list());
    await row(page, "Mend the whole pier").waitFor();
    await isStored(page, "Mend the whole pier");
    await logOut(page);
    door.set("away");
    await page.goto(list());
    await page.getByText(away).waitFor();
    expect(await stored(page)).not.toMatch(/pier|Harbour/);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "offline-log-in");
    door.set("pass");
    await page.getByText(away).waitFor({ state: "detached" });
    await logIn(page);
  });

  it("of_5 is logged out at the node too, even if the node was away at that moment", async () => {
    const { page } = ben;
    door.set("away");
    await logOut(page);
    expect(await stored(page)).not.toMatch(/pier|Harbour/);
    door.set("pass");
    const ended = page.waitForResponse(/\/api\/auth\/sign-out$/);
    await page.reload();
    expect((await ended).status()).toBe(204);
    await page.getByRole("button", { name: "Log in" }).waitFor();
    await page.goto(list());
    await page.getByRole("button", { name: "Log in" }).waitFor();
    await logIn(page);
  });
});

describe("the app in the palette", () => {
  it("of_7 is installed if the browser offers it, and is not mentioned otherwise", async () => {
    const { page } = ben;
    await ben.goto(list());
    await until("the page names its manifest", async () => (await page.locator('link[rel="manifest"]').count()) === 1);
    const session = await page.context().newCDPSession(page);
    const { errors } = await session.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // The window of a test is private, and browsers install no app from a private window.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
    const open = async () => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("Theme");
      await page.getByRole("option", { name: /^Theme: dark/ }).waitFor();
      await page.getByRole("combobox").fill("Install");
    };
    const entry = page.getByRole("option", { name: "Install app" });
    await open();
    expect(await entry.count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.evaluate(() => {
      const asked = () => Promise.resolve(document.documentElement.setAttribute("data-asked", ""));
      window.dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: asked }));
    });
    await open();
    await entry.waitFor();
    await ben.shot("install-app");
    await entry.click();
    await page.locator("html[data-asked]").waitFor();
    await open();
    expect(await entry.count()).toBe(0);
    await page.keyboard.press("Escape");
  });
});

describe("a new build of the app", () => {
  it("of_3 is kept in the background, and the files of the old build stay while a tab needs them", async () => {
    const { page } = ben;
    await ben.goto(list());
    await appIsKept(page);
    let loads = 0;
    page.on("load", () => (loads += 1));
    door.deploy();
    const other = await ben.context.newPage();
    await other.goto(list());
    await row(other, "Mend the whole pier").waitFor();
    expect(await isNewBuild(other)).toBe(true);
    await until("both builds are kept", async () => (await buildsKept(other)) === 2);
    await until("the new worker waits", () => other.evaluate(async () => (await navigator.serviceWorker.getRegistration("/"))?.waiting?.state === "installed"));
    // The node no longer has this part of the old build.
    await page.getByRole("button", { name: "Harbour", exact: true }).click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    expect(loads).toBe(0);

    await page.close();
    await other.reload();
    await until("the old build is gone", async () => (await buildsKept(other)) === 1);
    door.set("away");
    await other.reload();
    await row(other, "Mend the whole pier").waitFor();
    expect(await isNewBuild(other)).toBe(true);
    door.set("pass");
  });
});

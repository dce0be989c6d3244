import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { deliver, shownOn, startPushService, subscribeLocally, type PushService } from "./support/push";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let service: PushService;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
beforeAll(async () => {
  service = await startPushService();
  stage = await setStage({ TROUPE_OUTBOUND_PRIVATE: "1" });
  ada = await stage.person("Ada Byron", { serviceWorkers: "allow" });
  ben = await stage.person("Ben Okri");
  workspace = await ada.makeWorkspace("TLS 1.3", "TLS");
  await ada.invite(ben, workspace);
  await subscribeLocally(ada.context, service.subscription);
});
afterAll(async () => {
  await stage?.close();
  await service?.close();
});

const preferences = () => ada.goto(`/w/${workspace.id}/settings/preferences`);
const section = (page: Page) => page.getByRole("region", { name: "Push notifications" });
const devices = async () => (await ada.call<{ devices: { name: string | null }[] }>("/api/me/push")).devices;

/** Another browser of Ada, changed before its pages load. */
async function otherBrowser(change: () => void) {
  const other = await stage.stranger();
  await other.context.addInitScript(change);
  await other.context.request.post("/api/auth/sign-in", { data: { email: ada.email, password: ada.password } });
  await other.page.goto(`/w/${workspace.id}/settings/preferences`);
  return other;
}

async function turnOn(page: Page): Promise<void> {
  await section(page).getByRole("button", { name: "Turn on" }).click();
  await section(page).getByRole("button", { name: "Turn off" }).waitFor();
}

describe("push notifications", () => {
  it("nt12_say what to do where the browser blocks them or has none", async () => {
    const denied = await otherBrowser(() => Object.defineProperty(Notification, "permission", { get: () => "denied" }));
    await section(denied.page).getByText("Your browser blocks notifications").waitFor();
    expect(await section(denied.page).getByRole("button").count()).toBe(0);
    expect(await faultsOf(denied.page)).toEqual([]);
    await section(denied.page).scrollIntoViewIfNeeded();
    await shoot(denied.page, "push-denied");
    await denied.context.close();
    const without = await otherBrowser(() => Reflect.deleteProperty(window, "PushManager"));
    await section(without.page).getByText("This browser can't show push notifications here").waitFor();
    await without.context.close();
  });

  it("nt12_are turned on for one browser, listed with the others, and removed", async () => {
    const { page } = ada;
    await ada.context.grantPermissions(["notifications"], { origin: stage.node.url });
    await preferences();
    await section(page).getByText("Off", { exact: true }).waitFor();
    await turnOn(page);
    expect((await devices()).map(({ name }) => name)).toEqual(["Chrome on Linux"]);
    // Another browser of Ada, without a page.
    const other = await stage.stranger();
    const { accessToken } = await (await other.context.request.post("/api/auth/sign-in", { data: { email: ada.email, password: ada.password } })).json();
    const { serverKey } = await ada.call<{ serverKey: string }>("/api/me/push");
    const headers = { authorization: `Bearer ${accessToken}`, "user-agent": "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0" };
    const data = { ...service.subscription, endpoint: `${service.subscription.endpoint}-phone`, serverKey };
    expect((await other.context.request.post("/api/me/push", { headers, data })).status()).toBe(201);
    await page.reload();
    await section(page).getByText("Firefox on Android").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await section(page).scrollIntoViewIfNeeded();
    await shoot(page, "push-devices");
    await section(page).getByRole("button", { name: "Remove Firefox on Android" }).click();
    await section(page).getByText("Firefox on Android").waitFor({ state: "detached" });
    await section(page).getByRole("button", { name: "Turn off" }).click();
    await section(page).getByRole("button", { name: "Turn on" }).waitFor();
    expect(await devices()).toEqual([]);
    await other.context.close();
  });

  it("nt2_are chosen for each kind", async () => {
    const { page } = ada;
    await preferences();
    expect(await page.getByRole("checkbox", { name: "Mention: Push" }).isChecked()).toBe(true);
    // Not `uncheck`, which looks before the page has drawn the change.
    await page.getByRole("checkbox", { name: "Mention: Push" }).click();
    await page.getByRole("checkbox", { name: "New comment: Push" }).click();
    await until("the node has both", async () => {
      const row = (await ada.snapshot(workspace)).find(({ entity }) => entity === "preferences")?.data;
      return JSON.stringify(row?.notifications) === JSON.stringify({ mention: ["inApp", "mail"], comment: ["inApp", "mail", "push"] });
    });
  });

  it("nt17_come to the worker of the app, and a click opens the task in the tab that is there", async () => {
    const { page } = ada;
    await preferences();
    await turnOn(page);
    const ticketId = crypto.randomUUID();
    await ben.send(workspace, { kind: "ticket.create", ticketId, title: "Mend the roof", assigneesIds: [ada.id] });
    await until("the message has come", async () => service.messages.length === 1);
    const [message = ""] = service.messages;
    expect(JSON.parse(message)).toMatchObject({ title: "TLS-1 Mend the roof", body: "Ben Okri assigned this task to you", path: `/w/${workspace.id}/all/TLS-1` });
    await deliver(page, message);
    await until("it is shown", async () => (await shownOn(page)).length === 1);
    expect(await shownOn(page)).toMatchObject([{ title: "TLS-1 Mend the roof", path: `/w/${workspace.id}/all/TLS-1` }]);
    // The same again takes the place of the first.
    await deliver(page, message);
    expect(await shownOn(page)).toHaveLength(1);

    let loads = 0;
    page.on("load", () => (loads += 1));
    const [worker] = ada.context.serviceWorkers();
    if (!worker) throw new Error("no worker");
    // A test cannot click a notification. The browser refuses `waitUntil` of an event that a script has made.
    await worker.evaluate(async () => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
      const [notification] = await scope.registration.getNotifications();
      const event = Object.assign(new Event("notificationclick"), { notification, waitUntil: () => undefined });
      scope.dispatchEvent(event);
    });
    await page.getByRole("textbox", { name: "Title" }).or(page.getByText("Mend the roof")).first().waitFor();
    await until("the task is open", async () => new URL(page.url()).pathname.endsWith("/all/TLS-1"));
    expect(loads).toBe(0);
    expect(await shownOn(page)).toEqual([]);
  });

  it("nt12_end in this browser with logging out", async () => {
    const { page } = ada;
    await preferences();
    await section(page).getByRole("button", { name: "Turn off" }).waitFor();
    await page.getByRole("button", { name: "TLS 1.3", exact: true }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in" }).waitFor();
    await until("the subscription has ended", () => page.evaluate(() => localStorage.getItem("test.push") === null && localStorage.getItem("troupe.push") === null));
  });
});

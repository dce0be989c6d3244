import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { gridOf, row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let workspace: NewWorkspace;
beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  workspace = await ada.makeWorkspace("TLS 1.3", "TLS");
  await ada.goto(`/w/${workspace.id}/settings/preferences`);
});
afterAll(() => stage?.close());

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

describe("preferences", () => {
  it("nt1_keep the theme with the account, so that another device of the person shows it", async () => {
    const { page } = ada;
    const other = await stage.stranger();
    await other.context.request.post("/api/auth/sign-in", { data: { email: ada.email, password: ada.password } });
    await other.page.goto(`/w/${workspace.id}`);
    await other.page.getByRole("button", { name: "Theme: light" }).waitFor();

    const themes = page.getByRole("radiogroup", { name: "Theme" }).or(page.getByRole("group", { name: "Theme" }));
    await themes.getByRole("radio", { name: "Dark" }).click();
    for (const each of [page, other.page]) await until("both are dark", async () => (await themeOf(each)) === "dark");
    await ada.shot("preferences-dark");
    await other.page.getByRole("button", { name: "Theme: dark" }).click();
    for (const each of [page, other.page]) await until("both follow the system", async () => (await themeOf(each)) === "auto");
    await themes.getByRole("radio", { name: "Light" }).click();
    await until("the other is light", async () => (await themeOf(other.page)) === "light");
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("preferences");
    await other.context.close();
  });

  it("nt2_choose the channels of each kind, the digest, quiet hours and reminders, and say when mails have ended", async () => {
    const { page } = ada;
    const rowOf = async () => (await ada.snapshot(workspace)).find(({ entity }) => entity === "preferences")?.data;
    await page.getByRole("checkbox", { name: "Status changed: Email" }).check();
    await page.getByRole("checkbox", { name: "New comment: In-app" }).uncheck();
    await page.getByRole("combobox", { name: "Send emails" }).selectOption("weekdays");
    await page.getByRole("combobox", { name: "Sent at", exact: true }).selectOption("9");
    await page.getByRole("checkbox", { name: "Quiet hours every day" }).check();
    await page.getByRole("combobox", { name: "Quiet until" }).selectOption("7");
    await page.getByRole("checkbox", { name: "On the due date" }).check();
    await until("the node has all of it", async () => {
      const row = await rowOf();
      return JSON.stringify([row?.digest, row?.digestHour, row?.quietHours, row?.reminders]) === JSON.stringify(["weekdays", 9, { from: 19, to: 7 }, ["onDay"]]);
    });
    expect(await rowOf()).toMatchObject({ notifications: { status: ["inApp", "mail"], comment: ["mail"] } });
    expect((await rowOf())?.timeZone).toBe(await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone));
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("preferences-chosen");

    // As the address in a mail does.
    await ada.send(workspace, { kind: "preferences.update", patch: { mails: false } });
    await page.getByText("You have unsubscribed").waitFor();
    expect(await page.getByRole("checkbox", { name: "Mention: Email" }).isDisabled()).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await faultsOf(page)).toEqual([]);
    await ada.shot("preferences-phone");
    await page.getByRole("button", { name: "Turn emails on" }).click();
    await page.getByText("You have unsubscribed").waitFor({ state: "detached" });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("make rows lower in this browser, also after a reload", async () => {
    const { page } = ada;
    const list = `/w/${workspace.id}/all`;
    await ada.goto(list);
    await write(page, "A low row");
    const height = async () => (await row(page, "A low row").boundingBox())?.height;
    expect(await height()).toBe(32);
    await ada.goto(`/w/${workspace.id}/settings/preferences`);
    await page.getByRole("group", { name: "Density" }).or(page.getByRole("radiogroup", { name: "Density" })).getByRole("radio", { name: "Compact" }).click();
    expect(await faultsOf(page)).toEqual([]);
    await ada.goto(list);
    await gridOf(page).waitFor();
    expect(await height()).toBe(28);
    await page.reload();
    await row(page, "A low row").waitFor();
    expect(await height()).toBe(28);
    await ada.shot("compact");
  });

  it("reduce motion in this browser or keep it full, whatever the system says", async () => {
    const { page } = ada;
    const isStill = () => page.evaluate(() => [document.documentElement.hasAttribute("data-still"), getComputedStyle(document.documentElement).getPropertyValue("--d-base").trim()].join());
    const [still, moving] = ["true,1ms", /^false,(?!1ms)/];
    const choose = (name: string) => page.getByRole("radiogroup", { name: "Motion" }).or(page.getByRole("group", { name: "Motion" })).getByRole("radio", { name, exact: true }).click();
    await ada.goto(`/w/${workspace.id}/settings/preferences`);
    await page.getByRole("heading", { name: "Appearance" }).waitFor();
    expect(await isStill()).toMatch(moving);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect.poll(isStill).toBe(still);
    await choose("Full");
    expect(await isStill()).toMatch(moving);
    await page.reload();
    await page.getByRole("heading", { name: "Appearance" }).waitFor();
    expect(await isStill()).toMatch(moving);

    await page.emulateMedia({ reducedMotion: null });
    await choose("Reduced");
    expect(await isStill()).toBe(still);
    // The page knows it before it shows anything.
    await page.addInitScript(() => addEventListener("DOMContentLoaded", () => (document.documentElement.dataset.early = String(document.documentElement.hasAttribute("data-still")))));
    await page.reload();
    await page.getByRole("heading", { name: "Appearance" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.early)).toBe("true");
    await choose("Same as system");
    expect(await isStill()).toMatch(moving);
    expect(await faultsOf(page)).toEqual([]);
  });

  it("open the app at the page that the person has chosen, or at the page that was open last", async () => {
    const { page } = ada;
    const start = async (name: string) => {
      await ada.goto(`/w/${workspace.id}/settings/preferences`);
      await page.getByRole("combobox", { name: "Start page" }).selectOption({ label: name });
    };
    const opens = async (heading: string, path: string) => {
      for (const address of ["/", `/w/${workspace.key}`]) {
        await page.goto(address);
        await page.getByRole("heading", { level: 1, name: heading }).waitFor();
        await expect.poll(() => new URL(page.url()).pathname).toBe(`/w/${workspace.key}/${path}`);
      }
    };
    await start("Inbox");
    await opens("Inbox", "inbox");
    await start("Assigned to me");
    await opens("Assigned to me", "mine");
    await ada.goto(`/w/${workspace.key}/roadmap`);
    await expect.poll(() => page.evaluate((id) => localStorage.getItem(`troupe.place.${id}`), workspace.id)).toBe("roadmap");
    await start("Last opened page");
    await opens("Roadmap", "roadmap");
    await start("Home");
    await opens("Home", "home");
    await start("Last opened list");
    expect(await page.evaluate(() => localStorage.getItem("troupe.start"))).toBeNull();
  });

  it("apply to a list until the person uses another view in it, which this browser keeps for the next visit", async () => {
    const { page } = ada;
    const list = (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "list" && data.name === "General")?.data;
    const path = `/w/${workspace.key}/list/${String(list?.id)}`;
    const shows = (name: string) => page.getByRole("tab", { name, selected: true }).waitFor();
    const visit = (name: string) => page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name }).click();
    await ada.goto(path);
    await write(page, "A task of the list");
    await shows("Spreadsheet");
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Kanban" }).click();
    await shows("Kanban");
    await visit("All tasks");
    await page.getByRole("heading", { level: 1, name: "All tasks" }).waitFor();
    await shows("Spreadsheet");
    await visit("General");
    await page.getByRole("heading", { level: 1, name: "General" }).waitFor();
    await shows("Kanban");
    await page.getByRole("link", { name: "A task of the list" }).first().click();
    await page.getByRole("complementary").first().waitFor();
    await shows("Kanban");
    await page.goto(path);
    await shows("Kanban");
    // An address that names a view wins, and is the last view from then on.
    await page.goto(`${path}?view=calendar`);
    await shows("Calendar");
    await expect.poll(() => page.evaluate(() => Object.entries(localStorage).some(([name, kept]) => name.startsWith("troupe.views.") && kept.includes("calendar")))).toBe(true);
    await page.goto(path);
    await shows("Calendar");
    await page.getByRole("tab", { name: "Spreadsheet" }).click();
    await shows("Spreadsheet");
    await page.goto(path);
    await shows("Spreadsheet");
  });

  it("play a sound when a comment is sent, unless it is turned off", async () => {
    const { page } = ada;
    await page.addInitScript(() => {
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (when) {
        document.documentElement.dataset.tones = String(Number(document.documentElement.dataset.tones ?? 0) + 1);
        start.call(this, when);
      };
    });
    const tones = () => page.evaluate(() => document.documentElement.dataset.tones);
    const comment = async (text: string) => {
      await page.getByRole("textbox", { name: "Comment" }).fill(text);
      await page.getByRole("button", { name: "Send" }).click();
      await until("the node has it", async () => (await ada.call<{ activities: { message: string | null }[] }>(path)).activities.some(({ message }) => message === text));
    };
    const ticket = (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "ticket" && data.title === "A low row")?.data;
    const path = `/api/workspaces/${workspace.id}/tickets/${String(ticket?.id)}/activities`;
    await ada.goto(`/w/${workspace.id}/all/TLS-${String(ticket?.number)}`);
    await comment("Sent with a sound");
    await until("two tones were played", async () => (await tones()) === "2");

    await ada.goto(`/w/${workspace.id}/settings/preferences`);
    await page.getByRole("checkbox", { name: "Sound when a comment is sent" }).uncheck();
    await ada.goto(`/w/${workspace.id}/all/TLS-${String(ticket?.number)}`);
    await comment("Sent without a sound");
    expect(await tones()).toBeUndefined();
  });
});

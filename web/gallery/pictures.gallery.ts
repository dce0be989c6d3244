import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settingsSections } from "@/lib/settingsSections";
import type { Person } from "../e2e/support/person";
import { setStage, type Stage } from "../e2e/support/stage";
import { fillWorkspace, type Project } from "./project";

const folder = join(import.meta.dirname, "../../docs/pictures/gallery");
const names: string[] = [];

let stage: Stage;
let ada: Person;
let project: Project;
beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron", { foldsEmpty: true });
  project = await fillWorkspace(ada, await stage.person("Ben Kaduk"), await stage.person("Cleo Lane"));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
});
afterAll(async () => {
  if (names.length > 0) await writeFile(join(folder, "README.md"), overview(names));
  await stage?.close();
});

/** A page with all pictures. */
function overview(of: readonly string[]): string {
  const row = (name: string) => `| ${name} | ![${name}](${name}.jpg) | ![${name}, dark](${name}-dark.jpg) | ![${name}, on a phone](${name}-phone.jpg) |`;
  const about = "`make gallery` takes these pictures of a workspace that holds issues of the TLS 1.3 working group.";
  return ["# Gallery", "", about, "", "| screen | light | dark | phone |", "| --- | --- | --- | --- |", ...of.map(row), ""].join("\n");
}

/** Waits until a page has fetched nothing for a while. Playwright's own state of an idle network is about the first load only. */
const fetchedAll = (page: Page) =>
  page.evaluate(async () => {
    for (let seen = -1; ; ) {
      const now = performance.getEntriesByType("resource").length;
      if (now === seen) return;
      seen = now;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  });

/** Saves a page in light, in dark, and as wide as a phone. */
async function picture(page: Page, name: string): Promise<void> {
  const save = async (title: string, theme: "light" | "dark", width: number, height: number) => {
    await page.setViewportSize({ width, height });
    await page.evaluate((set) => (document.documentElement.dataset.theme = set), theme);
    // Parts that are shown only at this width are loaded now, and lists measure themselves anew.
    await fetchedAll(page);
    await page.screenshot({ path: join(folder, `${title}.jpg`), type: "jpeg", quality: 70, animations: "disabled" });
  };
  names.push(name);
  await save(name, "light", 1440, 900);
  await save(`${name}-dark`, "dark", 1440, 900);
  await save(`${name}-phone`, "light", 390, 844);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Opens a path of the workspace, waits for its heading, does `then`, and saves the page. */
async function show(name: string, path: string, then?: (page: Page) => Promise<unknown>): Promise<void> {
  const { page } = ada;
  await ada.goto(`/w/${project.workspace.key}${path}`);
  await then?.(page);
  await picture(page, name);
}

const aTask = (page: Page) => page.getByRole("main").getByText(/TLS-\d+/).first().waitFor();

describe("the gallery", () => {
  it("shows the pages before a workspace", async () => {
    const { context, page } = await stage.stranger();
    for (const name of ["signin", "signup", "forgot-password"]) {
      await page.goto(`/${name}`);
      await page.getByRole("heading").first().waitFor();
      await picture(page, name);
    }
    const { token } = await ada.call<{ token: string }>(`/api/workspaces/${project.workspace.id}/invitations`, { role: "member" });
    await page.goto(`/invite/${token}`);
    await page.getByRole("heading", { name: /TLS working group/ }).waitFor();
    await picture(page, "invite");
    await page.goto("/signup");
    await page.getByLabel("First name").fill("Dora");
    await page.getByLabel("Email").fill("dora@troupe.example");
    await page.getByLabel("Password").fill("correct horse battery");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/signup/confirm");
    await picture(page, "confirm");
    await page.goto("/no-such-page");
    await page.getByRole("heading").first().waitFor();
    await picture(page, "not-found");
    await context.close();
    const eve = await stage.person("Eve Adams");
    await eve.page.goto("/welcome");
    await eve.page.getByRole("heading").first().waitFor();
    await picture(eve.page, "welcome");
    await eve.page.goto("/device");
    await eve.page.getByRole("heading").first().waitFor();
    await picture(eve.page, "device");
    await eve.context.close();
  });

  it("shows the four views of a list", async () => {
    const list = `/list/${project.list}`;
    await show("gantt", `${list}?view=gantt`, aTask);
    await show("spreadsheet", `${list}?view=spreadsheet`, aTask);
    await show("kanban", `${list}?view=kanban`, aTask);
    await show("kanban-lanes", `${list}?view=kanban&lanes=assignee`, aTask);
    await show("calendar", `${list}?view=calendar`);
    await show("calendar-week", `${list}?view=calendar`, (page) => page.getByRole("radio", { name: "Week" }).click());
    await show("calendar-agenda", `${list}?view=calendar`, (page) => page.getByRole("radio", { name: "Agenda" }).click());
  });

  it("shows a task, the palette and the dialogs", async () => {
    await show("task", `/list/${project.list}/${project.taskKey}?view=spreadsheet`, (page) => page.getByText("test vector").waitFor());
    for (const [name, keys] of [["palette", "Control+k"], ["new-task", "n"], ["shortcuts", "?"]] as const) {
      await show(name, "/all?view=spreadsheet", async (page) => {
        await aTask(page);
        // Some keys work only once the page is usable.
        await expect.poll(async () => (await page.getByRole("dialog").isVisible()) || void (await page.keyboard.press(keys))).toBe(true);
      });
    }
    await show("task-page", `/list/${project.list}/${project.taskKey}?view=spreadsheet`, async (page) => {
      await page.getByText("test vector").waitFor();
      await page.getByRole("button", { name: "Open full page" }).click();
    });
    const commands = [["invite-people", "invite people"], ["new-list", "new list"], ["new-link", "new link"], ["import", "import from"], ["sidebar", "customize sidebar"]] as const;
    for (const [name, command] of commands) {
      await show(name, "/all?view=spreadsheet", async (page) => {
        await aTask(page);
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox").fill(command);
        await page.getByRole("option", { name: new RegExp(command, "i") }).first().click();
        await page.getByRole("combobox").waitFor({ state: "detached" });
        await page.getByRole("dialog").or(page.getByRole("textbox", { name: "New list name" })).first().waitFor();
      });
    }
    await show("filter", `/list/${project.list}?view=spreadsheet&status=none`, async (page) => {
      await page.getByRole("group", { name: /^Filter: / }).waitFor();
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await page.getByRole("dialog", { name: "Filter by" }).waitFor();
    });
    await show("share", `/list/${project.list}?view=spreadsheet`, async (page) => {
      await aTask(page);
      await page.getByRole("main").getByRole("button", { name: "Share", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    });
    await show("workspace-menu", "/all?view=spreadsheet", async (page) => {
      await aTask(page);
      await page.getByRole("button", { name: "TLS working group", exact: true }).click();
      await page.getByRole("menu").waitFor();
    });
  });

  it("shows the pages of a workspace", async () => {
    for (const name of ["home", "inbox", "mine", "created", "completed", "subscribed", "private", "lists", "roadmap", "epics", "trash"]) await show(name, `/${name}`);
    await show("epics-board", "/epics?view=board", aTask);
    await show("search", "/search?q=handshake");
    await show("sprint", `/sprint/${project.sprint}?view=spreadsheet`);
    await show("version", `/version/${project.version}?view=spreadsheet`);
    await show("component", `/component/${project.component}?view=spreadsheet`);
    await show("person", `/person/${ada.id}?view=spreadsheet`);
  });

  it("shows the settings", async () => {
    for (const name of settingsSections) {
      await show(`settings-${name}`, `/settings/${name}`, (page) => page.getByRole("heading", { level: 2 }).first().waitFor());
    }
  });

  it("shows a layout that runs from right to left", async () => {
    await ada.page.getByRole("link", { name: "Preferences" }).click();
    await ada.page.getByRole("radio", { name: "Right to left" }).click();
    const list = `/list/${project.list}`;
    for (const view of ["gantt", "spreadsheet", "kanban"]) await show(`mirrored-${view}`, `${list}?view=${view}`, aTask);
    await show("mirrored-calendar", `${list}?view=calendar`);
    await show("mirrored-task", `${list}/${project.taskKey}?view=spreadsheet`, (page) => page.getByText("test vector").waitFor());
    for (const name of ["inbox", "epics", "settings/preferences"]) await show(`mirrored-${name.replace("settings/", "")}`, `/${name}`);
    await ada.page.getByRole("radio", { name: "Left to right" }).click();
  });
});

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row } from "./support/list";
import { until } from "./support/node";
import type { Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

/** Real data beside the checkout. */
const archive = join(import.meta.dirname, "../../../shared/data/github-archive-tls13-spec.json");

let stage: Stage;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
});
afterAll(() => stage?.close());

describe.skipIf(!existsSync(archive))(`the archive of a real project (${archive} is there)`, () => {
  it("is imported in the app while a colleague looks on, and a ticket is found by its number", async () => {
    const workspace = await ada.makeWorkspace("TLS 1.3", "TLS");
    await ada.invite(ben, workspace);
    await ada.goto(`/w/${workspace.id}`);
    await ben.goto(`/w/${workspace.id}/all`);

    await ada.page.getByRole("main").getByRole("button", { name: "Import" }).click();
    const dialog = ada.page.getByRole("dialog");
    await dialog.getByLabel("File to import").setInputFiles(archive);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText(/1,444/).first().waitFor();
    await ada.shot("import-preview");
    await dialog.getByRole("button", { name: /^Import [0-9]/ }).click();
    await dialog.getByRole("button", { name: "Import another file" }).waitFor({ timeout: 55_000 });
    await ada.shot("import-done");
    await dialog.getByRole("button", { name: /^Show/ }).click();

    await ben.page.keyboard.press("Control+k");
    await ben.page.getByRole("dialog", { name: "Browse all" }).getByRole("combobox").fill("964");
    await ben.page.getByRole("option", { name: /Labels push HKDF/ }).first().click();
    await ben.page.getByRole("complementary").getByText("Labels push HKDF-Expand-Label into two hash blocks").first().waitFor();
    await ben.page.getByText(/TLS-964/).first().waitFor();
    await ben.shot("import-ticket");
    await ben.page.waitForURL(/TLS-964$/);
  });
});

const issue = (number: number, title: string, people: { author: string; assignees: string[] }) => ({
  number,
  id: `I${number}`,
  title,
  url: `https://github.com/example/rockets/issues/${number}`,
  state: "OPEN",
  ...people,
  authorAssociation: "MEMBER",
  labels: [],
  body: "",
  createdAt: "2024-01-01T00:00:00Z",
  updatedAt: "2024-01-02T00:00:00Z",
  closedAt: null,
  comments: [],
});

const rockets = {
  magic: "E!vIA5L86J2I",
  timestamp: "2024-02-01T00:00:00+00:00",
  repo: "example/rockets",
  labels: [],
  issues: [
    issue(1, "Fuel the rocket", { author: "cleo", assignees: ["dora"] }),
    issue(2, "Count down", { author: "dora", assignees: ["cleo", "dora"] }),
    issue(3, "Clean the pad", { author: "cleo", assignees: [] }),
  ],
  pulls: [],
};

async function importFile(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("File to import").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("button", { name: /^Import [0-9]/ }).click();
  await dialog.getByRole("button", { name: "Show tasks" }).click();
}

describe("an imported task", () => {
  /** The names in the assignee cell, visible or for screen readers. */
  const faces = (title: string) =>
    row(ada.page, title)
      .getByRole("gridcell")
      .nth(3)
      .evaluate((cell) => [cell, ...cell.querySelectorAll("[aria-label]")].map((each) => each.getAttribute("aria-label") ?? each.textContent).join(" "));
  const reporter = async (title: string) => {
    await row(ada.page, title).getByRole("link").click();
    const panel = ada.page.getByRole("complementary");
    await panel.getByRole("heading", { name: title }).waitFor();
    const text = await panel.getByRole("group", { name: "Reporter", exact: true }).innerText();
    await ada.page.keyboard.press("Escape");
    return text;
  };

  it("names its source, with a link to it", async () => {
    const workspace = await ada.makeWorkspace("Rockets", "ROC");
    await ada.invite(ben, workspace);
    await ada.goto(`/w/${workspace.id}`);
    await importFile(ada.page, "rockets.json", JSON.stringify(rockets));
    await row(ada.page, "Fuel the rocket").getByRole("link").click();
    const source = ada.page.getByRole("complementary").getByRole("group", { name: "Source", exact: true });
    const link = source.getByRole("link");
    await link.waitFor();
    expect(await link.getAttribute("href")).toBe("https://github.com/example/rockets/issues/1");
    expect(await link.getAttribute("rel")).toContain("noopener");
    await ada.shot("import-source");
    await ada.page.keyboard.press("Escape");
  });

  it("names a member once the imported person is matched, until one undo", async () => {
    const { page } = ada;
    expect(await faces("Fuel the rocket")).toContain("dora");
    // A reload would clear the undo history.
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Users" }).click();
    const match = page.getByRole("button", { name: "Match dora to a member" });
    await match.click();
    await page.getByRole("option", { name: "Ben Nevis" }).click();
    await page.getByText("Matched dora to Ben Nevis. 2 tasks updated.").waitFor();
    await ada.shot("import-matched");
    await page.getByRole("button", { name: "Done" }).click();
    await until("Ben is assigned", async () => (await faces("Fuel the rocket")).includes("Ben Nevis"));
    expect(await faces("Fuel the rocket")).not.toContain("dora");
    expect(await faces("Count down")).toMatch(/Ben Nevis/);
    expect(await faces("Count down")).not.toContain("dora");
    expect(await faces("Clean the pad")).not.toContain("Ben Nevis");
    expect(await reporter("Count down")).toContain("Ben Nevis");
    expect(await reporter("Fuel the rocket")).toContain("No reporter");

    await page.keyboard.press("Control+z");
    await until("dora is assigned again", async () => (await faces("Fuel the rocket")).includes("dora"));
    expect(await faces("Count down")).toContain("dora");
    expect(await faces("Count down")).not.toContain("Ben Nevis");
    expect(await reporter("Count down")).toContain("No reporter");
  });

  it("is shown in its list when another file only updates it", async () => {
    const { page } = ada;
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "Import from" }).click();
    const dialog = page.getByRole("dialog");
    const again = JSON.stringify({ ...rockets, issues: rockets.issues.map((each) => ({ ...each, state: "CLOSED" })) });
    await dialog.getByLabel("File to import").setInputFiles({ name: "launches.json", mimeType: "application/json", buffer: Buffer.from(again) });
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("launches.json. Nothing has been changed yet.").waitFor();
    await dialog.getByRole("button", { name: "Update 3 tasks" }).click();
    await dialog.getByRole("button", { name: "Show tasks" }).click();
    await page.waitForURL("**/all");
    await row(page, "Fuel the rocket").waitFor();
  });
});

describe("a CSV file", () => {
  it("at9: makes an attribute of a column, which a colleague sees at once, and updates its values later", async () => {
    const workspace = await ada.makeWorkspace("Boats", "BOA");
    await ada.invite(ben, workspace);
    await ada.goto(`/w/${workspace.id}`);
    await ben.goto(`/w/${workspace.id}/all`);
    const importCsv = async (text: string, before: () => Promise<void>) => {
      await ada.page.keyboard.press("Control+k");
      await ada.page.getByRole("option", { name: "Import from" }).click();
      const dialog = ada.page.getByRole("dialog");
      await dialog.getByLabel("File to import").setInputFiles({ name: "boats.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
      await dialog.getByRole("button", { name: "Continue" }).click();
      await dialog.getByRole("button", { name: "Check file" }).waitFor();
      await before();
      await dialog.getByRole("button", { name: "Check file" }).click();
      await dialog.getByText(/Nothing has been changed yet/).waitFor();
    };
    const dialog = ada.page.getByRole("dialog");
    await importCsv("key,title,Draft,Harbour\nB-1,Swift,2.5,East\nB-2,Heron,3,West\nB-3,Gull,1,East\nB-4,Tern,,West\n", async () => {
      await dialog.getByLabel("Draft", { exact: true }).selectOption("newAttribute");
      expect(await dialog.getByLabel("Type of the attribute “Draft”").inputValue()).toBe("number");
      await dialog.getByLabel("Harbour", { exact: true }).selectOption("newAttribute");
      expect(await dialog.getByLabel("Type of the attribute “Harbour”").inputValue()).toBe("singleSelect");
      await shoot(ada.page, "import-attributes");
      expect(await faultsOf(ada.page)).toEqual([]);
    });
    await dialog.getByText("New attributes").waitFor();
    await dialog.getByText("2 options").waitFor();
    await ada.shot("import-attributes-found");
    await dialog.getByRole("button", { name: /^Import [0-9]/ }).click();
    await dialog.getByRole("button", { name: "Show tasks" }).click();

    await row(ben.page, "Swift").getByRole("link").click();
    const panel = ben.page.getByRole("complementary");
    await panel.getByRole("group", { name: "Draft", exact: true }).getByText("2.5").waitFor();
    await panel.getByRole("group", { name: "Harbour", exact: true }).getByText("East").waitFor();

    await importCsv("key,title,Draft,Harbour\nB-1,Swift,4,North\n", async () => {
      expect(await dialog.getByLabel("Draft", { exact: true }).locator("option:checked").textContent()).toBe("Draft");
    });
    await dialog.getByRole("button", { name: "Update 1 task" }).click();
    await dialog.getByRole("button", { name: "Show tasks" }).click();
    await panel.getByRole("group", { name: "Draft", exact: true }).getByText("4").waitFor();
    await panel.getByRole("group", { name: "Harbour", exact: true }).getByText("North").waitFor();
  });
});

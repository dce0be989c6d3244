import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { NewWorkspace, Person } from "./support/person";
import { shots } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let olga: Person;
let ben: Person;
let workspace: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  olga = await stage.person("Olga Owner");
  ben = await stage.person("Ben Kaduk");
});
afterAll(() => stage?.close());
beforeEach(async () => {
  workspace = await olga.makeWorkspace("Harbour");
  await olga.invite(ben, workspace);
});

const log = ({ page }: Person) => page.getByRole("table", { name: "Audit log" });
const lines = (person: Person) => log(person).locator("tbody tr");

async function act(by: Person, command: object) {
  const ms = Date.now().toString(16).padStart(12, "0");
  const tail = Math.random().toString(16).slice(2, 14).padStart(12, "0");
  await by.call(`/api/workspaces/${workspace.id}/commands`, { id: `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${tail}`, command });
}

async function shoot(page: Page, name: string) {
  const theme = (to: string) => page.evaluate((set) => (document.documentElement.dataset.theme = set), to);
  await page.screenshot({ path: join(shots, `${name}.png`), animations: "disabled" });
  await theme("dark");
  await page.screenshot({ path: join(shots, `${name}-dark.png`), animations: "disabled" });
  await theme("light");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: join(shots, `${name}-phone.png`), animations: "disabled" });
  await page.setViewportSize({ width: 1440, height: 900 });
}

it("an owner reads who did what, filters the log, saves it as a file and sets how long it is kept", async () => {
  const { page } = olga;
  await act(olga, { kind: "workspace.update", patch: { name: "Port" } });
  await act(olga, { kind: "member.setRole", userId: ben.id, role: "admin" });
  await olga.call(`/api/workspaces/${workspace.id}/invitations/mail`, { addresses: "zoe@troupe.example" });
  await olga.goto(`/w/${workspace.id}/settings/general`);
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Audit log" }).click();
  await log(olga).waitFor();
  const what = await lines(olga).locator("td:nth-child(3) > span:nth-child(2)").allTextContents();
  expect(what).toEqual([
    "Invited zoe@troupe.example as Member",
    "Changed the role of Ben Kaduk from Member to Admin",
    "Renamed the workspace from “Harbour” to “Port”",
    "Joined as Member",
    "Accepted an invitation as Member",
    "Created an invite link for the role Member",
    "Joined as Owner",
    "Created the workspace",
  ].toSorted((a, b) => what.indexOf(a) - what.indexOf(b)));
  await shoot(page, "audit-log");

  await page.getByRole("combobox", { name: "Person" }).selectOption({ label: "Ben Kaduk" });
  await expect.poll(() => lines(olga).count()).toBe(2);
  await page.getByRole("combobox", { name: "Kind" }).selectOption({ label: "Role deleted" });
  await page.getByText("No records match these filters.").waitFor();
  await shoot(page, "audit-log-empty");
  await page.getByRole("combobox", { name: "Kind" }).selectOption({ label: "All kinds" });
  await page.getByRole("combobox", { name: "Person" }).selectOption({ label: "Everyone" });
  await page.getByLabel("First day").fill("2999-01-01");
  await page.getByText("No records match these filters.").waitFor();
  await page.getByLabel("First day").fill("");
  await expect.poll(() => lines(olga).count()).toBe(8);

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("audit-log.csv");
  const text = await readFile(await file.path(), "utf8");
  expect(text.split("\r\n").length).toBe(10);
  expect(text).toContain('"Olga Owner"');

  await page.getByLabel("Days to keep records").fill("90");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Changed how long the audit log is kept: 365 days to 90 days").waitFor();
});

it("a page of the log follows the one before, and a failure can be tried again", async () => {
  const { page } = olga;
  for (let turn = 0; turn < 26; turn += 1) {
    for (const role of ["admin", "member"]) await act(olga, { kind: "member.setRole", userId: ben.id, role });
  }
  await page.route("**/audit?*", (route) => route.abort());
  await olga.goto(`/w/${workspace.id}/settings/audit`);
  await page.getByRole("alert").filter({ hasText: "Try again" }).waitFor();
  await shoot(page, "audit-log-failed");
  await page.unroute("**/audit?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => lines(olga).count()).toBe(50);
  await page.getByRole("button", { name: "Show older records" }).click();
  await expect.poll(() => lines(olga).count()).toBe(57);
  expect(await page.getByRole("button", { name: "Show older records" }).count()).toBe(0);
});

it("a member is not offered the log, and reads nothing at its address", async () => {
  await ben.goto(`/w/${workspace.id}/settings/general`);
  expect(await ben.page.getByRole("navigation", { name: "Settings" }).getByRole("link").allTextContents()).not.toContain("Audit log");
  await ben.goto(`/w/${workspace.id}/settings/audit`);
  await ben.page.getByText("Only owners can read the audit log.").waitFor();
});

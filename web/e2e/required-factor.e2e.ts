import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf } from "./support/authenticator";
import { faultsOf } from "./support/faults";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let harbour: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, harbour);
});
afterAll(() => stage?.close());

/** Goes through the open dialog that turns the second factor on. */
async function setsUp(page: Page, password: string) {
  const dialog = page.getByRole("dialog", { name: "Turn on two-factor authentication" });
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const secret = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
  await dialog.getByLabel("Code from your app").pressSequentially(codeOf(secret));
  await page.getByRole("button", { name: "I've saved them" }).click();
}

const require = (page: Page) => page.getByRole("button", { name: "Require two-factor authentication" });
const security = () => `/w/${harbour.key}/settings/security`;

describe("a required second factor", () => {
  it("rf1: is required by an owner who has one, after a question that names how many members have none", async () => {
    await ada.goto(security());
    await require(ada.page).waitFor();
    expect(await require(ada.page).isDisabled()).toBe(true);
    await ada.page.getByText("2 of 2 members have no two-factor authentication yet.").waitFor();
    await ada.page.getByRole("link", { name: "turn it on for your own account" }).click();
    await ada.page.getByRole("button", { name: "Turn on two-factor authentication" }).click();
    await setsUp(ada.page, ada.password);
    await ada.goto(security());
    await ada.page.getByText("1 of 2 members has no two-factor authentication yet.").waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "security");
    await ben.goto(`/w/${harbour.key}`);
    await ben.page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await require(ada.page).click();
    const question = ada.page.getByRole("alertdialog");
    await question.getByText(/^1 member doesn't have two-factor authentication\./).waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "security-question");
    await question.getByRole("button", { name: "Require it" }).click();
    await ada.page.getByRole("button", { name: "Make two-factor authentication optional" }).waitFor();
    await ada.page.getByText("1 of 2 members has no two-factor authentication, and can't open the workspace.").waitFor();
    await shoot(ada.page, "security-required");
  });

  it("rf2: closes the open page of a member without one, says why, and leads to setting it up", async () => {
    const heading = ben.page.getByRole("heading", { name: "Harbour requires two-factor authentication" });
    await heading.waitFor();
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "factor-needed");
    // The root leads to the form for a new workspace, which names the workspace that waits.
    await ben.goto("/");
    await ben.page.getByText("Harbour requires two-factor authentication.").waitFor();
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "welcome-waiting");
    await ben.page.getByRole("link", { name: "Set it up" }).click();
    await heading.waitFor();
    await ada.goto(`/w/${harbour.key}/settings/users`);
    await ada.page.getByRole("table", { name: "Users without two-factor authentication" }).getByText("Ben Kaduk").waitFor();
    await shoot(ada.page, "users-waiting");
    await ben.page.getByRole("button", { name: "Set it up" }).click();
    await setsUp(ben.page, ben.password);
    await ben.page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await ada.page.getByRole("table", { name: "Users without two-factor authentication" }).waitFor({ state: "detached" });
  });

  it("rf5: refuses to turn it off while a workspace requires it, and names the workspace", async () => {
    await ben.goto(`/w/${harbour.key}/settings/profile`);
    await ben.page.getByRole("button", { name: "Turn off two-factor authentication" }).click();
    const dialog = ben.page.getByRole("dialog", { name: "Turn off two-factor authentication?" });
    await dialog.getByLabel("Password").fill(ben.password);
    await dialog.getByLabel(/Code from your app/).fill("123456");
    await dialog.getByRole("button", { name: "Turn off" }).click();
    await dialog.getByText(/These workspaces require two-factor authentication: Harbour\./).waitFor();
    await shoot(ben.page, "factor-cannot-be-turned-off");
    // Others than owners do not see the page of the rule.
    expect(await ben.page.getByRole("link", { name: "Security" }).count()).toBe(0);
  });

  it("rf1: becomes optional again", async () => {
    await ada.goto(security());
    await ada.page.getByRole("button", { name: "Make two-factor authentication optional" }).click();
    await require(ada.page).waitFor();
    await ada.page.getByText("All 2 members have two-factor authentication.").waitFor();
  });
});

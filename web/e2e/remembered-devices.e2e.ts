import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf } from "./support/authenticator";
import { faultsOf } from "./support/faults";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let harbour: NewWorkspace;
let secret = "";

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
  await ada.goto(`/w/${harbour.key}/settings/profile`);
  await ada.page.getByRole("button", { name: "Turn on two-factor authentication" }).click();
  const dialog = ada.page.getByRole("dialog", { name: "Turn on two-factor authentication" });
  await dialog.getByLabel("Password").fill(ada.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  secret = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
  await dialog.getByLabel("Code from your app").pressSequentially(codeOf(secret, -1));
  await ada.page.getByRole("button", { name: "I've saved them" }).click();
});
afterAll(() => stage?.close());

async function givesPassword(page: Page) {
  await page.goto("/signin");
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password").fill(ada.password);
  await page.getByRole("button", { name: "Log in" }).click();
}

const logsOut = (page: Page) =>
  page.evaluate(() => fetch("/api/auth/sign-out", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }).then(() => undefined));

describe("a remembered device", () => {
  it("dv1_dv5: is chosen above the code, needs no code at the next log-in, and can be forgotten", async () => {
    const { context, page } = await stage.stranger();
    await givesPassword(page);
    await page.getByRole("heading", { name: "Enter your code" }).waitFor();
    await page.getByLabel("Remember this device for 30 days").check();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "remember-device");
    await page.getByLabel("Code from your app").pressSequentially(codeOf(secret));
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await logsOut(page);
    await givesPassword(page);
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();

    await page.goto(`/w/${harbour.key}/settings/profile`);
    const devices = page.getByRole("region", { name: "Remembered devices" });
    await devices.getByText("This device").waitFor();
    await devices.getByText(/Last log-in from .*Remembered from/).waitFor();
    await devices.scrollIntoViewIfNeeded();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "profile-remembered-devices");
    await devices.getByRole("button", { name: /^Forget Chrome/ }).click();
    await devices.waitFor({ state: "detached" });
    await logsOut(page);
    await givesPassword(page);
    await page.getByRole("heading", { name: "Enter your code" }).waitFor();
    await context.close();
  });

  it("dv2: is not offered with a recovery code", async () => {
    const { context, page } = await stage.stranger();
    await givesPassword(page);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").waitFor();
    expect(await page.getByLabel("Remember this device for 30 days").count()).toBe(0);
    await context.close();
  });
});

import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { until } from "./support/node";
import { mailedCode, type NewWorkspace, type Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let harbour: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  // The first account owns the instance, and cannot be deleted.
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, harbour);
});
afterAll(() => stage?.close());

const wrongFor = (code: string) => (code === "00000000" ? "00000001" : "00000000");
const profile = () => `/w/${harbour.key}/settings/profile`;

/** Logs in on a new browser, through the form. */
async function logsIn(email: string, password: string) {
  const { context, page } = await stage.stranger();
  await page.goto("/signin");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  return { context, page };
}

describe("an account", () => {
  it("ac1: gets a new password with a mailed code; a wrong code leads back to the code, and the typed texts stay", async () => {
    const { context, page } = await stage.stranger();
    await page.goto("/signin");
    await page.getByLabel("Email").fill(ben.email);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(ben.email);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "forgot-password");
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByLabel("Code from the email").waitFor();
    const code = await mailedCode(context, ben.email);
    await page.getByRole("button", { name: "Open the development mailbox" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "forgot-password-code");
    // The last digit opens the form of the new password.
    await page.getByLabel("Code from the email").pressSequentially(wrongFor(code));
    await page.getByLabel("New password").fill("calm otter 77");
    await shoot(page, "forgot-password-new");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Change password and log in" }).click();
    await page.getByRole("alert").getByText("That code is incorrect").waitFor();
    expect(await page.getByLabel("Code from the email").inputValue()).toBe(wrongFor(code));
    // The wrong code is selected, so typing replaces it.
    await page.keyboard.type(code);
    expect(await page.getByLabel("New password").inputValue()).toBe("calm otter 77");
    await page.getByRole("button", { name: "Change password and log in" }).click();
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await context.close();
    ben.password = "calm otter 77";
    const again = await logsIn(ben.email, ben.password);
    await again.page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await again.context.close();
  });

  it("ac1: sends a new code or starts over, and an address without an account gets the same page", async () => {
    const { context, page } = await stage.stranger();
    await page.goto("/forgot-password");
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Email").fill("nobody@troupe.example");
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByText("We sent a code to").waitFor();
    await page.getByRole("button", { name: "Send a new code" }).click();
    await page.getByText("We sent a new code to nobody@troupe.example").waitFor();
    await page.getByRole("button", { name: "Start over" }).click();
    expect(await page.getByLabel("Email").inputValue()).toBe("nobody@troupe.example");
    await page.getByRole("link", { name: "Log in" }).click();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    await context.close();
  });

  it("ac2_ac5: can change its password, and shows its devices and logs them out", async () => {
    const phone = await logsIn(ada.email, ada.password);
    await phone.page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await ada.goto(profile());
    const devices = ada.page.getByRole("region", { name: "Where you're logged in" });
    await devices.getByText("This device").waitFor();
    await devices.getByRole("button", { name: /^Log out Chrome/ }).first().waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "profile-account");
    await devices.getByRole("button", { name: /^Log out Chrome/ }).first().click();
    await phone.page.waitForURL(({ pathname }) => pathname === "/signin");
    await phone.context.close();

    const tablet = await logsIn(ada.email, ada.password);
    await tablet.page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await ada.page.getByRole("button", { name: "Change password" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "Change password" });
    await dialog.getByLabel("Current password").fill("not her password");
    await dialog.getByLabel("New password").fill("plain heron 55");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await dialog.getByRole("alert").getByText("The password is incorrect.").waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "change-password");
    expect(await dialog.getByLabel("New password").inputValue()).toBe("plain heron 55");
    await dialog.getByLabel("Current password").fill(ada.password);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await dialog.waitFor({ state: "detached" });
    await tablet.page.waitForURL(({ pathname }) => pathname === "/signin");
    await tablet.context.close();
    ada.password = "plain heron 55";
    await ada.page.getByRole("button", { name: "Change password" }).waitFor();
  });

  it("ac3: has a new address after the code that was mailed there is entered", async () => {
    await ada.goto(profile());
    await ada.page.getByRole("button", { name: "Change email address" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "Change email address" });
    const email = ada.email.replace("@", ".new@");
    await dialog.getByLabel("New email address").fill(email);
    await dialog.getByLabel("Password").fill(ada.password);
    await dialog.getByRole("button", { name: "Send code" }).click();
    await dialog.getByLabel("Code from the email").waitFor();
    const code = await mailedCode(ada.context, email);
    await dialog.getByLabel("Code from the email").pressSequentially(wrongFor(code));
    await dialog.getByRole("alert").waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "change-email");
    await dialog.getByLabel("Code from the email").fill(code);
    await dialog.waitFor({ state: "detached" });
    await until("the field shows the new address", async () => (await ada.page.getByRole("textbox", { name: "Email", exact: true }).inputValue()) === email);
    ada.email = email;
    const again = await logsIn(ada.email, ada.password);
    await again.page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await again.context.close();
  });

  it("ac6: saves the person's own data as a file", async () => {
    const [download] = await Promise.all([ada.page.waitForEvent("download"), ada.page.getByRole("button", { name: "Download" }).click()]);
    expect(download.suggestedFilename()).toBe("troupe-my-data.ndjson");
    const [first = "", ...lines] = (await readFile(await download.path(), "utf8")).trim().split("\n");
    expect(JSON.parse(first)).toMatchObject({ account: { email: ada.email } });
    expect(lines.length).toBeGreaterThan(0);
  });

  it("ac7: is deleted, with its data on the device and its name", async () => {
    await ada.goto(`/w/${harbour.key}/settings/users`);
    const { context, page } = await logsIn(ben.email, ben.password);
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await page.goto(profile());
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await dialog.getByText(`Type ${ben.email} to confirm`).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "delete-account");
    await dialog.getByLabel("Your email address").fill(ben.email);
    await dialog.getByLabel("Password").fill(ben.password);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await page.waitForURL(({ pathname }) => pathname === "/signin");
    const kept = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ""));
    expect(kept.filter((name) => name.includes(ben.id))).toEqual([]);
    await until("the name is gone", async () => (await ada.page.getByText("Ben Kaduk").count()) === 0);
    await context.close();
  });

  it("ac7: is not deleted while a workspace has no other owner", async () => {
    const cem = await stage.person("Cem Aydin");
    const office = await cem.makeWorkspace("Office", "OFF");
    await cem.goto(`/w/${office.key}/settings/profile`);
    await cem.page.getByRole("button", { name: "Delete account" }).click();
    const dialog = cem.page.getByRole("dialog", { name: "Delete your account?" });
    await dialog.getByLabel("Your email address").fill(cem.email);
    await dialog.getByLabel("Password").fill(cem.password);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await dialog.getByRole("alert").getByText("You are the only owner of Office.").waitFor();
    await cem.context.close();
  });
});

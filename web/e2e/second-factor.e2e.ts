import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf } from "./support/authenticator";
import { faultsOf } from "./support/faults";
import { mailedCode, type NewWorkspace, type Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let harbour: NewWorkspace;
let secret = "";
let codes: string[] = [];

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
});
afterAll(() => stage?.close());

/** A new browser after the right password. */
async function atTheCode() {
  const { context, page } = await stage.stranger();
  await page.goto("/signin");
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password").fill(ada.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
  return { context, page };
}

describe("a second factor", () => {
  it("sf1_sf3: is turned on with an app, and shows its recovery codes once", async () => {
    await ada.goto(`/w/${harbour.key}/settings/profile`);
    await ada.page.getByRole("button", { name: "Turn on two-factor authentication" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "Turn on two-factor authentication" });
    await dialog.getByLabel("Password").fill("not her password");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("alert").getByText("The password is incorrect.").waitFor();
    await dialog.getByLabel("Password").fill(ada.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    secret = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "second-factor-on");
    // The last digit sends the code.
    await dialog.getByLabel("Code from your app").pressSequentially(codeOf(secret));
    const shown = ada.page.getByRole("dialog", { name: "Your recovery codes" });
    const listed = shown.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await listed.first().waitFor();
    codes = await listed.allTextContents();
    expect(codes).toHaveLength(10);
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "recovery-codes");
    await shown.getByRole("button", { name: "I've saved them" }).click();
    await ada.page.getByText("10 of 10 left").waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "profile-second-factor");
  });

  it("sf2: asks for a code at the next log-in; a wrong code is refused, and typing replaces it", async () => {
    const { context, page } = await atTheCode();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "second-factor-code");
    const code = codeOf(secret, 1);
    await page.getByLabel("Code from your app").pressSequentially(code === "000000" ? "000001" : "000000");
    await page.getByRole("alert").waitFor();
    await page.keyboard.type(code);
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await context.close();
  });

  it("sf2: leads back to the log-in form for another account, without the typed password", async () => {
    const { context, page } = await atTheCode();
    await page.getByRole("button", { name: "Use another account" }).click();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    expect(await page.getByLabel("Password").inputValue()).toBe("");
    await context.close();
  });

  it("sf3: accepts a recovery code in place of a code of the app", async () => {
    const { context, page } = await atTheCode();
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(codes[0] ?? "");
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "second-factor-recovery");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await context.close();
    await ada.page.reload();
    await ada.page.getByText("9 of 10 left").waitFor();
  });

  it("b13: returns to the log-in form after five wrong codes", async () => {
    const { context, page } = await atTheCode();
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("Challenge response cannot be empty").waitFor();
    await page.getByLabel("Code from your app").fill("12");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("Invalid MFA type").waitFor();
    // The last digit sends the code.
    const code = page.getByLabel("Code from your app");
    const near = [-1, 0, 1, 2].map((step) => codeOf(secret, step));
    const wrong = ["000001", "000002", "000003", "000004", "000005", "000006", "000007", "000008", "000009"].filter((it) => !near.includes(it));
    for (const each of wrong.slice(0, 5)) {
      await code.fill(each);
      await page.getByRole("alert").getByText("That code is incorrect").waitFor();
    }
    await code.fill(wrong[5] ?? "");
    await page.getByText("Please use your credentials to sign in").waitFor();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    await context.close();
  });

  it("b16: asks for the code after a password reset, too", async () => {
    const { context, page } = await stage.stranger();
    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill(ada.email);
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByLabel("Code from the email").waitFor();
    await page.getByLabel("Code from the email").fill(await mailedCode(context, ada.email));
    await page.getByLabel("New password").fill("calm otter 77");
    await page.getByRole("button", { name: "Change password and log in" }).click();
    ada.password = "calm otter 77";
    await page.getByRole("heading", { name: "Enter your code" }).waitFor();
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(codes[1] ?? "");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await page.goto(`/w/${harbour.key}/settings/profile`);

    // Turning the second factor off needs the password and a code.
    await page.getByRole("button", { name: "Turn off two-factor authentication" }).click();
    const dialog = page.getByRole("dialog", { name: "Turn off two-factor authentication?" });
    await dialog.getByLabel("Password").fill(ada.password);
    await dialog.getByLabel(/Code from your app/).fill("123");
    await dialog.getByRole("button", { name: "Turn off" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByLabel(/Code from your app/).fill(codes[2] ?? "");
    await dialog.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("button", { name: "Turn on two-factor authentication" }).waitFor();
    await context.close();
  });
});

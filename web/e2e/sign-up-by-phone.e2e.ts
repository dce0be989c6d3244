import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { password } from "./support/person";
import { shoot } from "./support/shots";
import { smsGateway, type SmsGateway } from "./support/smsGateway";
import { setStage, type Stage } from "./support/stage";

let gateway: SmsGateway;
let stage: Stage;

beforeAll(async () => {
  gateway = await smsGateway();
  stage = await setStage(gateway.environment);
});
afterAll(async () => {
  await stage?.close();
  await gateway?.close();
});

const wrongFor = (code: string) => (code === "00000000" ? "00000001" : "00000000");

/** A new browser in which a person has signed up with a number. */
async function signsUp(typed: string, number: string) {
  const { context, page } = await stage.stranger();
  await page.goto("/signup");
  await page.getByRole("button", { name: "Sign up with a phone number" }).click();
  await page.getByLabel("First name").fill("Ann");
  await page.getByLabel("Phone number").fill(typed);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Confirm your number" }).waitFor();
  await page.getByLabel("Code from the text message").fill(await gateway.codeTo(number, 1));
  await page.waitForURL("**/welcome");
  return { context, page };
}

describe("a person with a phone number", () => {
  it("ph2: signs up with the code from a text message", async () => {
    const { context, page } = await stage.stranger();
    await page.goto("/signup");
    await page.getByRole("button", { name: "Sign up with a phone number" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "phone-offered-sign-up");
    await page.getByRole("button", { name: "Sign up with a phone number" }).click();
    await page.getByLabel("Phone number").waitFor();
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText("Phone number cannot be empty").waitFor();
    await page.getByLabel("Phone number").fill("07700 900101");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText("Enter a phone number with its country code").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "phone-sign-up");
    await page.getByLabel("Phone number").fill("+44 7700 900101");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Confirm your number" }).waitFor();
    const code = await gateway.codeTo("+447700900101", 1);
    await page.getByLabel("Code from the text message").pressSequentially(wrongFor(code));
    await page.getByRole("alert").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "phone-sign-up-code");
    await page.keyboard.type(code);
    await page.waitForURL("**/welcome");
    await context.close();
  });

  it("ph4: logs in with the number, and gets to the page that they asked for", async () => {
    await (await signsUp("+44 7700 900102", "+447700900102")).context.close();
    const { context, page } = await stage.stranger();
    await page.goto(`/signin?next=${encodeURIComponent("/welcome")}`);
    await page.getByRole("button", { name: "Log in with a phone number" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "phone-offered-log-in");
    await page.getByRole("button", { name: "Log in with a phone number" }).click();
    await page.getByLabel("Phone number").fill("+44 7700 900102");
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByRole("alert").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "phone-log-in");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.waitForURL("**/welcome");
    await context.close();
  });

  it("ph5: resets the password with a code from a text message", async () => {
    await (await signsUp("+44 7700 900103", "+447700900103")).context.close();
    const { context, page } = await stage.stranger();
    await page.goto("/signin/phone");
    await page.getByLabel("Phone number").fill("+44 7700 900103");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    expect(await page.getByLabel("Phone number").inputValue()).toBe("+44 7700 900103");
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByRole("heading", { name: "Enter the code" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "phone-reset-code");
    const code = await gateway.codeTo("+447700900103", 2);
    await page.getByLabel("Code from the text message").pressSequentially(wrongFor(code));
    await page.getByLabel("New password").fill("calm otter 77");
    await page.getByRole("button", { name: "Change password and log in" }).click();
    await page.getByText("That code is incorrect").waitFor();
    await page.getByLabel("Code from the text message").fill(code);
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Change password and log in" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/forgot-password"));
    await page.getByLabel("Name", { exact: true }).waitFor();
    await context.close();
  });

  it("ph6: sees the number in the profile, changes it, and adds an address", async () => {
    const { context, page } = await signsUp("+44 7700 900104", "+447700900104");
    await page.getByLabel("Name", { exact: true }).fill("Harbour");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/w/**");
    const workspace = /\/w\/([^/]+)/.exec(page.url())?.[1] ?? "";
    await page.goto(`/w/${workspace}/settings/profile`);
    const field = page.getByRole("textbox", { name: "Phone number" });
    await field.waitFor();
    expect(await field.inputValue()).toBe("+447700900104");
    expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe("");
    expect(await page.getByRole("button", { name: "Remove phone number" }).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "phone-profile");
    await page.getByRole("button", { name: "Change phone number" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New phone number").fill("+44 7700 900105");
    await dialog.getByLabel("Password").fill(password);
    await dialog.getByRole("button", { name: "Send code" }).click();
    await dialog.getByLabel("Code from the text message").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "phone-change");
    await dialog.getByLabel("Code from the text message").fill(await gateway.codeTo("+447700900105", 1));
    await page.getByText("Your phone number was changed").waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[type="tel"]')?.value === "+447700900105");

    await page.getByRole("button", { name: "Add email address" }).click();
    await dialog.getByLabel("New email address").fill("ann@troupe.example");
    await dialog.getByLabel("Password").fill(password);
    await dialog.getByRole("button", { name: "Send code" }).click();
    await dialog.getByLabel("Code from the email").waitFor();
    const { messages } = (await (await context.request.get("/api/dev/mailbox?to=ann%40troupe.example")).json()) as { messages: { code: string }[] };
    await dialog.getByLabel("Code from the email").fill(messages[0]?.code ?? "");
    await page.getByText("Your email address was added").waitFor();
    await page.getByRole("button", { name: "Remove phone number" }).click();
    await dialog.getByLabel("Password").fill(password);
    await dialog.getByRole("button", { name: "Remove number" }).click();
    await page.getByText("Your phone number was removed").waitFor();
    await page.getByRole("button", { name: "Add phone number" }).waitFor();
    await context.close();
  });
});

describe("a server without a gateway", () => {
  it("ph1: offers no phone numbers", async () => {
    const other = await setStage();
    const { context, page } = await other.stranger();
    for (const path of ["/signin", "/signup"]) {
      const asked = page.waitForResponse((response) => response.url().endsWith("/api/auth/hosted"));
      await page.goto(path);
      expect(await (await asked).json()).toMatchObject({ phones: false });
      await page.waitForLoadState("networkidle");
      expect(await page.getByRole("button", { name: /phone number/ }).count()).toBe(0);
    }
    await context.close();
    await other.close();
  });
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf } from "./support/authenticator";
import { identityProvider, logInAtProvider, type IdentityProvider } from "./support/identityProvider";
import { until } from "./support/node";
import { mailedCode, password, type NewWorkspace, type Person } from "./support/person";
import { smsGateway, type SmsGateway } from "./support/smsGateway";
import { setStage, type Stage } from "./support/stage";
import { enter, tabTo, typeInto, walk } from "./support/tabKey";

let provider: IdentityProvider;
let gateway: SmsGateway;
let stage: Stage;
let ada: Person;
let harbour: NewWorkspace;

beforeAll(async () => {
  [provider, gateway] = await Promise.all([identityProvider(), smsGateway()]);
  stage = await setStage({ ...provider.environment, ...gateway.environment, TROUPE_SIGN_IN_CODES: "1" });
  await provider.register(stage.node.url);
  ada = await stage.person("Ada Byron");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
});
afterAll(async () => {
  await stage?.close();
  await Promise.all([provider?.close(), gateway?.close()]);
});

/** Browsers accept passkeys on a domain name, but not on an IP address. */
const atDomain = () => {
  const baseURL = stage.node.url.replace("127.0.0.1", "localhost");
  return { baseURL, storageState: { cookies: [], origins: [{ origin: baseURL, localStorage: [{ name: "troupe.theme", value: "light" }] }] } };
};

/** Opens a page in a new browser with a virtual authenticator. */
async function at(path: string) {
  const { context, page } = await stage.stranger(atDomain());
  const device = await context.newCDPSession(page);
  await device.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } as const;
  await device.send("WebAuthn.addVirtualAuthenticator", { options });
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { context, page };
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name });

/** The button is disabled for a second after the page appears, so that nobody presses it by mistake. */
const allowed = (page: Page) => until("access can be allowed", () => button(page, "Allow").isEnabled());

/** Walks through a page, and expects these stops among others, in this order. */
async function walks(page: Page, first: string, ...others: string[]) {
  const { stops, faults } = await walk(page);
  expect(faults).toEqual([]);
  const names = stops.map((stop) => /“(.*)”/.exec(stop)?.[1] ?? "");
  const at = names.findIndex((name) => name.startsWith(first));
  expect(at, `${first} among ${names.join(", ")}`).toBeGreaterThanOrEqual(0);
  // The walk starts at the current focus, which may be in the middle of the page.
  const inOrder = [...names.slice(at), ...names.slice(0, at)];
  let last = 0;
  for (const each of others) {
    const found = inOrder.findIndex((name, index) => index > last && name.startsWith(each));
    expect(found, `${each} after ${inOrder[last]} in ${inOrder.join(", ")}`).toBeGreaterThan(last);
    last = found;
  }
}

/** Opens a dialog with Enter, walks through it, and leaves it with Esc. Then its button must have the focus again. */
async function opensAndReturns(page: Page, name: string, role: "dialog" | "alertdialog" = "dialog") {
  const opener = button(page, name);
  await enter(page, opener);
  const dialog = page.getByRole(role).last();
  await dialog.waitFor();
  await until(`the focus is in “${name}”`, () => dialog.evaluate((element) => element.contains(document.activeElement)));
  expect((await walk(page, `[role=${role}]`)).faults, name).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await until(`“${name}” has the focus again`, () => opener.evaluate((element) => element === document.activeElement));
}

describe("pages before the log-in, with Tab alone", () => {
  it.each([
    ["/signin", "Email", "Password", "Log in"],
    ["/signin/code", "Email"],
    ["/signin/phone", "Phone number", "Password", "Log in"],
    ["/signup", "First name", "Last name", "Email", "Password", "Create account"],
    ["/signup/phone", "First name", "Phone number", "Password", "Create account"],
    ["/forgot-password", "Email", "Send code"],
    ["/forgot-password/phone", "Phone number", "Send code"],
    ["/signup/confirm", "Troupe"],
    ["/signup/link#0000-wrong", "Troupe"],
    ["/oauth?error=access_denied&state=unknown", "Troupe"],
    ["/invite/unknown", "Troupe"],
    ["/nowhere", "Go to Troupe"],
  ])("%s: every control is reached and shows the focus", async (path, first = "", ...others) => {
    const { context, page } = await at(path);
    await walks(page, first, ...others);
    await context.close();
  });

  it("a person signs up, from the form to the first workspace", async () => {
    const { context, page } = await at("/signup");
    await typeInto(page, page.getByLabel("First name"), "Kay");
    await typeInto(page, page.getByLabel("Email"), "kay@troupe.example");
    await typeInto(page, page.getByLabel("Password"), password);
    await enter(page, button(page, "Create account"));
    await heading(page, "Confirm your address").waitFor();
    await walks(page, "Confirmation code");
    await typeInto(page, page.getByLabel("Confirmation code"), await mailedCode(context, "kay@troupe.example"));
    await page.waitForURL("**/welcome");
    await page.getByLabel("Name").waitFor();
    await walks(page, "Name", "Create workspace");
    await typeInto(page, page.getByLabel("Name"), "Quay");
    await enter(page, button(page, "Create workspace"));
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await context.close();
  });

  it("a person logs in with a mailed code and with a password, and replaces a forgotten password and one that must be replaced", async () => {
    const ben = await stage.person("Ben Kaduk");
    const { context, page } = await at("/signin");
    await typeInto(page, page.getByLabel("Email"), ben.email);
    await typeInto(page, page.getByLabel("Password"), "not his password");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await walks(page, "Email", "Password", "Log in");

    await page.goto("/signin/code");
    await typeInto(page, page.getByLabel("Email"), ben.email);
    await page.keyboard.press("Enter");
    await page.getByLabel("Code from the email").waitFor();
    await walks(page, "Code from the email");
    await typeInto(page, page.getByLabel("Code from the email"), await mailedCode(context, ben.email));
    await page.waitForURL("**/welcome");
    await context.clearCookies();

    await page.goto("/forgot-password");
    await typeInto(page, page.getByLabel("Email"), ben.email);
    await enter(page, button(page, "Send code"));
    await page.getByLabel("Code from the email").waitFor();
    await walks(page, "Code from the email", "Continue");
    await typeInto(page, page.getByLabel("Code from the email"), await mailedCode(context, ben.email));
    await page.getByLabel("New password").waitFor();
    await walks(page, "New password", "Change password and log in");
    await typeInto(page, page.getByLabel("New password"), "calm otter 77");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/welcome");
    await stage.node.verb("require-new-password", ben.email);
    await context.close();

    const next = await at("/signin");
    await typeInto(next.page, next.page.getByLabel("Email"), ben.email);
    await typeInto(next.page, next.page.getByLabel("Password"), "calm otter 77");
    await enter(next.page, button(next.page, "Log in"));
    await heading(next.page, "Choose a new password").waitFor();
    await walks(next.page, "New password", "Change password and log in");
    await typeInto(next.page, next.page.getByLabel("New password"), password);
    await next.page.keyboard.press("Enter");
    await next.page.waitForURL("**/welcome");
    await next.context.close();
  });

  it("a person signs up with a phone number, and gets a new password by text message", async () => {
    const { context, page } = await at("/signup/phone");
    await typeInto(page, page.getByLabel("First name"), "Ann");
    await typeInto(page, page.getByLabel("Phone number"), "+44 7700 900101");
    await typeInto(page, page.getByLabel("Password"), password);
    await page.keyboard.press("Enter");
    await heading(page, "Confirm your number").waitFor();
    await walks(page, "Code from the text message");
    await typeInto(page, page.getByLabel("Code from the text message"), await gateway.codeTo("+447700900101", 1));
    await page.waitForURL("**/welcome");
    await context.clearCookies();

    await page.goto("/forgot-password/phone");
    await typeInto(page, page.getByLabel("Phone number"), "+44 7700 900101");
    await page.keyboard.press("Enter");
    await page.getByLabel("Code from the text message").waitFor();
    await walks(page, "Code from the text message", "Continue");
    await context.close();
  });

  it("a person accepts an invitation", async () => {
    const { token } = await ada.call<{ token: string }>(`/api/workspaces/${harbour.id}/invitations`, { role: "member" });
    const { context, page } = await at(`/invite/${token}`);
    await walks(page, "Create account");
    await context.close();
    const cleo = await stage.person("Cleo Quist");
    await cleo.goto(`/invite/${token}`);
    await button(cleo.page, "Join Harbour").waitFor();
    await walks(cleo.page, "Join Harbour");
    await enter(cleo.page, button(cleo.page, "Join Harbour"));
    await cleo.page.getByRole("navigation", { name: "Workspace" }).getByText("Harbour").waitFor();
    await cleo.context.close();
  });
});

describe("settings, with Tab alone", () => {
  let secret = "";

  it("every control of the profile is reached, and dialogs return the focus", async () => {
    const { page } = ada;
    await ada.goto(`/w/${harbour.key}/settings/profile`);
    await button(page, "Delete account").waitFor();
    await button(page, "Turn on two-factor authentication").waitFor();
    await walks(page, "Upload picture", "First name", "Last name", "Change email address", "Change password", "Turn on two-factor authentication", "Delete account");
    for (const name of ["Change email address", "Add phone number", "Change password", "Turn on two-factor authentication", "Delete account"]) await opensAndReturns(page, name);
  });

  it("a second factor is turned on, and a recovery code logs in", async () => {
    const { page } = ada;
    await ada.goto(`/w/${harbour.key}/settings/profile`);
    await enter(page, button(page, "Turn on two-factor authentication"));
    const dialog = page.getByRole("dialog");
    await typeInto(page, dialog.getByLabel("Password"), ada.password);
    await page.keyboard.press("Enter");
    await dialog.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    expect((await walk(page, "[role=dialog]")).faults).toEqual([]);
    secret = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
    await typeInto(page, dialog.getByLabel("Code from your app"), codeOf(secret));
    await heading(page, "Your recovery codes").waitFor();
    const codes = await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allTextContents();
    expect((await walk(page, "[role=dialog]")).faults).toEqual([]);
    await enter(page, button(page, "I've saved them"));
    const off = button(page, "Turn off two-factor authentication");
    await off.waitFor();
    await opensAndReturns(page, "Turn off two-factor authentication");
    await opensAndReturns(page, "Replace recovery codes");

    const next = await at("/signin");
    await typeInto(next.page, next.page.getByLabel("Email"), ada.email);
    await typeInto(next.page, next.page.getByLabel("Password"), ada.password);
    await enter(next.page, button(next.page, "Log in"));
    await heading(next.page, "Enter your code").waitFor();
    await walks(next.page, "Code from your app", "Log in");
    await enter(next.page, button(next.page, "Use a recovery code"));
    await next.page.getByLabel("Recovery code").waitFor();
    await walks(next.page, "Recovery code", "Log in");
    await typeInto(next.page, next.page.getByLabel("Recovery code"), codes[0] ?? "");
    await next.page.keyboard.press("Enter");
    await next.page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await next.context.close();
  });

  it("a passkey is added and logs in", async () => {
    const { context, page } = await at("/signup");
    await typeInto(page, page.getByLabel("Email"), "pat@troupe.example");
    await typeInto(page, page.getByLabel("Password"), password);
    await page.keyboard.press("Enter");
    await heading(page, "Confirm your address").waitFor();
    await typeInto(page, page.getByLabel("Confirmation code"), await mailedCode(context, "pat@troupe.example"));
    await page.waitForURL("**/welcome");
    await typeInto(page, page.getByLabel("Name"), "Passkeys");
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();
    const key = new URL(page.url()).pathname.split("/")[2] ?? "";
    await page.goto(`/w/${key}/settings/profile`);
    await opensAndReturns(page, "Add passkey");
    await enter(page, button(page, "Add passkey"));
    await typeInto(page, page.getByRole("dialog").getByLabel("Password"), password);
    await page.keyboard.press("Enter");
    const added = page.getByRole("region", { name: "Passkeys" }).getByRole("button", { name: /^Rename/ });
    await added.waitFor();
    await opensAndReturns(page, (await added.getAttribute("aria-label")) ?? "");
    await opensAndReturns(page, "Remove password");

    // The same device, without the session.
    await context.clearCookies();
    await page.goto("/signin");
    await enter(page, button(page, "Log in with a passkey"));
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await context.close();
  });

  it("every control of the settings Security and API keys is reached", async () => {
    const { page } = ada;
    await ada.goto(`/w/${harbour.key}/settings/security`);
    await button(page, "Require two-factor authentication").waitFor();
    await button(page, "Add domain").waitFor();
    await walks(page, "Require two-factor authentication", "Add domain");
    await opensAndReturns(page, "Require two-factor authentication", "alertdialog");
    await opensAndReturns(page, "Add domain");
    await ada.goto(`/w/${harbour.key}/settings/api-keys`);
    await button(page, "New key").waitFor();
    await walks(page, "New key");
    await opensAndReturns(page, "New key");
  });
});

describe("other programs and devices, with Tab alone", () => {
  it("an account is linked and unlinked", async () => {
    provider.people.set("ada", { email: "ada@elsewhere.example", email_verified: false, name: "A. Byron" });
    const { page } = ada;
    await ada.goto(`/w/${harbour.key}/settings/profile`);
    await enter(page, button(page, "Link Acme ID"));
    await heading(page, "Link Acme ID").waitFor();
    await walks(page, "Your Troupe password", "Continue to Acme ID");
    await typeInto(page, page.getByLabel("Your Troupe password"), ada.password);
    await enter(page, button(page, "Continue to Acme ID"));
    await logInAtProvider(page, "ada");
    await heading(page, "Your account is linked").waitFor();
    await walks(page, "Continue");
    await enter(page, button(page, "Continue"));
    await enter(page, button(page, "Unlink Acme ID"));
    await heading(page, "Unlink Acme ID?").waitFor();
    await walks(page, "Your Troupe password", "Unlink");
    await typeInto(page, page.getByLabel("Your Troupe password"), ada.password);
    await page.keyboard.press("Enter");
    await button(page, "Link Acme ID").waitFor();
  });

  it("an app and a device are allowed", async () => {
    const { page } = ada;
    await ada.goto(`/w/${harbour.key}/settings/apps`);
    await opensAndReturns(page, "New app");
    await enter(page, button(page, "New app"));
    const dialog = page.getByRole("dialog", { name: "New app" });
    await typeInto(page, dialog.getByRole("textbox", { name: "Name" }), "Pier Sketch");
    await typeInto(page, dialog.getByRole("textbox", { name: "Redirect URLs" }), "http://127.0.0.1/back");
    for (const name of ["Allow device codes", "Create tasks"]) {
      await tabTo(page, dialog.getByRole("checkbox", { name }));
      await page.keyboard.press("Space");
    }
    await enter(page, dialog.getByRole("button", { name: "Add app" }));
    const line = page.getByRole("listitem", { name: "Pier Sketch" });
    const clientId = (await line.locator("code").textContent()) ?? "";

    const question = new URLSearchParams({
      client_id: clientId, redirect_uri: "http://127.0.0.1/back", response_type: "code", state: "tide 7",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "S256",
    });
    await page.goto(`/authorization?${question}`);
    await heading(page, "Allow access to Harbour?").waitFor();
    await allowed(page);
    await walks(page, "Allow", "Deny");

    const form = new URLSearchParams({ client_id: clientId, scope: "read" });
    const begun = await fetch(`${stage.node.url}/api/oauth/device`, { method: "POST", body: form });
    const { user_code: code } = (await begun.json()) as { user_code: string };
    await page.goto("/device");
    const field = page.getByRole("textbox", { name: "Code" });
    await field.waitFor();
    await walks(page, "Code");
    await typeInto(page, field, code);
    await page.keyboard.press("Enter");
    await heading(page, "Allow access to Harbour?").waitFor();
    await allowed(page);
    await walks(page, "Allow", "Deny");
    // The walk left the page once, so “Allow” was disabled for a second, and Tab may have stopped at “Deny”.
    await allowed(page);
    const allow = button(page, "Allow");
    const isHere = () => allow.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 3 && !(await isHere()); presses += 1) await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await heading(page, "Access allowed").waitFor();
    expect((await walk(page)).faults).toEqual([]);
  });
});

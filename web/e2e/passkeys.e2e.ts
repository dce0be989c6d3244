import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf } from "./support/authenticator";
import { faultsOf } from "./support/faults";
import { mailedCode, type NewWorkspace, type Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let harbour: NewWorkspace;

/** Browsers accept passkeys at a domain name, and not at an IP address. */
const atDomain = () => {
  const baseURL = stage.node.url.replace("127.0.0.1", "localhost");
  return { baseURL, storageState: { cookies: [], origins: [{ origin: baseURL, localStorage: [{ name: "troupe.theme", value: "light" }] }] } };
};

/** A device that keeps passkeys, in software. */
interface Device {
  cdp: CDPSession;
  authenticatorId: string;
}

/** Gives a page a device. User verification succeeds at once, unless `isUserVerified` is false. */
async function device(page: Page, isUserVerified = true): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified, automaticPresenceSimulation: true } as const;
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
  return { cdp, authenticatorId };
}

const keys = async ({ cdp, authenticatorId }: Device) => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;

/** Gives a device the passkeys of another, and their counters. */
async function synced(from: Device, { cdp, authenticatorId }: Device, but: { credentialId?: string } = {}) {
  await cdp.send("WebAuthn.clearCredentials", { authenticatorId });
  for (const credential of await keys(from)) await cdp.send("WebAuthn.addCredential", { authenticatorId, credential: { ...credential, ...but } });
}

/** A new browser at the log-in form, with a device. */
async function atLogIn(isUserVerified = true) {
  const { context, page } = await stage.stranger(atDomain());
  const phone = await device(page, isUserVerified);
  await page.goto("/signin");
  await page.getByRole("button", { name: "Log in with a passkey" }).waitFor();
  return { context, page, phone };
}

const passkeys = (page: Page) => page.getByRole("region", { name: "Passkeys" });
const profile = () => `/w/${harbour.key}/settings/profile`;
let laptop: Device;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron", atDomain());
  harbour = await ada.makeWorkspace("Harbour", "HAR");
  laptop = await device(ada.page);
});
afterAll(() => stage?.close());

describe("passkeys", () => {
  it("pk1: are added in the profile, after the password", async () => {
    await ada.goto(profile());
    await passkeys(ada.page).getByText("With a passkey, you log in with").waitFor();
    await shoot(ada.page, "passkeys-none");
    await passkeys(ada.page).getByRole("button", { name: "Add passkey" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("Password cannot be empty").waitFor();
    await dialog.getByLabel("Password").fill("not her password");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("The password is incorrect.").waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "passkey-add");
    await dialog.getByLabel("Password").fill(ada.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.waitFor({ state: "hidden" });
    await passkeys(ada.page).getByText("Not used yet").waitFor();
    expect(await keys(laptop)).toHaveLength(1);
  });

  it("pk1: are renamed, and one device makes no second one", async () => {
    await passkeys(ada.page).getByRole("button", { name: /^Rename / }).click();
    const rename = ada.page.getByRole("dialog", { name: "Rename passkey" });
    await rename.getByLabel("Name").fill("Work laptop");
    expect(await faultsOf(ada.page)).toEqual([]);
    await rename.getByRole("button", { name: "Rename" }).click();
    await passkeys(ada.page).getByRole("button", { name: "Remove Work laptop" }).waitFor();
    await passkeys(ada.page).getByRole("button", { name: "Add passkey" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByLabel("Password").fill(ada.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("This device already has a passkey for your account.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await keys(laptop)).toHaveLength(1);
  });

  it("pk4: log a person in without an address, a password or a code, and lead to the page that was wanted", async () => {
    const { context, page, phone } = await atLogIn();
    await synced(laptop, phone);
    await page.goto(`/signin?next=${encodeURIComponent(profile())}`);
    await page.getByRole("button", { name: "Log in with a passkey" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "passkey-log-in");
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await passkeys(page).getByText(/Last used/).waitFor();
    expect(new URL(page.url()).pathname).toBe(profile());
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "passkeys");
    // The node refuses a counter that has gone back.
    await synced(phone, laptop);
    await context.close();
  });

  it("pk4: begin no session without user verification, and an unknown passkey is refused", async () => {
    const unverified = await atLogIn(false);
    await synced(laptop, unverified.phone);
    const log = unverified.page.getByRole("button", { name: "Log in with a passkey" });
    await log.click();
    // The browser refuses by itself, and the form can be used again.
    await unverified.page.waitForFunction(() => !document.querySelector("button[disabled]"));
    expect(new URL(unverified.page.url()).pathname).toBe("/signin");
    await unverified.context.close();

    const { context, page, phone } = await atLogIn();
    const credentialId = Buffer.from("unknown-passkey!").toString("base64");
    await synced(laptop, phone, { credentialId });
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await page.getByRole("alert").getByText("You can't log in with this passkey. Log in another way.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "passkey-refused");
    await context.close();
  });

  it("pk1_b16: need a code to be added to an account with a second factor, and none to log in", async () => {
    const ben = await stage.person("Ben King", atDomain());
    const tablet = await device(ben.page);
    const yard = await ben.makeWorkspace("Yard", "YARD");
    const { secret } = await ben.call<{ secret: string }>("/api/me/second-factor/begin", { password: ben.password });
    await ben.call("/api/me/second-factor/confirm", { code: codeOf(secret) });
    await ben.goto(`/w/${yard.key}/settings/profile`);
    await passkeys(ben.page).getByRole("button", { name: "Add passkey" }).click();
    const dialog = ben.page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByLabel("Password").fill(ben.password);
    await dialog.getByLabel("Code from your app, or a recovery code").fill(codeOf(secret, 1));
    await shoot(ben.page, "passkey-add-code");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await passkeys(ben.page).getByText("Not used yet").waitFor();
    const { context, page, phone } = await atLogIn();
    await synced(tablet, phone);
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await context.close();
    await ben.context.close();
  });

  it("pk6: let a person remove the password, and then prove who the person is", async () => {
    await ada.page.reload();
    await ada.page.getByRole("button", { name: "Remove password" }).click();
    const remove = ada.page.getByRole("dialog", { name: "Remove your password?" });
    await remove.getByLabel("Password").fill(ada.password);
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "password-remove");
    await remove.getByRole("button", { name: "Remove" }).click();
    await ada.page.getByRole("button", { name: "Set a password" }).waitFor();
    await shoot(ada.page, "password-removed");

    // The last way in stays.
    await passkeys(ada.page).getByRole("button", { name: "Remove Work laptop" }).click();
    const last = ada.page.getByRole("dialog", { name: "Remove Work laptop?" });
    await last.getByText("First, confirm with one of your passkeys.").waitFor();
    await last.getByRole("button", { name: "Remove" }).click();
    await last.getByText("This passkey is your only way to log in.").waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "passkey-last");
    await last.getByRole("button", { name: "Cancel" }).click();

    await ada.page.getByRole("button", { name: "Set a password" }).click();
    const set = ada.page.getByRole("dialog", { name: "Set a password" });
    await set.getByLabel("New password").fill("calm otter 77");
    await set.getByRole("button", { name: "Set password" }).click();
    await ada.page.getByRole("button", { name: "Change password" }).waitFor();
    ada.password = "calm otter 77";
  });

  it("pk7: are removed by their owner, and by a reset of a forgotten password", async () => {
    await passkeys(ada.page).getByRole("button", { name: "Remove Work laptop" }).click();
    const remove = ada.page.getByRole("dialog", { name: "Remove Work laptop?" });
    await remove.getByLabel("Password").fill(ada.password);
    await remove.getByRole("button", { name: "Remove" }).click();
    await passkeys(ada.page).getByText("With a passkey, you log in with").waitFor();
    const { context, page, phone } = await atLogIn();
    await synced(laptop, phone);
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await page.getByRole("alert").getByText("You can't log in with this passkey.").waitFor();
    await context.close();

    await laptop.cdp.send("WebAuthn.clearCredentials", { authenticatorId: laptop.authenticatorId });
    await passkeys(ada.page).getByRole("button", { name: "Add passkey" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByLabel("Password").fill(ada.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await passkeys(ada.page).getByText("Not used yet").waitFor();
    const other = await atLogIn();
    await synced(laptop, other.phone);
    const { requestId } = (await (await other.context.request.post("/api/auth/forgot-password", { data: { email: ada.email } })).json()) as { requestId: string };
    const code = await mailedCode(other.context, ada.email);
    const reset = await other.context.request.post("/api/auth/reset-password", { data: { requestId, code, password: "vivid horse 9" } });
    expect(reset.status()).toBe(204);
    await other.page.getByRole("button", { name: "Log in with a passkey" }).click();
    await other.page.getByRole("alert").getByText("You can't log in with this passkey.").waitFor();
    await other.context.close();
  });

  it("pk2: are not offered at an IP address, where browsers accept none", async () => {
    const { context, page } = await stage.stranger();
    const providers = page.waitForResponse("**/api/auth/hosted");
    await page.goto("/signin");
    await providers;
    await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Log in with a passkey" }).count()).toBe(0);
    await context.close();
  });
});

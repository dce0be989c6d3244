import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { identityProvider, logInAtProvider, type IdentityProvider } from "./support/identityProvider";
import { mailedCode, type NewWorkspace, type Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let provider: IdentityProvider;
let stage: Stage;
let ada: Person;
let harbour: NewWorkspace;
const environment: Record<string, string> = {};

beforeAll(async () => {
  provider = await identityProvider();
  Object.assign(environment, provider.environment);
  stage = await setStage(environment);
  await provider.register(stage.node.url);
  // The first account owns the instance.
  ada = await stage.person("Ada Byron");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
});
afterAll(async () => {
  await stage?.close();
  await provider?.close();
});

/** The id of the account of a page. */
const accountOf = async (page: Page): Promise<string> => {
  const answer = await page.context().request.post("/api/auth/refresh", { data: {} });
  return ((await answer.json()) as { user: { id: string } }).user.id;
};

/** A new browser at the provider. */
async function atTheProvider(path = "/signin") {
  const { context, page } = await stage.stranger();
  await page.goto(path);
  await page.getByRole("button", { name: "Continue with Acme ID" }).click();
  await page.locator("input[name=login]").waitFor();
  return { context, page };
}

/** A new browser that has logged in at the provider, and was sent back. */
async function returned(login: string, path = "/signin") {
  const { context, page } = await atTheProvider(path);
  await logInAtProvider(page, login);
  return { context, page };
}

/** Logs in at the provider, but keeps the answer from the node. Returns the address that the browser was sent back to. */
async function kept(login: string) {
  const { context, page } = await atTheProvider();
  const finish = "**/api/auth/hosted/finish";
  await page.route(finish, (route) => route.abort());
  const back = page.waitForRequest((request) => request.url().startsWith(`${stage.node.url}/oauth?`));
  await logInAtProvider(page, login);
  const address = (await back).url();
  await page.getByRole("alert").getByText("Network Error").waitFor();
  await page.unroute(finish);
  return { context, page, address };
}

const profile = () => `/w/${harbour.key}/settings/profile`;

describe("hosted sign-in", () => {
  it("hs5: signs a new person up with the name and the verified address, and leaves no code in the address", async () => {
    provider.people.set("kim", { email: "kim@acme.example", email_verified: true, name: "Kim Lee" });
    const { context, page } = await stage.stranger();
    await page.goto("/signup");
    await page.getByRole("button", { name: "Continue with Acme ID" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "hosted-sign-up");
    await page.goto("/signin");
    await page.getByRole("button", { name: "Continue with Acme ID" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "hosted-sign-in");
    await page.getByRole("button", { name: "Continue with Acme ID" }).click();
    await logInAtProvider(page, "kim");
    await page.waitForURL("**/welcome");
    const { accessToken } = (await (await context.request.post("/api/auth/refresh", { data: {} })).json()) as { accessToken: string };
    const me = await context.request.get("/api/me", { headers: { authorization: `Bearer ${accessToken}` } });
    expect(await me.json()).toMatchObject({ user: { firstname: "Kim", lastname: "Lee", email: "kim@acme.example" } });
    expect(await page.evaluate(() => document.cookie)).toBe("");
    // No entry of the history holds the code.
    await page.goBack();
    expect(page.url()).not.toContain("code=");
    expect(stage.node.log()).not.toContain("code=");
    await context.close();
  });

  it("hs3: logs the same person in again on another device, and goes on to the page that was wanted", async () => {
    const { context, page } = await returned("kim", "/signin?next=%2Fwelcome%3Fagain");
    await page.waitForURL("**/welcome?again");
    const again = await returned("kim");
    await again.page.waitForURL("**/welcome");
    expect(await accountOf(again.page)).toBe(await accountOf(page));
    await again.context.close();
    await context.close();
  });

  it("b05: never goes on to another site", async () => {
    const { context, page } = await returned("kim", `/signin?next=${encodeURIComponent("//evil.example")}`);
    await page.waitForURL("**/welcome");
    expect(new URL(page.url()).origin).toBe(stage.node.url);
    await context.close();
  });

  it("b01_b02: refuses a state that is wrong, was used, or belongs to another browser", async () => {
    const mine = await kept("kim");
    const victim = await stage.stranger();
    for (const address of [mine.address, mine.address.replace("state=", "state=x"), `${stage.node.url}/oauth?code=x`, `${stage.node.url}/oauth`]) {
      await victim.page.goto(address);
      await victim.page.getByRole("alert").getByText("Invalid state in OAuth flow").waitFor();
      expect(new URL(victim.page.url()).search).toBe("");
    }
    expect(await faultsOf(victim.page)).toEqual([]);
    await shoot(victim.page, "hosted-failed");
    expect((await victim.context.cookies()).filter(({ name }) => name === "troupe_refresh")).toEqual([]);
    // The browser that began can still use it, once.
    await mine.page.goto(mine.address);
    await mine.page.waitForURL("**/welcome");
    await mine.page.goto(mine.address);
    await mine.page.getByRole("alert").getByText("Invalid state in OAuth flow").waitFor();
    await mine.page.getByRole("button", { name: "Back to log in" }).click();
    await mine.context.close();
    await victim.context.close();
  });

  it("b06: refuses an answer that names another issuer", async () => {
    const { context, page, address } = await kept("kim");
    const forged = new URL(address);
    expect(forged.searchParams.get("iss")).toBe(provider.issuer);
    forged.searchParams.set("iss", "https://evil.example");
    await page.goto(forged.href);
    await page.getByRole("alert").getByText("The answer from Acme ID wasn't valid.").waitFor();
    // The state is spent, also for the right answer.
    await page.goto(address);
    await page.getByRole("alert").getByText("Invalid state in OAuth flow").waitFor();
    await context.close();
  });

  it("hs6: says so if the person does not give consent, and leads back to the log-in form", async () => {
    const { context, page } = await atTheProvider("/signin?next=%2Fwelcome");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("alert").getByText("You didn't allow Acme ID to log you in.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Back to log in" }).click();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    expect(new URL(page.url()).search).toBe("?next=%2Fwelcome");
    await context.close();
  });

  it("b07: makes no account for an address that the provider has not verified", async () => {
    provider.people.set("eve", { email: "eve@acme.example", email_verified: false });
    const { context, page } = await returned("eve");
    await page.getByRole("alert").getByText("Acme ID hasn't verified your email address.").waitFor();
    await context.close();
  });

  it("b09: never takes over an account with the same address", async () => {
    provider.people.set("mallory", { email: ada.email, email_verified: true });
    const { context, page } = await returned("mallory");
    await page.getByRole("alert").getByText("There is already a Troupe account with your email address.").waitFor();
    await context.close();
  });

  it("hs7: accepts new keys of the provider", async () => {
    await provider.rotateKeys();
    const { context, page } = await returned("kim");
    await page.waitForURL("**/welcome");
    await context.close();
  });
});

describe("linked accounts", () => {
  it("hs8: a person links an account after entering the password, and then logs in with it", async () => {
    provider.people.set("ada", { email: "ada@elsewhere.example", email_verified: false, name: "A. Byron" });
    const { page } = ada;
    await ada.goto(profile());
    await page.getByRole("button", { name: "Link Acme ID" }).click();
    await page.getByRole("heading", { name: "Link Acme ID" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "hosted-relink");
    await page.getByLabel("Your Troupe password").fill("not her password");
    await page.getByRole("button", { name: "Continue to Acme ID" }).click();
    await page.getByText("The password is incorrect.").waitFor();
    await page.getByLabel("Your Troupe password").fill(ada.password);
    await page.getByRole("button", { name: "Continue to Acme ID" }).click();
    await logInAtProvider(page, "ada");
    await page.getByRole("heading", { name: "Your account is linked" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "hosted-linked");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("ada@elsewhere.example").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "hosted-profile");
    const { context, page: device } = await returned("ada", `/signin?next=${encodeURIComponent(profile())}`);
    await device.waitForURL(`**${profile()}`);
    expect(await accountOf(device)).toBe(ada.id);
    await context.close();
  });

  it("hs8: an account at the provider belongs to one account of Troupe", async () => {
    const ben = await stage.person("Ben Kaduk");
    await ada.invite(ben, harbour);
    await ben.goto(profile());
    await ben.page.getByRole("button", { name: "Link Acme ID" }).click();
    await ben.page.getByLabel("Your Troupe password").fill(ben.password);
    await ben.page.getByRole("button", { name: "Continue to Acme ID" }).click();
    await logInAtProvider(ben.page, "ada");
    await ben.page.getByRole("alert").getByText("This Acme ID account is linked with another Troupe account.").waitFor();
    expect(await faultsOf(ben.page)).toEqual([]);
    await ben.page.getByRole("button", { name: "Back to your profile" }).click();
    await ben.page.getByRole("button", { name: "Link Acme ID" }).waitFor();
    await ben.context.close();
  });

  it("hs9: a linked account is unlinked with the password, and then logs nobody in", async () => {
    const { page } = ada;
    await ada.goto(profile());
    await page.getByRole("button", { name: "Unlink Acme ID" }).click();
    await page.getByRole("heading", { name: "Unlink Acme ID?" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "hosted-unlink");
    await page.getByLabel("Your Troupe password").fill(ada.password);
    await page.getByRole("button", { name: "Unlink" }).click();
    await page.getByRole("button", { name: "Link Acme ID" }).waitFor();
    const { context, page: device } = await returned("ada");
    await device.getByRole("alert").getByText("Acme ID hasn't verified your email address.").waitFor();
    await context.close();
  });

  it("hs9: the last way in is never removed; with a password, it can be", async () => {
    provider.people.set("lou", { email: "lou@acme.example", email_verified: true, name: "Lou Reed" });
    const { context, page } = await returned("lou", "/signin?next=%2Fwelcome");
    await page.waitForURL("**/welcome");
    await page.getByLabel("Name").fill("Quay");
    await page.getByRole("button", { name: "Create workspace" }).click();
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();
    const own = `/w/${new URL(page.url()).pathname.split("/")[2]}/settings/profile`;
    await page.goto(own);
    await page.getByRole("button", { name: "Unlink Acme ID" }).click();
    await page.getByRole("alert").getByText("This is your only way to log in.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "hosted-last-way-in");
    await page.getByRole("link", { name: "Back" }).click();

    await page.getByRole("button", { name: "Set a password" }).click();
    const dialog = page.getByRole("dialog", { name: "Set a password" });
    await dialog.getByRole("button", { name: "Send code" }).click();
    // The code is mailed by then.
    await dialog.getByLabel("Code from the email").waitFor();
    await dialog.getByLabel("Code from the email").fill(await mailedCode(context, "lou@acme.example"));
    await dialog.getByLabel("New password").fill("calm otter 77");
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "hosted-set-password");
    await dialog.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("button", { name: "Change password" }).waitFor();
    await page.getByRole("button", { name: "Unlink Acme ID" }).click();
    await page.getByLabel("Your Troupe password").fill("calm otter 77");
    await page.getByRole("button", { name: "Unlink" }).click();
    await page.getByRole("button", { name: "Link Acme ID" }).waitFor();
    await context.close();
  });
});

describe("signing out", () => {
  it("hs11: also ends the session at the provider, and comes back to the root", async () => {
    const { context, page } = await returned("kim", "/signin?next=%2Fwelcome");
    await page.waitForURL("**/welcome");
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Yes, sign me out" }).click();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    expect(new URL(page.url()).origin).toBe(stage.node.url);
    // The provider asks for the login again.
    await page.getByRole("button", { name: "Continue with Acme ID" }).click();
    await page.locator("input[name=login]").waitFor();
    await context.close();
  });

  it("hs11: says after three seconds that the page of the provider did not load", async () => {
    const { context, page } = await returned("kim", "/signin?next=%2Fwelcome");
    await page.waitForURL("**/welcome");
    // With this answer, the browser stays on its page. Playwright would wait for a page that never arrives.
    await page.route(`${provider.issuer}/**`, (route) => route.fulfill({ status: 204 }));
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByText("Signout timeout fail").waitFor();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    await context.close();
  });
});

describe("groups", () => {
  it("hs12: give a member a role at each sign-in, and never change an owner", async () => {
    const kim = await returned("kim");
    await kim.page.waitForURL("**/welcome");
    const { token } = await ada.call<{ token: string }>(`/api/workspaces/${harbour.id}/invitations`, { role: "member" });
    const { accessToken } = (await (await kim.context.request.post("/api/auth/refresh", { data: {} })).json()) as { accessToken: string };
    await kim.context.request.post(`/api/invitations/${token}/accept`, { headers: { authorization: `Bearer ${accessToken}` }, data: {} });
    const kimId = await accountOf(kim.page);
    await kim.context.close();

    environment.TROUPE_PROVIDER_ACME_GROUP_ROLES = `leads=${harbour.id}/admin, staff=${harbour.id}/guest`;
    await stage.node.stop();
    await stage.node.start();
    const roleOf = async (id: string) => {
      const lines = await ada.snapshot(harbour);
      return lines.find(({ entity, data }) => entity === "member" && data.id === id)?.data.role;
    };
    for (const [groups, role] of [
      [["staff", "leads"], "admin"],
      [["staff"], "guest"],
      [[], "guest"],
    ] as const) {
      provider.people.set("kim", { email: "kim@acme.example", email_verified: true, groups: [...groups] });
      const { context, page } = await returned("kim");
      await page.getByRole("navigation", { name: "Workspace" }).waitFor();
      await expect.poll(() => roleOf(kimId)).toBe(role);
      await context.close();
    }
    expect(await roleOf(ada.id)).toBe("owner");
    const { records } = await ada.call<{ records: { kind: string; after?: Record<string, unknown> }[] }>(`/api/workspaces/${harbour.id}/audit`);
    expect(records.find(({ kind }) => kind === "memberRoleChanged")?.after).toMatchObject({ role: "guest", provider: "Acme ID" });
  });
});

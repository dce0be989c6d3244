import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let harbour: NewWorkspace;
let clientId = "";
let key = "";

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, harbour);
});
afterAll(() => stage?.close());

/** Posts a form as the command-line tool of this test, and returns the answer. */
async function told(path: string, form: Record<string, string>): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${stage.node.url}${path}`, { method: "POST", body: new URLSearchParams({ client_id: clientId, ...form }) });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

/** Gets the codes of the tool: the tool keeps the device code, and shows the user code and the page. */
async function begin(scope = "read comment"): Promise<{ deviceCode: string; userCode: string; page: string; link: string }> {
  const { body } = await told("/api/oauth/device", { scope });
  return { deviceCode: String(body.device_code), userCode: String(body.user_code), page: String(body.verification_uri), link: String(body.verification_uri_complete) };
}

const poll = (deviceCode: string) => told("/api/oauth/token", { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: deviceCode });

async function reads(): Promise<number> {
  const answer = await fetch(`${stage.node.url}/api/workspaces/${harbour.id}/snapshot`, { headers: { authorization: `Bearer ${key}` } });
  await answer.text();
  return answer.status;
}

async function makesList(): Promise<number> {
  const ms = Date.now().toString(16).padStart(12, "0");
  const id = `${ms.slice(0, 8)}-${ms.slice(8)}-7${randomUUID().slice(15)}`;
  const answer = await fetch(`${stage.node.url}/api/workspaces/${harbour.id}/commands`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ id, command: { kind: "list.create", listId: randomUUID(), name: "Pier" } }),
  });
  await answer.text();
  return answer.status;
}

const question = (page: Page) => page.getByRole("heading", { name: "Allow access to Harbour?" });

describe("device codes", () => {
  it("oa11: an owner adds an app that may use device codes and has no redirect URL", async () => {
    await ada.goto(`/w/${harbour.key}/settings/apps`);
    await ada.page.getByRole("button", { name: "New app" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "New app" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Pier Line");
    await dialog.getByRole("button", { name: "Add app" }).click();
    await dialog.getByText("Enter a redirect URL").waitFor();
    await dialog.getByRole("checkbox", { name: "Allow device codes" }).check();
    await dialog.getByRole("checkbox", { name: "Comment and react" }).check();
    await dialog.getByRole("checkbox", { name: "Create tasks" }).check();
    await dialog.getByRole("checkbox", { name: "Invite people" }).check();
    expect(await faultsOf(ada.page)).toEqual([]);
    await dialog.getByRole("checkbox", { name: "Allow device codes" }).scrollIntoViewIfNeeded();
    await shoot(ada.page, "device-codes-new");
    await dialog.getByRole("button", { name: "Add app" }).click();
    const line = ada.page.getByRole("listitem", { name: "Pier Line" });
    await line.getByText("Device codes").waitFor();
    clientId = (await line.locator("code").textContent()) ?? "";
    expect(clientId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "device-codes-app");
  });

  it("oa13_oa14: a person enters the code by hand, reads what the tool could do, and denies it", async () => {
    const { deviceCode, userCode, page } = await begin("");
    expect((await poll(deviceCode)).body.error).toBe("authorization_pending");
    await ben.page.goto(page);
    const field = ben.page.getByRole("textbox", { name: "Code" });
    await field.fill("BBBB-BBBB");
    await field.press("Enter");
    await ben.page.getByText("This code isn't valid.").waitFor();
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "device-code-refused");
    await field.fill(userCode.replace("-", "").toLowerCase());
    await field.press("Enter");
    await question(ben.page).waitFor();
    await ben.page.getByRole("group", { name: "Code" }).getByText(userCode).waitFor();
    await ben.page.getByText(ben.email).waitFor();
    const rights = ben.page.getByRole("list", { name: "Permissions" }).getByRole("listitem");
    // Ben is a member, who may not invite.
    expect(await rights.allTextContents()).toEqual(["See everything you can see in this workspace", "Create tasks", "Comment and react"]);
    // A second Enter does not allow access.
    await ben.page.keyboard.press("Enter");
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "device-question");
    expect(["authorization_pending", "slow_down"]).toContain((await poll(deviceCode)).body.error);
    await ben.page.getByRole("button", { name: "Deny" }).click();
    await ben.page.getByRole("heading", { name: "Access denied" }).waitFor();
    expect(await poll(deviceCode)).toMatchObject({ status: 400, body: { error: "access_denied" } });
  });

  it("oa14_oa16: a link brings the code to the page, which shows the code and waits for a click; the tool then acts as the person", async () => {
    const { deviceCode, userCode, link } = await begin();
    const { page } = await stage.stranger();
    const opened = await page.goto(link);
    expect(opened?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    await page.getByLabel("Email").fill(ben.email);
    await page.getByLabel("Password").fill(ben.password);
    await page.keyboard.press("Enter");
    await question(page).waitFor();
    await page.getByRole("group", { name: "Code" }).getByText(userCode).waitFor();
    expect((await poll(deviceCode)).body.error).toBe("authorization_pending");
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByRole("heading", { name: "Access allowed" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "device-allowed");
    const given = await poll(deviceCode);
    expect([given.status, given.body.token_type, given.body.scope]).toEqual([200, "Bearer", "comment"]);
    key = String(given.body.access_token);
    expect([await reads(), await makesList()]).toEqual([200, 403]);
    // The link is spent.
    await page.goto(link);
    await page.getByText("This code isn't valid.").waitFor();
  });

  it("oa17: the tool revokes its key, and the person's list no longer shows the key", async () => {
    await ben.goto(`/w/${harbour.key}/settings/api-keys`);
    await ben.page.getByRole("table", { name: "API keys" }).getByText("Pier Line").waitFor();
    expect(await told("/api/oauth/revoke", { token: key })).toEqual({ status: 200, body: {} });
    expect(await reads()).toBe(401);
    expect(await told("/api/oauth/revoke", { token: key })).toEqual({ status: 200, body: {} });
    await ben.page.reload();
    await ben.page.getByRole("heading", { name: "API keys" }).waitFor();
    await expect.poll(() => ben.page.getByText("Pier Line").count()).toBe(0);
  });
});

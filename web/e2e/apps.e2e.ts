import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
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
let program: Server;
let back = "";
let clientId = "";
let key = "";
/** The parameters with which the browser was redirected to the program, the newest last. */
const brought: URLSearchParams[] = [];
const verifier = randomBytes(32).toString("base64url");

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, harbour);
  program = createServer(({ url = "" }, answer) => {
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    if (pathname === "/back") brought.push(searchParams);
    answer.setHeader("content-type", "text/html").end("<title>Pier Sketch</title><h1>You can close this page</h1>");
  });
  await new Promise<void>((done) => program.listen(0, "127.0.0.1", done));
  back = `http://127.0.0.1:${(program.address() as AddressInfo).port}/back`;
});
afterAll(async () => {
  program?.close();
  await stage?.close();
});

/** The address of the consent page that the program opens. */
function question(changes: Record<string, string> = {}): string {
  const params = {
    client_id: clientId,
    redirect_uri: back,
    response_type: "code",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "tide 7",
    ...changes,
  };
  return `/authorization?${new URLSearchParams(params)}`;
}

const consent = (page: Page) => page.getByRole("heading", { name: "Allow access to Harbour?" });

async function returned(page: Page): Promise<URLSearchParams> {
  await page.getByRole("heading", { name: "You can close this page" }).waitFor();
  const last = brought.at(-1);
  if (!last) throw new Error("the browser was not redirected to the program");
  return last;
}

/** The program asks for a key with a code. */
async function exchange(code: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = { grant_type: "authorization_code", code, redirect_uri: back, client_id: clientId, code_verifier: verifier };
  const answer = await fetch(`${stage.node.url}/api/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

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

describe("apps", () => {
  it("oa1: an owner adds an app with redirect URLs and permissions, and a member does not see the page", async () => {
    await ada.goto(`/w/${harbour.key}/settings/general`);
    await ada.page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Apps" }).click();
    await ada.page.getByText("This workspace has no apps.").waitFor();
    await ada.page.getByRole("button", { name: "New app" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "New app" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Pier Sketch");
    await dialog.getByRole("textbox", { name: "Redirect URLs" }).fill("http://pier.example/back");
    await dialog.getByRole("button", { name: "Add app" }).click();
    await dialog.getByText("Use https, or http://127.0.0.1 for a program on the user's computer. URLs can't contain a #.").waitFor();
    await dialog.getByRole("textbox", { name: "Redirect URLs" }).fill("http://127.0.0.1/back");
    await dialog.getByRole("checkbox", { name: "Comment and react" }).check();
    await dialog.getByRole("checkbox", { name: "Create tasks" }).check();
    await dialog.getByRole("checkbox", { name: "Invite people" }).check();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "apps-new");
    await dialog.getByRole("button", { name: "Add app" }).click();
    const line = ada.page.getByRole("listitem", { name: "Pier Sketch" });
    await line.getByText("http://127.0.0.1/back").waitFor();
    clientId = (await line.locator("code").textContent()) ?? "";
    expect(clientId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "apps");

    await ben.goto(`/w/${harbour.key}/settings/profile`);
    expect(await ben.page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Apps" }).count()).toBe(0);
  });

  it("oa3: the consent page says which app asks for what, and denying sends an error to the app", async () => {
    await ben.page.goto(question());
    await consent(ben.page).waitFor();
    const rights = ben.page.getByRole("list", { name: "Permissions" }).getByRole("listitem");
    // Ben is a member, who may not invite.
    expect(await rights.allTextContents()).toEqual(["See everything you can see in this workspace", "Create tasks", "Comment and react"]);
    await ben.page.getByText(ben.email).waitFor();
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "authorization");
    await ben.page.getByRole("button", { name: "Deny" }).click();
    const told = await returned(ben.page);
    expect([told.get("error"), told.get("state"), told.get("iss"), told.get("code")]).toEqual(["access_denied", "tide 7", stage.node.url, null]);
  });

  it("oa3_oa5: a person logs in, returns to the consent page and allows access; the app then acts as this person", async () => {
    const { page } = await stage.stranger();
    await page.goto(question({ scope: "read comment" }));
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    await page.getByLabel("Email").fill(ben.email);
    await page.getByLabel("Password").fill(ben.password);
    await page.keyboard.press("Enter");
    await consent(page).waitFor();
    await page.getByRole("button", { name: "Allow" }).click();
    const told = await returned(page);
    expect([told.get("error"), told.get("state"), told.get("iss")]).toEqual([null, "tide 7", stage.node.url]);
    const code = told.get("code") ?? "";
    const given = await exchange(code);
    expect([given.status, given.body.token_type, given.body.scope]).toEqual([200, "Bearer", "comment"]);
    key = String(given.body.access_token);
    expect([await reads(), await makesList()]).toEqual([200, 403]);
  });

  it("oa5: the person finds the key under the name of the app, and revokes it", async () => {
    await ben.goto(`/w/${harbour.key}/settings/api-keys`);
    const list = ben.page.getByRole("table", { name: "API keys" });
    await list.getByText("Pier Sketch").waitFor();
    await list.getByText("App", { exact: true }).waitFor();
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "apps-key");
    await list.getByRole("button", { name: "Revoke Pier Sketch" }).click();
    await ben.page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
    await ben.page.getByText("Revoked “Pier Sketch”").waitFor();
    expect(await reads()).toBe(401);
  });

  it("oa3: an app whose request has an error gets the error only after a click", async () => {
    const before = brought.length;
    await ben.page.goto(question({ response_type: "token" }));
    const back = ben.page.getByRole("button", { name: "Return to the app" });
    await back.waitFor();
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "authorization-faulty");
    expect(brought.length).toBe(before);
    await back.click();
    expect((await returned(ben.page)).get("error")).toBe("unsupported_response_type");
  });

  it("oa2_oa7: an unknown redirect URL and a removed app are refused on the page", async () => {
    const before = brought.length;
    await ben.page.goto(question({ redirect_uri: back.replace("/back", "/other") }));
    await ben.page.getByText("This app's redirect URL isn't registered.").waitFor();
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "authorization-refused");

    await ada.goto(`/w/${harbour.key}/settings/apps`);
    await ada.page.getByRole("button", { name: "Remove Pier Sketch" }).click();
    await ada.page.getByRole("alertdialog", { name: "Remove “Pier Sketch”?" }).getByRole("button", { name: "Remove app" }).click();
    await ada.page.getByText("This workspace has no apps.").waitFor();
    await ben.page.goto(question());
    await ben.page.getByText("This app doesn't exist, or you aren't a member of its workspace.").waitFor();
    expect(brought.length).toBe(before);
  });
});

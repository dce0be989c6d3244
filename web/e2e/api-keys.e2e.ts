import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let harbour: NewWorkspace;
let key = "";

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, harbour);
});
afterAll(() => stage?.close());

/** A program that has only a key. */
async function program(path: string, command?: Record<string, unknown>): Promise<{ status: number; code: string | undefined }> {
  const ms = Date.now().toString(16).padStart(12, "0");
  const id = `${ms.slice(0, 8)}-${ms.slice(8)}-7${randomUUID().slice(15)}`;
  const answer = await fetch(`${stage.node.url}${path}`, {
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(command && { method: "POST", body: JSON.stringify({ id, command }) }),
  });
  const text = await answer.text();
  return { status: answer.status, code: answer.ok ? undefined : (JSON.parse(text) as { error: { code: string } }).error.code };
}

const commands = () => `/api/workspaces/${harbour.id}/commands`;
const reads = () => program(`/api/workspaces/${harbour.id}/snapshot`);
const list = () => ben.page.getByRole("table", { name: "API keys" });

async function begins(name: string) {
  await ben.page.getByRole("button", { name: "New key" }).click();
  const dialog = ben.page.getByRole("dialog", { name: "New API key" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  return dialog;
}

/** Reads the key that is shown once, and closes its dialog. */
async function take(name: string) {
  const dialog = ben.page.getByRole("dialog", { name: `“${name}” is ready` });
  key = (await dialog.getByTestId("api-key").textContent()) ?? "";
  return dialog;
}

describe("API keys", () => {
  it("ak1_ak2: a person makes a key in the browser; it is shown once, and a program reads with it and writes nothing", async () => {
    await ben.goto(`/w/${harbour.key}/settings/profile`);
    await ben.page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "API keys" }).click();
    await ben.page.getByText("You have no API keys in this workspace.").waitFor();
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "api-keys-empty");
    const dialog = await begins("");
    await dialog.getByRole("button", { name: "Create key" }).click();
    await dialog.getByRole("alert").getByText("Enter a name").waitFor();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Burndown export");
    expect(await dialog.getByRole("radio", { name: /^Read only/ }).isChecked()).toBe(true);
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "api-keys-new");
    await ben.page.keyboard.press("Enter");
    const shown = await take("Burndown export");
    expect(key).toMatch(/^troupe_[0-9A-Za-z]{36}$/);
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "api-keys-shown");
    await shown.getByRole("button", { name: "I've saved it" }).click();
    await list().getByRole("cell", { name: "Read only" }).waitFor();
    await list().getByText(`…${key.slice(-4)}`).waitFor();
    expect(await ben.page.content()).not.toContain(key);

    expect((await reads()).status).toBe(200);
    const pier = { kind: "list.create", listId: randomUUID(), name: "Pier" };
    expect(await program(commands(), pier)).toEqual({ status: 403, code: "forbidden" });
    expect(await program("/api/me")).toEqual({ status: 403, code: "forbidden" });
  });

  it("ak2_ak3: a key gets exactly the chosen permissions, and loses one when its person does", async () => {
    const dialog = await begins("Deploy script");
    await dialog.getByRole("combobox", { name: "Expires" }).selectOption({ label: "Never" });
    await dialog.getByText("The key works until you revoke it.").waitFor();
    await dialog.getByRole("radio", { name: /^Read and write tasks/ }).check();
    await dialog.getByRole("button", { name: "Choose each permission" }).click();
    expect(await dialog.getByRole("checkbox", { name: "Create tasks" }).isChecked()).toBe(true);
    expect(await dialog.getByRole("checkbox", { name: "Edit tasks you made or are assigned to" }).isDisabled()).toBe(true);
    expect(await dialog.getByRole("checkbox", { name: "Invite people" }).count()).toBe(0);
    await dialog.getByRole("checkbox", { name: "Create lists" }).check();
    await dialog.getByRole("radio", { name: /^Your selection/ }).waitFor();
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "api-keys-fine");
    await dialog.getByRole("button", { name: "Create key" }).click();
    const shown = await take("Deploy script");
    await ben.page.keyboard.press("Escape");
    await shown.waitFor({ state: "hidden" });
    await list().getByRole("cell", { name: "Never expires" }).waitFor();

    const make = (name: string) => ({ kind: "list.create", listId: randomUUID(), name });
    expect((await program(commands(), make("Pier"))).status).toBe(200);
    await ben.page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Profile" }).click();
    await ben.page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "API keys" }).click();
    await list().getByRole("cell", { name: /^just now from / }).first().waitFor();
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "api-keys");

    await ada.send(harbour, { kind: "member.setRole", userId: ben.id, role: "guest" });
    await expect.poll(async () => (await program(commands(), make("Quay"))).status).toBe(403);
    await ada.send(harbour, { kind: "member.setRole", userId: ben.id, role: "member" });
    await expect.poll(async () => (await program(commands(), make("Quay"))).status).toBe(200);
  });

  it("ak5: revoking a key asks first, and the key is refused at once", async () => {
    await ben.goto(`/w/${harbour.key}/settings/api-keys`);
    await list().getByRole("button", { name: "Revoke Deploy script" }).click();
    const question = ben.page.getByRole("alertdialog", { name: "Revoke “Deploy script”?" });
    await question.waitFor();
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "api-keys-revoke");
    await question.getByRole("button", { name: "Cancel" }).click();
    expect((await reads()).status).toBe(200);
    await list().getByRole("button", { name: "Revoke Deploy script" }).click();
    await question.getByRole("button", { name: "Revoke key" }).click();
    await ben.page.getByText("Revoked “Deploy script”").waitFor();
    expect(await reads()).toEqual({ status: 401, code: "unauthenticated" });
    await expect.poll(() => list().getByRole("row").count()).toBe(2);
  });

  it("ak9: an owner reads in the audit log who made and revoked the key", async () => {
    await ada.goto(`/w/${harbour.key}/settings/audit`);
    const log = ada.page.getByRole("table", { name: "Audit log" });
    await log.getByText("Revoked the API key “Deploy script”").waitFor();
    await log.getByText("Created the API key “Deploy script”").waitFor();
    expect(await log.getByRole("row").filter({ hasText: "Deploy script" }).filter({ hasText: "Ben Kaduk" }).count()).toBe(2);
  });
});

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
const ticketId = randomUUID();

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, harbour);
});
afterAll(() => stage?.close());

/** Calls the API as a program that has only a key. */
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
const part = () => ada.page.getByRole("region", { name: "Workspace API keys" });
const list = () => part().getByRole("table", { name: "Workspace API keys" });

describe("API keys of a workspace", () => {
  it("ak11: only people who may manage keys see the section", async () => {
    await ben.goto(`/w/${harbour.key}/settings/api-keys`);
    await ben.page.getByText("You have no API keys in this workspace.").waitFor();
    expect(await ben.page.getByRole("heading", { name: "Workspace API keys" }).count()).toBe(0);
    await ada.goto(`/w/${harbour.key}/settings/api-keys`);
    await part().getByText("This workspace has no API keys of its own.").waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "workspace-keys-empty");
  });

  it("ak10_ak12: an owner makes a key; the key is shown once, and cannot give people access", async () => {
    await part().getByRole("button", { name: "New workspace key" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "New workspace API key" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Deploy pipeline");
    await dialog.getByRole("radio", { name: /^Read and write tasks/ }).check();
    await dialog.getByRole("button", { name: "Choose each permission" }).click();
    expect(await dialog.getByRole("checkbox", { name: "Read and export the audit log" }).count()).toBe(1);
    for (const closed of ["Invite people", "Change roles and remove people", "Restrict and open lists", "Import tasks"]) expect(await dialog.getByRole("checkbox", { name: closed }).count()).toBe(0);
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "workspace-keys-new");
    await dialog.getByRole("button", { name: "Create key" }).click();
    const shown = ada.page.getByRole("dialog", { name: "“Deploy pipeline” is ready" });
    key = (await shown.getByTestId("api-key").textContent()) ?? "";
    expect(key).toMatch(/^troupe_[0-9A-Za-z]{36}$/);
    await shown.getByRole("button", { name: "I've saved it" }).click();
    await list().getByRole("cell", { name: "Read and write tasks" }).waitFor();
    await list().getByText("Created by Ada Byron").waitFor();
    expect(await ada.page.content()).not.toContain(key);
  });

  it("ak12_ak16: changes appear under the name of the key, and the key sees no private task", async () => {
    expect(await program(commands(), { kind: "ticket.create", ticketId, title: "Build 812" })).toEqual({ status: 200, code: undefined });
    expect((await program(commands(), { kind: "comment.create", commentId: randomUUID(), ticketId, message: "The build is green." })).status).toBe(200);
    const secret = randomUUID();
    await ada.send(harbour, { kind: "ticket.create", ticketId: secret, title: "Secret", private: true });
    expect(await program(`/api/workspaces/${harbour.id}/tickets/${secret}`)).toEqual({ status: 404, code: "not_found" });
    expect(await program("/api/me")).toEqual({ status: 403, code: "forbidden" });
    await ben.goto(`/w/${harbour.key}/all/HAR-1`);
    await ben.page.getByText("The build is green.").waitFor();
    expect(await ben.page.getByText("API key Deploy pipeline").count()).toBeGreaterThan(0);
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "workspace-keys-author");
    // A key is not a person, so no list of people shows it.
    await ada.goto(`/w/${harbour.key}/settings/users`);
    await ada.page.getByText("Ben Kaduk").first().waitFor();
    expect(await ada.page.getByText("Deploy pipeline").count()).toBe(0);
  });

  it("ak14_ak16: revoking asks first, the key is refused at once, and the audit log records it", async () => {
    await ada.goto(`/w/${harbour.key}/settings/api-keys`);
    await list().getByRole("cell", { name: /^just now from / }).waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "workspace-keys");
    await list().getByRole("button", { name: "Revoke Deploy pipeline" }).click();
    await ada.page.getByRole("alertdialog", { name: "Revoke “Deploy pipeline”?" }).getByRole("button", { name: "Revoke key" }).click();
    await part().getByText("This workspace has no API keys of its own.").waitFor();
    expect(await program(`/api/workspaces/${harbour.id}/snapshot`)).toEqual({ status: 401, code: "unauthenticated" });
    await ada.goto(`/w/${harbour.key}/settings/audit`);
    const log = ada.page.getByRole("table", { name: "Audit log" });
    await log.getByText("Revoked the workspace API key “Deploy pipeline”").waitFor();
    await log.getByText("Created the workspace API key “Deploy pipeline”").waitFor();
  });
});

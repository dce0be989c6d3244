import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let harbour: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
});
afterAll(() => stage?.close());

describe("people who join by the domain of their address", () => {
  it("ad1: an owner can add the domain of their own address, but no public domain", async () => {
    const { page } = ada;
    await ada.goto(`/w/${harbour.key}/settings/security`);
    const domains = page.getByRole("region", { name: "Join by email domain" });
    await domains.getByText("No domains. People join by invitation.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "domains-none");
    await domains.getByRole("button", { name: "Add domain" }).click();
    const dialog = page.getByRole("dialog", { name: "Add domain" });
    expect(await dialog.getByLabel("Domain").inputValue()).toBe("troupe.example");
    await dialog.getByLabel("Domain").fill("gmail.com");
    await dialog.getByRole("button", { name: "Add domain" }).click();
    await dialog.getByText("You can't add gmail.com, because anyone can get an address there.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "domains-refused");
    await dialog.getByLabel("Domain").fill("troupe.example");
    await dialog.getByRole("button", { name: "Add domain" }).click();
    await domains.getByText("New people join as members.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "domains");
  });

  it("ad3: a person who signs up finds the workspace, and the log says how the person joined", async () => {
    const cem = await stage.person("Cem Aydin");
    // The root leads to the workspace, and not to the form for a new one.
    await cem.goto("/");
    await cem.page.getByRole("navigation", { name: "Workspace" }).waitFor();
    expect(new URL(cem.page.url()).pathname).toMatch(/^\/w\/HAR/);
    await ada.goto(`/w/${harbour.key}/settings/audit`);
    await ada.page.getByText("Joined as Member with an address at troupe.example").waitFor();
    await ada.page.getByText("Allowed people with an address at troupe.example to join as Member").waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "domains-audit");
  });

  it("ad1: nobody joins by a removed domain", async () => {
    await ada.goto(`/w/${harbour.key}/settings/security`);
    await ada.page.getByRole("button", { name: "Remove troupe.example" }).click();
    await ada.page.getByText("No domains. People join by invitation.").waitFor();
    const dora = await stage.person("Dora Nagy");
    const { workspaces } = await dora.call<{ workspaces: unknown[] }>("/api/me");
    expect(workspaces).toEqual([]);
  });
});

import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

/** Real data, beside the checkout; not part of it. */
const archive = join(import.meta.dirname, "../../../shared/data/github-archive-tls13-spec.json");

let stage: Stage;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
});
afterAll(() => stage?.close());

describe.skipIf(!existsSync(archive))(`the archive of a real project (${archive} is there)`, () => {
  it("is imported in the app while a colleague looks on, and a ticket is found by its number", async () => {
    const workspace = await ada.makeWorkspace("TLS 1.3", "TLS");
    await ada.invite(ben, workspace);
    await ada.goto(`/w/${workspace.id}`);
    await ben.goto(`/w/${workspace.id}/all`);

    await ada.page.getByRole("main").getByRole("button", { name: "Import" }).click();
    const dialog = ada.page.getByRole("dialog");
    await dialog.getByLabel("File to import").setInputFiles(archive);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText(/1,444/).first().waitFor();
    await ada.shot("import-preview");
    await dialog.getByRole("button", { name: /^Import [0-9]/ }).click();
    await dialog.getByRole("button", { name: "Import another file" }).waitFor({ timeout: 55_000 });
    await ada.shot("import-done");
    await dialog.getByRole("button", { name: /^Show/ }).click();

    await ben.page.keyboard.press("Control+k");
    await ben.page.getByRole("dialog", { name: "Browse all" }).getByRole("combobox").fill("964");
    await ben.page.getByRole("option", { name: /Labels push HKDF/ }).first().click();
    await ben.page.getByRole("complementary").getByText("Labels push HKDF-Expand-Label into two hash blocks").first().waitFor();
    await ben.page.getByText(/TLS-964/).first().waitFor();
    await ben.shot("import-ticket");
    await ben.page.waitForURL(/TLS-964$/);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf } from "./support/authenticator";
import { faultsOf } from "./support/faults";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let harbour: NewWorkspace;
const chosen = "quiet-heron-31";

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
});
afterAll(() => stage?.close());

/** Logs in with this password in a new browser. */
async function logsIn(password: string) {
  const { context, page } = await stage.stranger();
  await page.goto("/signin");
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  return { context, page };
}

describe("a password that must be replaced", () => {
  it("rp1_rp3: the log-in asks for a new password, refuses the current one, and then opens the app", async () => {
    const said = await stage.node.verb("require-new-password", ada.email);
    expect(said).toContain("requires a new password");
    const { context, page } = await logsIn(ada.password);
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "new-password");
    const field = page.getByLabel("New password");
    const send = page.getByRole("button", { name: "Change password and log in" });
    await field.fill("short");
    await send.click();
    await page.getByRole("alert").getByText("At least 8 characters").waitFor();
    await field.fill(ada.password);
    await send.click();
    await page.getByRole("alert").getByText("The new password must be different from your current one.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "new-password-refused");
    await field.fill(chosen);
    await send.click();
    await page.waitForURL(new RegExp(`/w/${harbour.key}`));
    await context.close();
    const again = await logsIn(ada.password);
    await again.page.getByRole("alert").first().waitFor();
    expect(await again.page.getByRole("heading", { name: "Choose a new password" }).count()).toBe(0);
    await again.context.close();
  });

  it("rp2: with a second factor, the code comes first", async () => {
    await ada.goto(`/w/${harbour.key}/settings/profile`);
    await ada.page.getByRole("button", { name: "Turn on two-factor authentication" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "Turn on two-factor authentication" });
    await dialog.getByLabel("Password").fill(chosen);
    await dialog.getByRole("button", { name: "Continue" }).click();
    const secret = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
    await dialog.getByLabel("Code from your app").pressSequentially(codeOf(secret));
    const shown = ada.page.getByRole("dialog", { name: "Your recovery codes" });
    const codes = shown.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await codes.first().waitFor();
    const recovery = (await codes.first().textContent()) ?? "";
    await shown.getByRole("button", { name: "I've saved them" }).click();

    await stage.node.verb("require-new-password", ada.email);
    const { context, page } = await logsIn(chosen);
    await page.getByRole("heading", { name: "Enter your code" }).waitFor();
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(recovery);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    await page.getByLabel("New password").fill("calm-otter-77");
    await page.getByRole("button", { name: "Change password and log in" }).click();
    await page.waitForURL(new RegExp(`/w/${harbour.key}`));
    await context.close();
  });
});

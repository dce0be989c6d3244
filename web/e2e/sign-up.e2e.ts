import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "./support/node";
import { mailedCode } from "./support/person";
import { shots } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.close());

describe("a stranger", () => {
  it("signs up, confirms by the mailed code and arrives in an empty workspace", async () => {
    const { context, page } = await stage.stranger();
    const email = `ada.${randomUUID().slice(0, 8)}@troupe.example`;
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto("/");
    await page.waitForURL("**/signin");
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    expect(errors, "a first visit leaves the console empty").toEqual([]);
    await page.getByRole("link", { name: "Sign up" }).click();
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Last name").fill("Byron");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("correct horse");
    await page.screenshot({ path: join(shots, "sign-up.png") });
    await page.getByRole("button", { name: "Create account" }).click();

    await page.getByRole("heading", { name: "Confirm your address" }).waitFor();
    await page.getByRole("link", { name: "Change" }).click();
    await page.getByRole("heading", { name: "Sign up" }).waitFor();
    for (const [label, typed] of [["First name", "Ada"], ["Last name", "Byron"], ["Email", email], ["Password", "correct horse"]] as const) {
      await until(`${label} is kept`, async () => (await page.getByLabel(label).inputValue()) === typed);
    }
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Confirm your address" }).waitFor();
    await page.getByRole("button", { name: "Open the development mailbox" }).waitFor();
    await page.screenshot({ path: join(shots, "confirm.png") });
    const code = await mailedCode(context, email);
    const wrong = code === "00000000" ? "00000001" : "00000000";
    // The last digit sends the code. A wrong code stays selected, so typing replaces it.
    await page.getByLabel("Confirmation code").pressSequentially(wrong);
    await page.getByRole("alert").waitFor();
    await page.keyboard.type(code);

    await page.getByLabel("Name").fill("TLS 1.3");
    await until("the key follows the name", async () => (await page.getByLabel("Key").inputValue()) === "TLS");
    await page.screenshot({ path: join(shots, "first-workspace.png") });
    await page.getByRole("button", { name: "Create workspace" }).click();

    const sidebar = page.getByRole("navigation", { name: "Workspace" });
    await sidebar.getByRole("link", { name: "Backlog" }).waitFor();
    await page.waitForURL("**/list/**");
    await page.screenshot({ path: join(shots, "empty-workspace.png") });

    await page.reload();
    await sidebar.getByRole("link", { name: "General" }).waitFor();
    await context.close();
  });

  it("sees the missing or wrong value at its field", async () => {
    const { context, page } = await stage.stranger();
    await page.goto("/signup");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText("Email cannot be empty").waitFor();
    await page.getByText("Password cannot be empty").waitFor();
    await page.getByLabel("Email").fill("nobody");
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Create account" }).click();
    await until("the password is marked", async () => (await page.getByLabel("Password").getAttribute("aria-invalid")) === "true");

    await page.goto("/signin");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("Password cannot be empty").waitFor();
    await page.getByLabel("Email").fill("nobody@troupe.example");
    await page.getByLabel("Password").fill("a wrong password");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("alert").waitFor();
    await until("the password is ready to be written over", () => page.getByLabel("Password").evaluate((field) => field === document.activeElement));
    await page.screenshot({ path: join(shots, "sign-in-refused.png") });
    await context.close();
  });

  it("joins by an invitation link after signing up", async () => {
    const owner = await stage.person("Owen Owner");
    const workspace = await owner.makeWorkspace("Strangers", "STR");
    const { token } = await owner.call<{ token: string }>(`/api/workspaces/${workspace.id}/invitations`, {});
    const { context, page } = await stage.stranger();
    const email = `new.${randomUUID().slice(0, 8)}@troupe.example`;
    await page.goto(`/invite/${token}`);
    await page.getByRole("heading", { name: "Join Strangers" }).waitFor();
    await page.screenshot({ path: join(shots, "invitation.png") });
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("correct horse");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Confirm your address" }).waitFor();
    await page.getByLabel("Confirmation code").fill(await mailedCode(context, email));
    await page.getByRole("button", { name: "Join Strangers" }).click();
    await page.getByRole("navigation", { name: "Workspace" }).getByText("Strangers").waitFor();

    await page.goto(`/invite/${token}`);
    await page.getByRole("heading", { level: 1, name: "This invitation can't be used again" }).waitFor();
    await context.close();
  });
});

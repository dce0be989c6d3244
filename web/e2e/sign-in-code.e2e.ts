import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf } from "./support/authenticator";
import { faultsOf } from "./support/faults";
import { mailedCode, type NewWorkspace, type Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let harbour: NewWorkspace;

beforeAll(async () => {
  stage = await setStage({ TROUPE_SIGN_IN_CODES: "1" });
  ada = await stage.person("Ada Byron");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
});
afterAll(() => stage?.close());

const wrongFor = (code: string) => (code === "00000000" ? "00000001" : "00000000");

/** A new browser that has asked for a code. */
async function asks(email: string, path = "/signin") {
  const { context, page } = await stage.stranger();
  await page.goto(path);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await page.getByRole("heading", { name: "Log in with a code" }).waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  return { context, page };
}

describe("a mailed code", () => {
  it("mc1_mc2: logs in without a password, and leads to the page that was wanted", async () => {
    const wanted = `/w/${harbour.key}/settings/profile`;
    const { context, page } = await asks(ada.email, `/signin?next=${encodeURIComponent(wanted)}`);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "sign-in-code-address");
    await page.goBack();
    await page.getByRole("button", { name: "Email me a code" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "sign-in-code-offered");
    await page.goForward();
    await page.getByRole("button", { name: "Email me a code" }).click();
    await page.getByRole("heading", { name: "Enter the code" }).waitFor();
    const code = await mailedCode(context, ada.email);
    await page.getByLabel("Code from the email").pressSequentially(wrongFor(code));
    await page.getByRole("alert").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "sign-in-code-refused");
    // The wrong code is selected, so typing replaces it, and the last digit sends it.
    await page.keyboard.type(code);
    await page.waitForURL(`**${wanted}`);
    await context.close();
  });

  it("a03: shows the same pages for an address without an account", async () => {
    const { context, page } = await asks("nobody@troupe.example");
    await page.getByRole("button", { name: "Email me a code" }).click();
    await page.getByRole("heading", { name: "Enter the code" }).waitFor();
    await page.getByLabel("Code from the email").pressSequentially("00000000");
    await page.getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Start over" }).click();
    expect(await page.getByLabel("Email").inputValue()).toBe("nobody@troupe.example");
    await context.close();
  });

  it("b16: still asks for the second factor", async () => {
    const ben = await stage.person("Ben Kaduk");
    const { secret } = await ben.call<{ secret: string }>("/api/me/second-factor/begin", { password: ben.password });
    await ben.call("/api/me/second-factor/confirm", { code: codeOf(secret, -1) });
    const { context, page } = await asks(ben.email);
    await page.getByRole("button", { name: "Email me a code" }).click();
    await page.getByRole("heading", { name: "Enter the code" }).waitFor();
    await page.getByLabel("Code from the email").fill(await mailedCode(context, ben.email));
    await page.getByRole("heading", { name: "Enter your code" }).waitFor();
    expect((await context.cookies()).filter(({ name }) => name === "troupe_refresh")).toEqual([]);
    await page.getByLabel("Code from your app").pressSequentially(codeOf(secret));
    await page.waitForURL("**/welcome");
    await context.close();
  });
});

describe("a server that does not send codes", () => {
  it("mc1: does not offer them", async () => {
    const other = await setStage();
    const { context, page } = await other.stranger();
    const asked = page.waitForResponse((response) => response.url().endsWith("/api/auth/hosted"));
    await page.goto("/signin");
    expect(await (await asked).json()).toMatchObject({ signInCodes: false });
    await page.waitForLoadState("networkidle");
    expect(await page.getByRole("button", { name: "Email me a code" }).count()).toBe(0);
    await context.close();
    await other.close();
  });
});

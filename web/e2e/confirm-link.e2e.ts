import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { mailedCode, password } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.close());

/** A new browser whose page has signed up. */
async function signsUp(prepare: (page: Page) => Promise<void> = () => Promise.resolve()) {
  const { context, page } = await stage.stranger();
  await prepare(page);
  const email = `ada.${randomUUID().slice(0, 8)}@troupe.example`;
  await page.goto("/signup");
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Confirm your address" }).waitFor();
  return { context, page, email };
}

/** The link in the newest mail to an address. */
async function mailedLink(context: BrowserContext, email: string): Promise<string> {
  const answer = await context.request.get(`/api/dev/mailbox?to=${encodeURIComponent(email)}`);
  const { messages } = (await answer.json()) as { messages: { link?: string }[] };
  const link = messages[0]?.link;
  if (link === undefined) throw new Error(`No link was mailed to ${email}`);
  return link;
}

const hasSession = async (context: BrowserContext) => (await context.cookies()).some(({ name }) => name === "troupe_refresh");

describe("the link in the mail of a sign-up", () => {
  it("cl1_cl3: confirms on another device without a session; the page that signed up then logs in by itself", async () => {
    const { context, page, email } = await signsUp();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "confirm-link-waiting");
    const link = await mailedLink(context, email);
    const phone = await stage.stranger();
    // A scanner of mails fetches the link.
    expect((await phone.context.request.get(link)).status()).toBe(200);
    await phone.page.goto(link);
    await phone.page.getByRole("heading", { name: "Confirm your address" }).waitFor();
    const reference = /#(.{4})-/.exec(link)?.[1] ?? "";
    await page.getByText(reference).first().waitFor();
    await phone.page.getByText(reference).first().waitFor();
    expect(await faultsOf(phone.page)).toEqual([]);
    await shoot(phone.page, "confirm-link-asking");
    // Neither the scanner nor the open page has confirmed anything.
    await page.waitForResponse((response) => response.url().endsWith("/api/auth/confirm-wait"));
    expect(await hasSession(context)).toBe(false);

    await phone.page.getByRole("button", { name: "Confirm my address" }).click();
    await phone.page.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
    expect(new URL(phone.page.url()).hash).toBe("");
    expect(await faultsOf(phone.page)).toEqual([]);
    await shoot(phone.page, "confirm-link-confirmed");
    await page.waitForURL("**/welcome");
    expect(await hasSession(phone.context)).toBe(false);

    const again = await phone.context.newPage();
    await again.goto(link);
    await again.getByRole("button", { name: "Confirm my address" }).click();
    await again.getByRole("heading", { name: "This link can't be used" }).waitFor();
    expect(await faultsOf(again)).toEqual([]);
    await shoot(again, "confirm-link-spent");
    expect(await hasSession(phone.context)).toBe(false);
    await phone.context.close();
    await context.close();
  });

  it("cl3: logs in the page that signed up if the link is opened beside it", async () => {
    const { context, page, email } = await signsUp();
    const beside = await context.newPage();
    await beside.goto(await mailedLink(context, email));
    await beside.getByRole("button", { name: "Confirm my address" }).click();
    await page.waitForURL("**/welcome");
    await beside.getByRole("link", { name: "Go to Troupe" }).waitFor();
    await context.close();
  });

  it("cl3: a browser that has not signed up, but has its page, logs in with its credentials", async () => {
    const { context, page, email } = await signsUp();
    const link = await mailedLink(context, email);
    await context.clearCookies();
    const phone = await stage.stranger();
    await phone.page.goto(link);
    await phone.page.getByRole("button", { name: "Confirm my address" }).click();
    await page.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
    expect(await hasSession(context)).toBe(false);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL("**/welcome");
    await phone.context.close();
    await context.close();
  });

  it("cl3: after three minutes, the page says what to do, and the code still works", async () => {
    const { context, page, email } = await signsUp((fresh) => fresh.clock.install());
    await page.clock.fastForward("03:00");
    await page.getByText("Please confirm your account and use your credentials to sign in.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "confirm-link-late");
    await page.getByLabel("Confirmation code").fill(await mailedCode(context, email));
    await page.waitForURL("**/welcome");
    await context.close();
  });
});

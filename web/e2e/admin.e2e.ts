import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { mailServer, type MailServer } from "./support/mailServer";
import { until } from "./support/node";
import { password, type Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

const environment: Record<string, string> = {};
let mails: MailServer;
let stage: Stage;
let owner: Person;
let other: Person;
beforeAll(async () => {
  mails = await mailServer();
  stage = await setStage(environment);
  owner = await stage.person("Olga Owner");
  other = await stage.person("Ben Nevis");
  const workspace = await owner.makeWorkspace("TLS 1.3", "TLS");
  await owner.invite(other, workspace);
  for (const person of [owner, other]) await person.goto(`/w/${workspace.key}`);
});
afterAll(async () => {
  await stage?.close();
  await mails?.close();
});

describe("the page of the instance", () => {
  it("is found by its owner in the menu, and shows the node, its sockets and the workspace, live", async () => {
    const { page } = owner;
    await page.getByRole("button", { name: "TLS 1.3", exact: true }).click();
    await page.getByRole("menuitem", { name: "Instance" }).click();
    await page.waitForURL("**/admin");
    await page.getByRole("heading", { name: "1 node" }).waitFor();
    await page.getByRole("region", { name: "Workspaces" }).getByText("TLS 1.3").waitFor();
    const sockets = () => page.getByRole("figure", { name: /Open sockets/ }).locator("b").textContent();
    // The owner has left the workspace; the other person is still in it.
    await until("one socket is open", async () => (await sockets()) === "1");
    await other.page.goto("/admin");
    await until("none is open", async () => (await sockets()) === "0");
    await page.getByRole("figure", { name: /Requests per second/ }).locator("path").first().waitFor({ state: "attached" });
    await page.getByRole("figure", { name: /Commands waiting 0/ }).waitFor();
    await page.getByRole("figure", { name: /Outgoing queues 0/ }).waitFor();
    await owner.shot("instance");
    expect(await faultsOf(page)).toEqual([]);
  });

  it("is closed to all others", async () => {
    const { page } = other;
    await page.getByText("Only the instance owner can see this page").waitFor();
    await page.getByRole("button", { name: "Go to Troupe" }).click();
    await page.getByRole("button", { name: "TLS 1.3", exact: true }).click();
    await page.getByRole("menuitem", { name: "Log out" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Instance" }).count()).toBe(0);
  });

  it("shows a lost connection, and continues when the node answers", async () => {
    const { page } = owner;
    await stage.node.kill();
    await page.getByText(/Last update/).waitFor();
    await page.getByRole("heading", { name: "1 node" }).waitFor();
    await stage.node.start();
    await page.getByText(/Last update/).waitFor({ state: "detached" });
  });

  it("shows the mails that were refused, and the owner retries one and discards another", async () => {
    await stage.node.stop();
    Object.assign(environment, { TROUPE_MAIL_URL: mails.url, TROUPE_MAIL_FROM: "troupe@troupe.example" });
    await stage.node.start();
    for (const email of ["cem@troupe.example", "dan@troupe.example"]) {
      const answer = await owner.page.request.post("/api/auth/sign-up", { data: { email, password } });
      expect(answer.status()).toBe(202);
    }
    const { page } = owner;
    await page.goto("/admin");
    const failed = page.getByRole("region", { name: "Failed jobs" });
    await until("both mails are dead letters", async () => (await failed.getByText("code 550").count()) === 2);
    expect(await page.content()).not.toContain("cem@troupe.example");
    await page.getByRole("region", { name: "Scheduled jobs" }).getByText("Remove old journal days").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await owner.shot("instance-jobs");
    await page.evaluate(() => localStorage.setItem("troupe.theme", "dark"));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await failed.scrollIntoViewIfNeeded();
    await owner.shot("instance-jobs-phone-dark");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const discard = await failed.getByRole("button", { name: "Discard: Account emails" }).first().boundingBox();
    expect(discard && discard.x + discard.width).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });

    mails.refuses = false;
    await failed.getByRole("button", { name: "Retry: Account emails" }).first().click();
    await until("one dead letter is left", async () => (await failed.getByText("code 550").count()) === 1);
    await until("the mail was sent", async () => mails.taken.length === 1);
    await failed.getByRole("button", { name: "Discard: Account emails" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await failed.waitFor({ state: "detached" });
    expect(mails.taken.length).toBe(1);
  });
});

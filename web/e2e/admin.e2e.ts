import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "./support/node";
import type { Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let owner: Person;
let other: Person;
beforeAll(async () => {
  stage = await setStage();
  owner = await stage.person("Olga Owner");
  other = await stage.person("Ben Nevis");
  const workspace = await owner.makeWorkspace("TLS 1.3", "TLS");
  await owner.invite(other, workspace);
  for (const person of [owner, other]) await person.goto(`/w/${workspace.key}`);
});
afterAll(() => stage?.close());

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
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
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
});

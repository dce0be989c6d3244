import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
beforeAll(async () => {
  // Short tokens without a grace period: a refresh token that is used twice ends the session.
  stage = await setStage({ TROUPE_REFRESH_GRACE_SECONDS: "0" });
});
afterAll(() => stage?.close());

describe("several tabs of one person", () => {
  it("stay signed in when they all start at once", async () => {
    const ada = await stage.person("Ada Byron");
    const workspace = await ada.makeWorkspace("Tabs", "TAB");
    const tabs = await Promise.all(Array.from({ length: 5 }, () => ada.context.newPage()));
    const arrive = () =>
      Promise.all(
        tabs.map(async (tab) => {
          await tab.goto(`/w/${workspace.key}`);
          await tab.getByRole("link", { name: "Backlog" }).waitFor();
          await tab.waitForURL("**/w/TAB/list/**");
        }),
      );
    await arrive();
    await arrive();
    await ada.context.close();
  });

  it("are all signed out by one of them", async () => {
    const ben = await stage.person("Ben Kaduk");
    const workspace = await ben.makeWorkspace("Tabs", "TAB");
    const other = await ben.context.newPage();
    for (const tab of [ben.page, other]) {
      await tab.goto(`/w/${workspace.id}`);
      await tab.getByRole("link", { name: "Backlog" }).waitFor();
    }
    await ben.page.getByRole("button", { name: "Tabs", exact: true }).click();
    await ben.page.getByRole("menuitem", { name: "Log out" }).click();
    await ben.page.waitForURL("**/signin");
    // The node may close the socket of the other tab before that tab hears of the sign-out. Then the address also names
    // the page to return to.
    await other.waitForURL(({ pathname }) => pathname === "/signin");
    await other.reload();
    await other.getByRole("button", { name: "Log in" }).waitFor();
    expect(new URL(other.url()).pathname).toBe("/signin");
    await ben.context.close();
  });
});

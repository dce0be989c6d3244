import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  const workspace = await ada.makeWorkspace("TLS 1.3", "TLS");
  await ada.invite(ben, workspace);
  for (const person of [ada, ben]) {
    await person.goto(`/w/${workspace.id}`);
    await person.page.getByRole("link", { name: "Backlog" }).waitFor();
  }
});
afterAll(() => stage?.close());

const sidebar = ({ page }: Person) => page.getByRole("navigation", { name: "Workspace" });

describe("the sidebar of two people", () => {
  it("shows a list of the one to the other at once, and its new name", async () => {
    await ada.page.keyboard.press("Shift+L");
    await ada.page.getByLabel("Name of the new list").fill("draft-20");
    await ada.page.keyboard.press("Enter");
    await sidebar(ben).getByRole("link", { name: "draft-20" }).waitFor();

    await sidebar(ben).getByRole("link", { name: "draft-20" }).hover();
    await ben.page.getByRole("button", { name: "Actions for draft-20" }).click();
    await ben.page.getByRole("menuitem", { name: "Rename" }).click();
    await ben.page.getByLabel("New name of draft-20").fill("draft-21");
    await ben.page.keyboard.press("Enter");
    await sidebar(ada).getByRole("link", { name: "draft-21" }).waitFor();
  });

  it("offers an invitation to whoever may give one, and to nobody else", async () => {
    expect(await sidebar(ada).getByRole("button", { name: "Invite people" }).count()).toBe(1);
    expect(await sidebar(ben).getByRole("button", { name: "Invite people" }).count()).toBe(0);
    await sidebar(ada).getByRole("button", { name: "Invite people" }).click();
    await ada.page.getByRole("button", { name: "Create invitation link" }).click();
    expect(await ada.page.getByLabel("Invitation link").inputValue()).toContain("/invite/");
    await ada.page.keyboard.press("Escape");
  });
});

describe("the palette", () => {
  it("makes a task from what was typed, and the other finds it by its number", async () => {
    await ada.page.keyboard.press("Control+k");
    await ada.page.keyboard.type("Warn against low entropy PSKs");
    await ada.page.getByRole("option", { name: /New task named/ }).click();
    await ada.page.getByRole("button", { name: "Create task" }).click();
    await ben.page.keyboard.press("Control+k");
    await ben.page.keyboard.type("TLS-1");
    await ben.page.getByRole("option", { name: /Warn against low entropy PSKs/ }).waitFor();
    await ben.page.keyboard.press("Enter");
    await ben.page.waitForURL("**/TLS-1");
  });

  it("goes to a place by its name", async () => {
    await ada.page.keyboard.press("Control+k");
    await ada.page.keyboard.type("assigned");
    await ada.page.getByRole("option", { name: "Assigned to me" }).click();
    await ada.page.waitForURL("**/mine");
  });
});

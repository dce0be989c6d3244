import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { row, write } from "./support/list";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron", { permissions: ["clipboard-read", "clipboard-write"] });
  ben = await stage.person("Ben Nevis");
  workspace = await ada.makeWorkspace("Top bar", "TOP");
  await ada.invite(ben, workspace);
  await ada.goto(`/w/${workspace.key}/all`);
  await write(ada.page, "Follow me");
});
afterAll(() => stage?.close());

const bar = ({ page }: Person) => page.getByRole("main");
const panel = ({ page }: Person) => page.getByRole("complementary");
const pressInBar = (person: Person, name: string) => bar(person).getByRole("button", { name, exact: true }).click();

describe("the buttons above a list", () => {
  it("share its link with the present filters", async () => {
    const { page } = ada;
    const address = `/w/${workspace.key}/all?priority=none`;
    await ada.goto(address);
    await pressInBar(ada, "Share");
    await page.getByText("Link copied").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    // Each reader has another usual view, so the link names the view.
    expect(copied).toBe(`${stage.node.url}${address}&view=spreadsheet`);
    await ben.page.goto(copied);
    await row(ben.page, "Follow me").waitFor();
    await ben.page.getByRole("group", { name: "Filter: Priority" }).waitFor();
  });

  it("open the dialog to invite people, for users with the right", async () => {
    await pressInBar(ada, "Invite people");
    const dialog = ada.page.getByRole("dialog", { name: "Invite people to Top bar" });
    await dialog.getByRole("button", { name: "Send invitation" }).waitFor();
    await ada.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await bar(ben).getByRole("button", { name: "Share" }).waitFor();
    expect(await bar(ben).getByRole("button", { name: "Invite people" }).count()).toBe(0);
  });
});

describe("a face above a list", () => {
  it("leads to the task that its person has open", async () => {
    await ada.goto(`/w/${workspace.key}/all`);
    await ben.goto(`/w/${workspace.key}/all`);
    await bar(ada).getByRole("img", { name: "Ben Nevis" }).waitFor();
    await row(ben.page, "Follow me").getByRole("link").click();
    await bar(ada).getByRole("button", { name: "Ben Nevis, in TOP-1" }).click();
    await panel(ada).getByRole("heading", { name: "Follow me" }).waitFor();
    await ada.shot("followed");
    await ada.page.keyboard.press("Escape");
    await panel(ada).waitFor({ state: "detached" });
  });
});

describe("the title of the window", () => {
  it("names the open task, and the list again once the task is closed", async () => {
    const { page } = ada;
    const title = () => expect.poll(() => page.title());
    await ada.goto(`/w/${workspace.key}/all`);
    await title().toBe("All tasks · Top bar · Troupe");
    await row(page, "Follow me").getByRole("link").click();
    await title().toBe("TOP-1 Follow me · Troupe");
    await page.keyboard.press("Escape");
    await title().toBe("All tasks · Top bar · Troupe");
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;

const titles = ["Paint the pier", "Mend the nets", "Count the boats"];

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  await ada.goto(`/w/${workspace.key}/all?group=none`);
  for (const title of titles) await write(ada.page, title);
  await row(ada.page, "Count the boats").waitFor();
  await ben.goto(`/w/${workspace.key}/all?group=none`);
});
afterAll(() => stage?.close());

const views = ({ page }: Person) => page.getByRole("button", { name: /^Views?\b/ });
const item = ({ page }: Person, name: string) => page.getByRole("menu", { name: "Saved views" }).getByText(name, { exact: true });

async function choose(person: Person, name: string) {
  await views(person).click();
  await item(person, name).click();
}

async function filterBy(person: Person, text: string) {
  await person.page.getByRole("button", { name: "Filter", exact: true }).click();
  await person.page.getByRole("option", { name: "Filter as text" }).click();
  await person.page.getByRole("textbox", { name: "Filter as text" }).fill(text);
  await person.page.keyboard.press("Enter");
}

const shows = (person: Person, wanted: string[]) =>
  until(`${person.name} sees ${wanted.join(", ")}`, async () => {
    const counts = await Promise.all(titles.map(async (title) => [title, await row(person.page, title).count()] as const));
    return counts.every(([title, count]) => count === (wanted.includes(title) ? 1 : 0));
  });

describe("saved views", () => {
  it("sv1: a view is saved, left, and opened again, also by its address", async () => {
    await filterBy(ada, "title ~ pier or title ~ nets");
    await shows(ada, ["Paint the pier", "Mend the nets"]);
    await choose(ada, "Save as new view…");
    await ada.page.getByRole("textbox", { name: "Name" }).fill("Shore");
    await ada.page.getByRole("button", { name: "Save", exact: true }).click();
    await ada.page.getByRole("button", { name: "View “Shore”" }).waitFor();
    await choose(ada, "Leave the view");
    await ada.page.getByRole("button", { name: "Clear", exact: true }).click();
    await shows(ada, titles);
    await choose(ada, "Shore");
    await shows(ada, ["Paint the pier", "Mend the nets"]);
    await ada.page.reload();
    await shows(ada, ["Paint the pier", "Mend the nets"]);
    await ada.page.getByRole("button", { name: "View “Shore”" }).waitFor();
  });

  it("sv2: a shared view reaches another person at once, with an address of its own", async () => {
    await views(ben).click();
    expect(await item(ben, "Shore").count()).toBe(0);
    await ben.page.keyboard.press("Escape");
    await choose(ada, "Share with everyone who sees these tasks");
    await until("the view is there", async () => {
      await views(ben).click();
      const found = await item(ben, "Shore").count();
      if (found === 0) await ben.page.keyboard.press("Escape");
      return found === 1;
    });
    await item(ben, "Shore").click();
    await shows(ben, ["Paint the pier", "Mend the nets"]);
    await shoot(ben.page, "saved-view");
  });

  it("sv3: a change is marked, taken back by Reset, and kept for all by Save; who looks at the view follows", async () => {
    await filterBy(ada, "title ~ boats");
    await ada.page.getByRole("button", { name: "View “Shore”, changed" }).waitFor();
    await ada.page.getByRole("button", { name: "Reset", exact: true }).click();
    await shows(ada, ["Paint the pier", "Mend the nets"]);
    await filterBy(ada, "title ~ boats");
    await shows(ben, ["Paint the pier", "Mend the nets"]);
    await ada.page.getByRole("button", { name: "Save view", exact: true }).click();
    await ada.page.getByRole("button", { name: "View “Shore”", exact: true }).waitFor();
    await shows(ben, ["Count the boats"]);
    await ada.page.keyboard.press("ControlOrMeta+z");
    await shows(ben, ["Paint the pier", "Mend the nets"]);
  });

  it("sv3: a hidden column comes back by Reset, and whoever opens the copied address sees the view unchanged", async () => {
    const column = ({ page }: Person, name: string) => page.getByRole("columnheader", { name });
    const toggle = async (name: string) => {
      await ada.page.getByRole("button", { name: /^Columns/ }).click();
      await ada.page.getByRole("option", { name, exact: true }).click();
      await ada.page.keyboard.press("Escape");
    };
    await toggle("Labels");
    await ada.page.getByRole("button", { name: "Save view", exact: true }).click();
    await ada.page.getByRole("button", { name: "View “Shore”", exact: true }).waitFor();
    await toggle("Due");
    await ada.page.getByRole("button", { name: "View “Shore”, changed" }).waitFor();
    expect(await column(ada, "Due").count()).toBe(0);
    await ada.page.getByRole("button", { name: "Reset", exact: true }).click();
    await column(ada, "Due").waitFor();
    await ada.page.getByRole("button", { name: "View “Shore”", exact: true }).waitFor();
    // Ben's browser keeps nothing of the view.
    const address = new URL(ada.page.url());
    await ben.page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith("troupe.view.")) localStorage.removeItem(key);
    });
    await ben.goto(`${address.pathname}${address.search}`);
    await ben.page.getByRole("button", { name: "View “Shore”", exact: true }).waitFor();
    await shows(ben, ["Paint the pier", "Mend the nets"]);
    expect([await column(ben, "Labels").count(), await column(ben, "Due").count()]).toEqual([0, 1]);
    expect(await ben.page.getByRole("button", { name: "Reset", exact: true }).count()).toBe(0);
    await choose(ben, "Leave the view");
    await column(ben, "Labels").waitFor();
    await choose(ben, "Shore");
    await shows(ben, ["Paint the pier", "Mend the nets"]);
  });

  it("sv1: changes of a view are saved as a new view, and the view stays as it was", async () => {
    await filterBy(ada, "title ~ boats");
    await ada.page.getByRole("button", { name: "Save as new" }).click();
    await ada.page.getByRole("textbox", { name: "Name" }).fill("Boats");
    await ada.page.getByRole("button", { name: "Save", exact: true }).click();
    await ada.page.getByRole("button", { name: "View “Boats”", exact: true }).waitFor();
    expect(await ada.page.getByRole("button", { name: "Save as new" }).count()).toBe(0);
    await choose(ada, "Shore");
    await shows(ada, ["Paint the pier", "Mend the nets"]);
    await choose(ada, "Boats");
    await shows(ada, ["Count the boats"]);
    await choose(ada, "Delete view");
    await ada.page.getByRole("button", { name: "Views" }).waitFor();
    await choose(ada, "Shore");
  });

  it("sv8: a locked view says who has locked it, is not overwritten, and can be unlocked by whoever may change it", async () => {
    await choose(ada, "Shore");
    await choose(ada, "Lock view");
    await ben.page.getByRole("navigation", { name: "Saved views" }).getByRole("img", { name: "Locked by Ada Byron" }).waitFor();
    await choose(ben, "Shore");
    await filterBy(ben, "title ~ boats");
    await shows(ben, ["Count the boats"]);
    await ben.page.getByRole("button", { name: "Save as new", exact: true }).waitFor();
    await shoot(ben.page, "locked-view");
    expect(await ben.page.getByRole("button", { name: "Save view", exact: true }).count()).toBe(0);
    await views(ben).click();
    await item(ben, "Unlock view").waitFor();
    expect(await item(ben, "Delete view").count()).toBe(0);
    await item(ben, "Unlock view").click();
    await ben.page.getByRole("button", { name: "Save view", exact: true }).waitFor();
    await ben.page.getByRole("button", { name: "Reset", exact: true }).click();
    await ada.page.getByRole("img", { name: "Locked by Ada Byron" }).waitFor({ state: "detached" });
  });

  it("sv1: the palette opens a view, and an address of a view that is gone says so", async () => {
    const path = await ben.page.evaluate(() => new URLSearchParams(location.search).get("saved"));
    await ben.goto(`/w/${workspace.key}/inbox`);
    await ben.page.keyboard.press("ControlOrMeta+k");
    await ben.page.keyboard.type("Shore");
    await ben.page.getByRole("option", { name: /Shore/ }).first().click();
    await shows(ben, ["Paint the pier", "Mend the nets"]);
    await choose(ben, "Delete view");
    await ben.page.getByRole("button", { name: "Views" }).waitFor();
    await ben.page.goto(new URL(`/w/${workspace.key}/view/${path}`, ben.page.url()).href);
    await ben.page.getByRole("heading", { name: "View not found" }).waitFor();
  });
});

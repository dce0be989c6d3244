import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Clock, Ids } from "@/sync/platform/ids";
import { until } from "./support/node";
import { goOffline } from "./support/offline";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";
import { editor, keptOffline, panel, paragraphs, saved, untilDescribed, writeAfter } from "./support/text";

let stage: Stage;
let ada: Person;
let ben: Person;
let cyd: Person;
let workspace: NewWorkspace;
let ticketId: string;
const ids = new Ids(new Clock());

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
  cyd = await stage.person("Cyd Charisse");
});
afterAll(() => stage?.close());

beforeEach(async () => {
  for (const { context } of [ada, ben, cyd]) await context.setOffline(false);
  workspace = await ada.makeWorkspace("Texts", "TXT");
  for (const other of [ben, cyd]) await ada.invite(other, workspace);
  ticketId = ids.next();
  await ada.send(workspace, { kind: "ticket.create", ticketId, title: "Write together", description: "First.\n\nSecond.\n\nThird." });
});

const taskPath = () => `/w/${workspace.id}/all/${workspace.key}-1`;
const openTask = (person: Person) => person.goto(taskPath());
/** Types in a tab, with and then without a network, and closes the tab. Returns another tab, which has the network. */
async function typedAndClosed(person: Person, typed: string): Promise<Page> {
  await person.page.goto("about:blank");
  const tab = await person.context.newPage();
  await tab.goto(taskPath());
  await writeAfter(tab, "Second.");
  await tab.keyboard.type(" Known.");
  await saved(tab);
  await goOffline(person.context);
  await tab.keyboard.type(typed);
  await keptOffline(tab);
  const next = await person.context.newPage();
  await tab.close();
  await person.context.setOffline(false);
  return next;
}

const described = (...parts: string[]) => untilDescribed(ada, workspace, ticketId, parts);

describe("a description", () => {
  it("tx6_is written by three people at once, and all see the same", async () => {
    await Promise.all([ada, ben, cyd].map(openTask));
    await writeAfter(ada.page, "First.");
    await writeAfter(ben.page, "Second.");
    await writeAfter(cyd.page, "Third.");
    await Promise.all([
      ada.page.keyboard.type(" Ada writes this sentence.", { delay: 15 }),
      ben.page.keyboard.type(" Ben writes another one.", { delay: 15 }),
      cyd.page.keyboard.type(" Cyd ends the text.", { delay: 15 }),
    ]);
    const expected = ["First. Ada writes this sentence.", "Second. Ben writes another one.", "Third. Cyd ends the text."];
    for (const { page } of [ada, ben, cyd]) await expect.poll(() => paragraphs(editor(page))).toEqual(expected);
    await editor(ada.page).getByText("Ben Nevis", { exact: true }).waitFor({ state: "attached" });
    await ada.shot("texts-three-people");
    expect(await described(...expected)).toBe(expected.join("\n\n"));
  });

  it("tx6_gets both texts if two people type at one place", async () => {
    await Promise.all([ada, ben].map(openTask));
    await writeAfter(ada.page, "First.");
    await writeAfter(ben.page, "First.");
    await Promise.all([ada.page.keyboard.type(" aaaa", { delay: 10 }), ben.page.keyboard.type(" bbbb", { delay: 10 })]);
    await expect.poll(async () => (await paragraphs(editor(ada.page)))[0]?.replace(/[^ab]/g, "").split("").toSorted().join("")).toBe("aaaabbbb");
    await expect.poll(() => paragraphs(editor(ben.page))).toEqual(await paragraphs(editor(ada.page)));
  });

  it("tx17_takes what a person has typed without a network, once that person is back", async () => {
    await Promise.all([ada, ben].map(openTask));
    await writeAfter(ada.page, "First.");
    await ada.page.keyboard.type(" Online.");
    await saved(ada.page);
    await goOffline(ada.context);
    await ada.page.keyboard.type(" On a train.");
    await keptOffline(ada.page);
    await writeAfter(ben.page, "Third.");
    await ben.page.keyboard.type(" At a desk.");
    await saved(ben.page);
    await ada.context.setOffline(false);
    await saved(ada.page);
    for (const { page } of [ada, ben]) await expect.poll(() => paragraphs(editor(page))).toEqual(["First. Online. On a train.", "Second.", "Third. At a desk."]);
    await described("On a train.", "At a desk.");
  });

  it("tx8_takes what was typed in a tab that was closed without a network, also if nobody opens the task again", async () => {
    const tab = await typedAndClosed(ada, " Typed and closed.");
    await tab.goto(`/w/${workspace.id}/all`);
    await described("Second. Known. Typed and closed.");
    await tab.close();
  });

  it("tx8_shows what was typed in a closed tab to the person who opens the task again, and to the others", async () => {
    await openTask(ben);
    const tab = await typedAndClosed(ada, " Closed and opened.");
    await tab.goto(taskPath());
    await panel(tab).getByText("Second. Known. Closed and opened.").waitFor();
    await panel(ben.page).getByText("Second. Known. Closed and opened.").waitFor();
    await tab.close();
  });

  it("tx6_loses nothing of what three people type while the server is killed and started again", async () => {
    await Promise.all([ada, ben, cyd].map(openTask));
    await writeAfter(ada.page, "First.");
    await writeAfter(ben.page, "Second.");
    await writeAfter(cyd.page, "Third.");
    const typed = Promise.all([ada, ben, cyd].map(({ name, page }) => page.keyboard.type(` ${name} types on and on and on.`, { delay: 30 })));
    await editor(ada.page).getByText("Second. Ben").waitFor();
    await stage.node.kill();
    await typed;
    await keptOffline(ada.page);
    await stage.node.start();
    const expected = ["First. Ada Byron types on and on and on.", "Second. Ben Nevis types on and on and on.", "Third. Cyd Charisse types on and on and on."];
    for (const { page } of [ada, ben, cyd]) await saved(page);
    for (const { page } of [ada, ben, cyd]) await expect.poll(() => paragraphs(editor(page))).toEqual(expected);
    expect(await described(...expected)).toBe(expected.join("\n\n"));
  });

  it("undoes the own changes only, and those of others stay", async () => {
    await Promise.all([ada, ben].map(openTask));
    await writeAfter(ada.page, "First.");
    await ada.page.keyboard.type(" Mine.");
    await saved(ada.page);
    await writeAfter(ben.page, "First. Mine.");
    await ben.page.keyboard.type(" Yours.");
    await editor(ada.page).getByText("First. Mine. Yours.").waitFor();
    await ada.page.keyboard.press("Control+z");
    for (const { page } of [ada, ben]) await expect.poll(() => paragraphs(editor(page))).toEqual(["First. Yours.", "Second.", "Third."]);
    await ada.page.keyboard.press("Control+Shift+z");
    await expect.poll(async () => (await paragraphs(editor(ben.page)))[0]).toContain("Mine.");
  });

  it("tx9_is read-only for a person without the right, who sees others write", async () => {
    let viewer: unknown;
    // The workspace gets its roles within seconds of its founding.
    await until("there is the role of viewers", async () => {
      viewer = (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "role" && data.system === "viewer")?.data.id;
      return viewer !== undefined;
    });
    await ada.send(workspace, { kind: "member.setRole", userId: cyd.id, role: viewer });
    await Promise.all([ada, cyd].map(openTask));
    await panel(cyd.page).getByText("Second.").click();
    expect(await panel(cyd.page).getByRole("button", { name: "Edit description" }).count()).toBe(0);
    await writeAfter(ada.page, "Second.");
    await ada.page.keyboard.type(" Live.");
    await editor(cyd.page).getByText("Second. Live.").waitFor();
    expect(await editor(cyd.page).getAttribute("contenteditable")).toBe("false");
    expect(await editor(cyd.page).getAttribute("aria-readonly")).toBe("true");
    await ada.page.keyboard.press("Escape");
    await described("Second. Live.");
    await editor(cyd.page).waitFor({ state: "detached" });
    await panel(cyd.page).getByText("Second. Live.").waitFor();
  });
});

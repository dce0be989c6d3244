import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Clock, Ids } from "@/sync/platform/ids";
import { faultsOf } from "./support/faults";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";
import { editor, panel, paragraphs, saved, untilDescribed, writeAfter } from "./support/text";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
let ticketId: string;
const ids = new Ids(new Clock());

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
});
afterAll(() => stage?.close());

beforeEach(async () => {
  workspace = await ada.makeWorkspace("Versions", "VER");
  await ada.invite(ben, workspace);
  ticketId = ids.next();
  await ada.send(workspace, { kind: "ticket.create", ticketId, title: "Labels push into two hash blocks", description: before });
});

const before = `# Why now

Some of the application traffic secret labels are long enough to push us into a second hash block.

Every label must fit in 22 bytes.

- [ ] Minimum label size should be 7
- [x] Shorten the prefix

Open question: does anybody depend on the old strings?`;

const after = `# Why now

Some traffic secret labels push \`HKDF-Expand-Label\` into a second hash block.

Every label must fit in 18 bytes.

# New labels

| Secret | Bytes |
| --- | --- |
| Binder key | 16 |

- [x] Shorten the prefix
- [ ] Minimum label size should be 7, not 10

> [!WARNING]
> Every key changes.`;

interface Version {
  id: string;
  kind: string;
}

const path = () => `/api/workspaces/${workspace.id}/tickets/${ticketId}/versions`;
const versions = async () => (await ada.call<{ versions: Version[] }>(path())).versions;
const untilVersions = (count: number) => until(`${count} versions are stored`, async () => (await versions()).length === count);
const set = (person: Person, text: string) => person.send(workspace, { kind: "ticket.update", ticketId, patch: { description: text } });

const openTask = (person: Person) => person.goto(`/w/${workspace.id}/all/${workspace.key}-1`);
const page = (person: Person) => person.page.getByRole("dialog", { name: /^Description history of/ });
const list = (person: Person) => page(person).getByRole("navigation", { name: "Versions" });
const shown = (person: Person) => page(person).getByRole("region");
const described = (...parts: string[]) => untilDescribed(ada, workspace, ticketId, parts);

describe("the versions of a description", () => {
  it("tx28 show who has changed what and when, to those who see the task, from the keyboard, and without faults for axe", async () => {
    await set(ada, after);
    await untilVersions(2);
    await openTask(ada);
    await writeAfter(ada.page, "Every key changes.");
    await ada.page.keyboard.type(" Say so first.");
    await saved(ada.page);
    await openTask(ben);
    await writeAfter(ben.page, "Every label must fit");
    await ben.page.keyboard.type(" All of them.");
    await described("Say so first.", "All of them.");
    await untilVersions(3);
    await panel(ada.page).getByRole("button", { name: "Task actions" }).click();
    await ada.page.getByRole("menuitem", { name: "Description history" }).click();
    await list(ada).getByRole("button", { name: /Original description/ }).waitFor();
    // The version that both have written names both.
    const newest = list(ada).getByRole("button").first();
    await expect.poll(() => newest.textContent()).toMatch(/Ada Byron, Ben Nevis|Ben Nevis, Ada Byron/);
    expect(await newest.getAttribute("aria-current")).toBe("true");
    await shown(ada).getByText("Say so first.").waitFor();
    expect(await shown(ada).locator("ins").allTextContents()).toEqual(expect.arrayContaining(["Added:  Say so first."]));
    expect(await faultsOf(ada.page)).toEqual([]);
    // The version before, by its keys.
    await newest.focus();
    await ada.page.keyboard.press("Tab");
    await ada.page.keyboard.press("Enter");
    await page(ada).getByText("Replaced the whole description").waitFor();
    await shown(ada).locator("del", { hasText: "22" }).waitFor();
    expect(await shown(ada).locator("ins", { hasText: "18" }).count()).toBe(1);
    expect(await shown(ada).locator('[data-callout="warning"] ins').count()).toBe(1);
    await page(ada).getByRole("button", { name: "Next change" }).click();
    await page(ada).getByText(/^1 of \d+$/).waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "text-versions");
    // Compared with now, and alone.
    await page(ada).getByRole("radio", { name: "Current text" }).click();
    await shown(ada).locator("ins", { hasText: "All of them." }).waitFor();
    await page(ada).getByRole("radio", { name: "Hide changes" }).click();
    await expect.poll(() => shown(ada).locator("ins, del").count()).toBe(0);
    // The address restores the page, and Esc leads back to the task.
    await ada.page.reload();
    await list(ada).getByRole("button").first().waitFor();
    await ada.page.keyboard.press("Escape");
    await page(ada).waitFor({ state: "detached" });
    await panel(ada.page).getByText("Every key changes.").waitFor();
  });

  it("tx30 are restored while another person writes: nothing of what is written is lost, and one undo takes the restore back", async () => {
    await set(ada, `${before}\n\nBen's part`);
    await untilVersions(2);
    await openTask(ben);
    await writeAfter(ben.page, "Every label must fit in 22 bytes.");
    await openTask(ada);
    await ada.goto(`/w/${workspace.id}/all/${workspace.key}-1?text=versions`);
    await list(ada).getByRole("button", { name: /Original description/ }).click();
    await ben.page.keyboard.type(" Ben was here.");
    await saved(ben.page);
    await page(ada).getByRole("button", { name: "Restore" }).click();
    await ada.page.getByText(/^Restored the version from/).waitFor();
    await ben.page.keyboard.type(" And goes on.");
    await expect.poll(() => paragraphs(editor(ben.page))).not.toContain("Ben's part");
    await expect.poll(() => paragraphs(editor(ben.page))).toContain("Every label must fit in 22 bytes. And goes on.");
    await described("22 bytes. And goes on.");
    // What Ben had written before the restore is in a version of its own, although the ticket did not have it yet.
    await untilVersions(4);
    const texts = await Promise.all((await versions()).map(async ({ id }) => (await ada.call<{ description: string }>(`${path()}/${id}`)).description));
    expect(texts.map((text) => ["Ben was here.", "And goes on.", "Ben's part"].filter((words) => text.includes(words)))).toEqual([
      ["And goes on."],
      ["Ben was here.", "Ben's part"],
      ["Ben's part"],
      [],
    ]);
    await page(ada).getByRole("region").click();
    await ada.page.keyboard.press("Control+z");
    await ada.page.getByText("Restore undone").waitFor();
    await expect.poll(() => paragraphs(editor(ben.page))).toContain("Ben's part");
    expect((await paragraphs(editor(ben.page))).join()).toContain("Ben was here.");
    expect((await paragraphs(editor(ben.page))).join()).toContain("And goes on.");
  });

  it("tx28 say so before the first change, and cannot be restored by a person who may only read", async () => {
    await openTask(ada);
    await ada.goto(`/w/${workspace.id}/all/${workspace.key}-1?text=versions`);
    await page(ada).getByText("No versions yet.", { exact: false }).waitFor();
    await set(ada, after);
    await list(ada).getByRole("button").nth(1).waitFor();
    let viewer: unknown;
    // The workspace gets its roles within seconds of its founding.
    await until("there is the role of viewers", async () => {
      viewer = (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "role" && data.system === "viewer")?.data.id;
      return viewer !== undefined;
    });
    await ada.send(workspace, { kind: "member.setRole", userId: ben.id, role: viewer });
    await ben.goto(`/w/${workspace.id}/all/${workspace.key}-1?text=versions`);
    await list(ben).getByRole("button", { name: /Original description/ }).click();
    await shown(ben).getByText("Open question").waitFor();
    expect(await page(ben).getByRole("button", { name: "Restore" }).count()).toBe(0);
  });
});

describe("the description on a full page", () => {
  const full = (person: Person) => person.page.getByRole("dialog", { name: `Description of ${workspace.key}-1` });
  const text = (person: Person) => full(person).getByRole("textbox", { name: "Description" });

  it("is the same document, alone, restored by its address, and left with Esc", async () => {
    await openTask(ada);
    await writeAfter(ada.page, "Every label must fit");
    await ada.page.keyboard.type(" From the panel.");
    await panel(ada.page).getByRole("button", { name: "Open in full page" }).click();
    await text(ada).getByText("From the panel.").waitFor();
    await expect.poll(() => ada.page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Description");
    await ada.page.keyboard.type(" From the full page.");
    await openTask(ben);
    await writeAfter(ben.page, "Every label must fit");
    await ben.page.keyboard.type(" By Ben.");
    await text(ada).getByText("By Ben.").waitFor();
    await described("From the panel.", "From the full page.", "By Ben.");
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "text-full-page");
    // Nothing behind the page can be reached.
    expect(await ada.page.evaluate(() => document.querySelector('[data-section="sidebar"]')?.closest("[inert]") != null)).toBe(true);
    await ada.page.reload();
    await text(ada).getByText("From the full page.").waitFor();
    // A menu at the caret closes first.
    await text(ada).click();
    await ada.page.keyboard.press("Control+End");
    await ada.page.keyboard.type(" /");
    await ada.page.getByRole("listbox", { name: "Insert" }).waitFor();
    await ada.page.keyboard.press("Escape");
    await ada.page.getByRole("listbox", { name: "Insert" }).waitFor({ state: "detached" });
    await full(ada).waitFor();
    await ada.page.keyboard.press("Backspace");
    await ada.page.keyboard.press("Escape");
    await full(ada).waitFor({ state: "detached" });
    await panel(ada.page).getByText("From the full page.").first().waitFor();
    // It opens from the menu, and leads to the versions and back.
    await panel(ada.page).getByRole("button", { name: "Task actions" }).click();
    await ada.page.getByRole("menuitem", { name: "Open description in full page" }).click();
    await full(ada).getByRole("button", { name: "Description history" }).first().click();
    await page(ada).waitFor();
    await page(ada).getByRole("button", { name: "Close" }).click();
    await full(ada).waitFor();
    await full(ada).getByRole("button", { name: "Back to the task" }).click();
    await full(ada).waitFor({ state: "detached" });
  });

  it("has an outline of its headings, which follows edits, marks the heading in sight, and puts the caret there", async () => {
    const { page: shownPage } = ada;
    await shownPage.setViewportSize({ width: 1440, height: 900 });
    const parts = ["Why", "How", "When"].map((name) => `# ${name}\n\n${"Words.\n\n".repeat(30)}`).join("");
    await ada.send(workspace, { kind: "ticket.update", ticketId, patch: { description: parts.trim() } });
    await ada.goto(`/w/${workspace.id}/all/${workspace.key}-1?text=write`);
    const outline = full(ada).getByRole("navigation", { name: "Contents" });
    const marked = () => outline.locator("[aria-current]").textContent();
    await text(ada).getByText("When", { exact: true }).waitFor();
    await outline.getByRole("button", { name: "When" }).click();
    await expect.poll(marked).toBe("When");
    // What the person writes now belongs to this heading, and the outline follows.
    await shownPage.keyboard.type(" it ends");
    await outline.getByRole("button", { name: "When it ends" }).waitFor();
    await outline.getByRole("button", { name: "How" }).focus();
    await shownPage.keyboard.press("Enter");
    await expect.poll(marked).toBe("How");
    await expect.poll(async () => ((await text(ada).getByText("How", { exact: true }).boundingBox())?.y ?? 0)).toBeLessThan(120);
    expect(await shownPage.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("textbox");
    await shownPage.mouse.move(700, 500);
    await shownPage.mouse.wheel(0, -20_000);
    await expect.poll(marked).toBe("Why");
    expect(await faultsOf(shownPage)).toEqual([]);
    await shoot(shownPage, "text-outline");

    await shownPage.setViewportSize({ width: 390, height: 844 });
    await outline.waitFor({ state: "detached" });
    await full(ada).getByRole("button", { name: "Contents" }).click();
    await shownPage.getByRole("menuitemcheckbox", { name: "When it ends" }).click();
    await expect.poll(async () => ((await text(ada).getByText("When it ends").boundingBox())?.y ?? 9_999)).toBeLessThan(844);
    expect(await faultsOf(shownPage, '[role="dialog"]')).toEqual([]);
    await shownPage.setViewportSize({ width: 1440, height: 900 });
  });
});

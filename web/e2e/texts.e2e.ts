import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Clock, Ids } from "@/sync/platform/ids";
import { faultsOf } from "./support/faults";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
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
  await person.context.setOffline(true);
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
    await ada.context.setOffline(true);
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

/** A description with every kind of block, a link to a task, and a checklist. */
const everyKind = (task: string) => `# Why now

Some traffic secret labels push \`HKDF-Expand-Label\` into a **second** hash block, so *only* dropping \`secret\` is ~~not~~ enough. See [the draft](https://example.org/draft).

> [!WARNING]
> Every key changes. Say so first in [TXT-2](ticket:${task}).

The structure gets a lower bound as well, from 10 down to 7.

\`\`\`rust
struct HkdfLabel {
    length: u16, // at least 7
    label: Vec<u8>,
}
\`\`\`

# Before we merge

- [x] Shorten the prefix
- [ ] Minimum label size should be 7, not 10

1. Vectors
2. Review
   - Both sides

> Running code

<details>
<summary>Sums</summary>

18 bytes fit into one block.

</details>

| Secret | draft-19 | Bytes |
| :-- | :-- | --: |
| Binder key | \`external psk\` | 16 |
| Early exporter | \`early exporter\` | 18 |`;

describe("the editor", () => {
  it("makes headings, lists, tables, callouts and chips from the keyboard", async () => {
    await ada.send(workspace, { kind: "ticket.create", ticketId: ids.next(), title: "The changelog" });
    await openTask(ada);
    await panel(ada.page).getByRole("button", { name: "Edit description" }).press("Enter");
    await editor(ada.page).waitFor();
    const { keyboard } = ada.page;
    await keyboard.press("Control+End");
    await keyboard.press("Enter");
    await keyboard.type("## Why now");
    await keyboard.press("Enter");
    await keyboard.type("Ask @ben");
    await ada.page.getByRole("listbox", { name: "People" }).getByRole("option", { name: /Ben Nevis/ }).waitFor();
    await keyboard.press("Enter");
    await keyboard.type("about #change");
    await ada.page.getByRole("listbox", { name: "Tasks" }).getByRole("option", { name: /The changelog/ }).waitFor();
    await keyboard.press("Enter");
    await keyboard.type(":tada");
    await ada.page.getByRole("listbox", { name: "Emoji" }).getByRole("option", { name: /tada/ }).first().waitFor();
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    await keyboard.type("/call");
    await ada.page.getByRole("option", { name: /Callout/ }).waitFor();
    await keyboard.press("Enter");
    await keyboard.type("Mind the gap");
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    await keyboard.type("[ ] measure");
    await keyboard.press("Enter");
    await keyboard.type("mend");
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    await keyboard.type("```rust ");
    await keyboard.type("let a = 1;");
    await keyboard.press("ArrowDown");
    await keyboard.type("/table");
    await ada.page.getByRole("option", { name: /^Table/ }).waitFor();
    await keyboard.press("Enter");
    await keyboard.type("Secret");
    await keyboard.press("Tab");
    await keyboard.type("Bytes");
    await saved(ada.page);
    await ada.shot("texts-editor");
    const text = await described("## Why now", "Bytes");
    expect(text).toContain("Ask @ben");
    expect(text).toContain(`[${workspace.key}-2](ticket:`);
    expect(text).toContain("🎉");
    expect(text).toContain("> [!NOTE]\n> Mind the gap");
    expect(text).toContain("- [ ] measure\n- [ ] mend");
    expect(text).toContain("```rust\nlet a = 1;\n```");
    expect(text).toContain("| Secret | Bytes |");
    await keyboard.press("Escape");
    await editor(ada.page).waitFor({ state: "detached" });
    await panel(ada.page).getByRole("checkbox", { name: "mend" }).click();
    await described("- [x] mend");
    await ada.shot("texts-read");
  });

  it("is free of faults for axe, with every kind of text, a menu, and another person's caret", async () => {
    const [changelog, text] = [ids.next(), ids.next()];
    await ada.send(workspace, { kind: "ticket.create", ticketId: changelog, title: "The changelog" });
    await ada.send(workspace, { kind: "ticket.create", ticketId: text, title: "Labels push HKDF-Expand-Label into two hash blocks", description: everyKind(changelog) });
    const path = `/w/${workspace.id}/all/${workspace.key}-3`;
    await Promise.all([ada, ben].map((person) => person.goto(path)));
    await panel(ada.page).getByText("Minimum label size").waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "texts-read-all");
    await writeAfter(ben.page, "Some traffic secret labels");
    await writeAfter(ada.page, "The structure gets a lower bound");
    await editor(ada.page).getByText("Ben Nevis", { exact: true }).waitFor({ state: "attached" });
    await shoot(ada.page, "texts-editor-all");
    await ada.page.keyboard.type(" /");
    await ada.page.getByRole("listbox", { name: "Insert" }).waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "texts-menu");
  });

  it("puts a pasted picture into the text", async () => {
    await openTask(ada);
    await writeAfter(ada.page, "Third.");
    await ada.page.evaluate(async () => {
      const canvas = new OffscreenCanvas(40, 30);
      canvas.getContext("2d")?.fillRect(0, 0, 40, 30);
      const data = new DataTransfer();
      data.items.add(new File([await canvas.convertToBlob()], "plan.png", { type: "image/png" }));
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await editor(ada.page).getByRole("img", { name: "plan.png" }).waitFor();
    expect(await described("![plan.png](file:")).toContain("Third.");
    await panel(ada.page).getByRole("region", { name: "Files" }).getByText("plan.png").waitFor();
  });

  it("is left with Esc, and found again from the keyboard", async () => {
    await openTask(ada);
    await writeAfter(ada.page, "First.");
    await ada.page.keyboard.type(" /");
    await ada.page.getByRole("listbox", { name: "Insert" }).waitFor();
    await ada.page.keyboard.press("Escape");
    await ada.page.getByRole("listbox", { name: "Insert" }).waitFor({ state: "detached" });
    await ada.page.keyboard.press("Backspace");
    await ada.page.keyboard.press("Escape");
    await expect.poll(() => ada.page.evaluate(() => document.activeElement?.textContent)).toBe("Edit description");
    await ada.page.keyboard.press("Enter");
    await expect.poll(() => ada.page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Description");
  });
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Clock, Ids } from "@/sync/platform/ids";
import { faultsOf } from "./support/faults";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";
import { editor, panel, saved, untilDescribed, writeAfter } from "./support/text";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
let ticketId: string;
const ids = new Ids(new Clock());

beforeAll(async () => {
  // Small parts: a small file has several.
  stage = await setStage({ TROUPE_FILE_PART: "1024" });
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
});
afterAll(() => stage?.close());

beforeEach(async () => {
  workspace = await ada.makeWorkspace("Editor", "TXT");
  await ada.invite(ben, workspace);
  ticketId = ids.next();
  await ada.send(workspace, { kind: "ticket.create", ticketId, title: "Write together", description: "First.\n\nSecond.\n\nThird." });
});

const openTask = (person: Person, number = 1) => person.goto(`/w/${workspace.id}/all/${workspace.key}-${number}`);
const described = (...parts: string[]) => untilDescribed(ada, workspace, ticketId, parts);

/** Drops a picture and a text of several parts each behind the words of a paragraph. */
const dropBehind = (page: Page, words: string) =>
  editor(page)
    .locator("p", { hasText: words })
    .evaluate(async (paragraph) => {
      const canvas = new OffscreenCanvas(30, 30);
      const context = canvas.getContext("2d");
      // Noise cannot be compressed.
      const noise = new ImageData(30, 30);
      noise.data.forEach((_, at) => (noise.data[at] = at % 4 === 3 ? 255 : Math.floor(Math.random() * 256)));
      context?.putImageData(noise, 0, 0);
      const data = new DataTransfer();
      data.items.add(new File([await canvas.convertToBlob()], "plan.png", { type: "image/png" }));
      data.items.add(new File(["Tar and paint. ".repeat(200)], "notes.txt", { type: "text/plain" }));
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      const { right, top, height } = range.getBoundingClientRect();
      const place = { clientX: right - 1, clientY: top + height / 2, bubbles: true, cancelable: true };
      paragraph.dispatchEvent(new DragEvent("drop", { dataTransfer: data, ...place }));
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
    await Promise.all([ada, ben].map((person) => openTask(person, 3)));
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

  it("takes a dropped picture and another dropped file at the place of the pointer, and shows how much has arrived", async () => {
    await openTask(ada);
    await writeAfter(ada.page, "Third.");
    let arrives: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (arrives = resolve));
    await ada.page.route(/\/parts\/1$/, async (route) => {
      await held;
      await route.continue();
    });
    await dropBehind(ada.page, "First.");
    for (const name of ["plan.png", "notes.txt"]) {
      const chip = editor(ada.page).getByRole("progressbar", { name: `Uploading ${name}` });
      await expect.poll(async () => Number(await chip.getAttribute("aria-valuenow")), { message: name }).toBeGreaterThan(0);
      expect(Number(await chip.getAttribute("aria-valuenow"))).toBeLessThan(100);
      expect(await chip.textContent()).toMatch(new RegExp(`^${name} \\d{1,2}%$`));
    }
    expect(await faultsOf(ada.page)).toEqual([]);
    await ada.shot("texts-upload");
    // The text can be written meanwhile, and the files keep their place.
    await ada.page.keyboard.type(" Meanwhile.");
    arrives();
    await editor(ada.page).getByRole("img", { name: "plan.png" }).waitFor();
    await editor(ada.page).getByRole("link", { name: "notes.txt" }).waitFor();
    expect(await editor(ada.page).getByRole("progressbar").count()).toBe(0);
    const text = await described("![plan.png](file:", "![notes.txt](file:", "Meanwhile.");
    expect(text).toMatch(/^First\.(?:!\[(?:plan\.png|notes\.txt)\]\(file:[\da-f-]{36}\)){2}\n\nSecond\.\n\nThird\. Meanwhile\.$/);
    await openTask(ben);
    await panel(ben.page).getByRole("region", { name: "Description" }).getByRole("img", { name: "plan.png" }).waitFor();
    await panel(ben.page).getByRole("region", { name: "Description" }).getByRole("link", { name: "notes.txt" }).waitFor();
  });

  it("shows the present status and title of a task in its chip while another person changes them", async () => {
    const changelog = ids.next();
    await ada.send(workspace, { kind: "ticket.create", ticketId: changelog, title: "The changelog" });
    await ada.send(workspace, { kind: "ticket.update", ticketId, patch: { description: `See [${workspace.key}-2](ticket:${changelog}).\n\nSecond.` } });
    const status = async (name: string) => (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "status" && data.name === name)?.data.id;
    await openTask(ada);
    await writeAfter(ada.page, "Second.");
    const chip = editor(ada.page).getByRole("link", { name: `${workspace.key}-2` });
    const title = async () => (await chip.getAttribute("title"))?.replaceAll(/[\u2066-\u2069]/g, "");
    const icon = () => chip.locator("svg").first().evaluate((it) => it.outerHTML);
    expect(await title()).toMatch(/^The changelog \(.+\)$/);
    const before = await icon();
    await ben.send(workspace, { kind: "ticket.update", ticketId: changelog, patch: { statusId: await status("Done") } });
    await expect.poll(title).toBe("The changelog (Done)");
    expect(await icon()).not.toBe(before);
    await ben.send(workspace, { kind: "ticket.update", ticketId: changelog, patch: { title: "The release notes" } });
    await expect.poll(title).toBe("The release notes (Done)");
    // The caret is where it was.
    await ada.page.keyboard.type(" And on.");
    await described(`See [${workspace.key}-2](ticket:${changelog}).`, "Second. And on.");
  });

  it("makes a collapsible section, which each person opens and folds alone", async () => {
    await Promise.all([ada, ben].map((person) => openTask(person)));
    await writeAfter(ada.page, "Third.");
    const { keyboard } = ada.page;
    await keyboard.press("Enter");
    await keyboard.type("/section");
    await ada.page.getByRole("option", { name: /Collapsible section/ }).waitFor();
    await keyboard.press("Enter");
    await keyboard.type("Sums");
    const section = (person: Person) => editor(person.page).locator('[data-type="details"]');
    const toggle = (person: Person, name: string) => section(person).getByRole("button", { name });
    const inside = (person: Person) => section(person).getByText("18 bytes fit.");
    await toggle(ada, "Expand section").click();
    await section(ada).locator('[data-type="detailsContent"] p').click();
    await keyboard.type("18 bytes fit.");
    await described("<details>\n<summary>Sums</summary>\n\n18 bytes fit.\n\n</details>");
    await writeAfter(ben.page, "First.");
    await toggle(ben, "Expand section").waitFor();
    expect(await inside(ben).isVisible()).toBe(false);
    await toggle(ben, "Expand section").click();
    await inside(ben).waitFor();
    expect(await toggle(ben, "Collapse section").getAttribute("aria-expanded")).toBe("true");
    await toggle(ada, "Collapse section").click();
    await inside(ada).waitFor({ state: "hidden" });
    expect(await toggle(ada, "Expand section").getAttribute("aria-expanded")).toBe("false");
    expect(await inside(ben).isVisible()).toBe(true);
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "texts-section");
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

  it("has its tools behind the text for the keyboard, and leads back to the text with Esc", async () => {
    await openTask(ada);
    await writeAfter(ada.page, "First.");
    const focused = () => ada.page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
    await ada.page.keyboard.type(" ");
    await ada.page.keyboard.press("Tab");
    await expect.poll(focused).toBe("Text");
    await ada.page.keyboard.press("ArrowRight");
    await expect.poll(focused).toBe("Bold");
    await ada.page.keyboard.press("Enter");
    await expect.poll(focused).toBe("Description");
    await ada.page.keyboard.type("bold");
    await described("First. **bold**");
    await ada.page.keyboard.press("Tab");
    await ada.page.keyboard.press("Escape");
    await expect.poll(focused).toBe("Description");
  });

  it("makes subtasks of the items of a checklist and of selected words, which become chips", async () => {
    await ada.send(workspace, { kind: "ticket.update", ticketId, patch: { description: "First, then rest.\n\n- [ ] measure\n- [x] list\n- [ ] mend" } });
    await openTask(ada);
    await writeAfter(ada.page, "measure");
    const tool = panel(ada.page).getByRole("button", { name: "Make subtasks" });
    await tool.click();
    await editor(ada.page).getByRole("link", { name: `${workspace.key}-2` }).waitFor();
    const subtasks = panel(ada.page).getByRole("region", { name: "Subtasks" });
    await subtasks.getByText("measure").waitFor();
    await editor(ada.page).getByText("First, then rest.").click();
    await ada.page.keyboard.press("Home");
    await ada.page.keyboard.press("Control+Shift+ArrowRight");
    await tool.click();
    await subtasks.getByText("First", { exact: true }).waitFor();
    await saved(ada.page);
    const text = await described("[measure](ticket:", "[First](ticket:");
    expect(text).toMatch(/^\[First\]\(ticket:[\da-f-]{36}\), then rest\.\n\n- \[ \] \[measure\]\(ticket:[\da-f-]{36}\)\n- \[x\] list\n- \[ \] mend$/);
  });

  it("has a table of contents, and the text is copied as Markdown", async () => {
    await ada.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const text = ["One", "Two", "Three"].map((name) => `# ${name}\n\n${"Words.\n\n".repeat(30)}`).join("").trim();
    await ada.send(workspace, { kind: "ticket.update", ticketId, patch: { description: text } });
    await openTask(ada);
    await panel(ada.page).getByText("Contents", { exact: true }).click();
    await shoot(ada.page, "texts-contents");
    await panel(ada.page).getByRole("navigation", { name: "Table of contents of the description" }).getByRole("button", { name: "Three" }).click();
    const heading = panel(ada.page).getByRole("heading", { name: "Three" });
    await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeLessThan(300);
    expect(await faultsOf(ada.page)).toEqual([]);
    await panel(ada.page).getByRole("button", { name: "Task actions" }).click();
    await ada.page.getByRole("menuitem", { name: "Copy description as Markdown" }).click();
    await expect.poll(() => ada.page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  });

  it("receives a click below the editor while a person is writing, although the toolbar disappears", async () => {
    await openTask(ada);
    await writeAfter(ada.page, "Third.");
    await panel(ada.page).getByRole("toolbar").waitFor();
    // A person holds the button for a moment.
    await panel(ada.page).getByRole("button", { name: "Add subtask" }).click({ delay: 200 });
    await panel(ada.page).getByRole("textbox", { name: "New subtask" }).waitFor();
    await panel(ada.page).getByRole("toolbar").waitFor({ state: "detached" });
  });
});

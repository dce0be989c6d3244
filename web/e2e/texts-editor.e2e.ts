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
  stage = await setStage();
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

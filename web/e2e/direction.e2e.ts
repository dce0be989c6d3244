import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Clock, Ids } from "@/sync/platform/ids";
import type { Command } from "@/wire/generated";
import { commentField } from "./support/comments";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

/** Texts that begin in a right-to-left script. */
const words = {
  title: "עברית TLS-964",
  child: "משימה OAuth",
  other: "אחרת RFC 8446",
  list: "טיוטות v2",
  label: "דחוף P1",
  comment: "תגובה by mail",
};
const surname = "כהן";
const name = `Ada ${surname}`;

let stage: Stage;
let ada: Person;
let workspace: NewWorkspace;
const ids = new Ids(new Clock());
const command = (what: Command) => ada.call(`/api/workspaces/${workspace.id}/commands`, { id: ids.next(), command: what });

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person(name);
  workspace = await ada.makeWorkspace("Two scripts", "TWO");
  const [listId, labelId, ticketId, child, other] = [ids.next(), ids.next(), ids.next(), ids.next(), ids.next()];
  await command({ kind: "list.create", listId, name: words.list });
  await command({ kind: "label.create", labelId, name: words.label });
  await command({ kind: "ticket.create", ticketId, title: words.title, description: `An English paragraph.\n\nפסקה in Hebrew.\n\n- פריט one`, listIds: [listId], labels: [labelId], assigneesIds: [ada.id] });
  await command({ kind: "ticket.create", ticketId: child, title: words.child, parentTicketId: ticketId });
  await command({ kind: "ticket.create", ticketId: other, title: words.other });
  await command({ kind: "link.create", linkId: ids.next(), fromTicketId: ticketId, toTicketId: other, linkKind: "relates" });
  await command({ kind: "comment.create", commentId: ids.next(), ticketId, message: words.comment });
});
afterAll(() => stage?.close());

const directionOf = async (text: Locator) => {
  await text.first().waitFor();
  return text.first().evaluate((it) => getComputedStyle(it).direction);
};

describe("a text that begins from right to left", () => {
  it("is read from its own side wherever a task shows it, while English stays in place", async () => {
    await ada.goto(`/w/${workspace.key}/all/${workspace.key}-1`);
    const panel = ada.page.getByRole("complementary");
    const shown: Record<string, Locator> = {
      title: panel.getByRole("heading").getByRole("button", { name: words.title }),
      paragraph: panel.getByText("פסקה in Hebrew."),
      item: panel.getByRole("listitem").filter({ hasText: /^פריט one$/ }),
      subtask: panel.getByRole("link", { name: words.child }),
      link: panel.getByRole("link", { name: words.other }),
      label: panel.getByText(words.label),
      list: panel.getByText(words.list),
      comment: panel.getByText(words.comment),
      sidebar: ada.page.getByRole("navigation", { name: "Workspace" }).getByText(words.list),
    };
    const directions: Record<string, string> = {};
    for (const [what, text] of Object.entries(shown)) directions[what] = await directionOf(text);
    await ada.shot("direction-panel");
    expect(directions).toEqual(Object.fromEntries(Object.keys(shown).map((what) => [what, "rtl"])));
    expect(await directionOf(panel.getByText("An English paragraph."))).toBe("ltr");
  });

  it("is read from its own side while it is typed", async () => {
    await ada.goto(`/w/${workspace.key}/all/${workspace.key}-1`);
    const panel = ada.page.getByRole("complementary");
    const wrote = async (field: Locator) => {
      await field.fill("שלום all");
      expect(await directionOf(field)).toBe("rtl");
      await field.fill("");
    };
    // The blocks of the formatted field have their own sides.
    const comment = commentField(panel);
    await comment.fill("שלום all");
    expect(await directionOf(comment.getByText("שלום all"))).toBe("rtl");
    await comment.fill("");
    await panel.getByRole("button", { name: "Add subtask" }).click();
    await wrote(panel.getByRole("textbox", { name: "New subtask" }));
    await ada.page.keyboard.press("Escape");
    await panel.getByRole("heading").getByRole("button", { name: words.title }).click();
    expect(await directionOf(panel.getByRole("textbox", { name: "Title" }))).toBe("rtl");
    await ada.page.keyboard.press("Escape");
    await panel.getByText("An English paragraph.").click();
    const description = panel.getByRole("textbox", { name: "Description" });
    // Each paragraph of the editor has its own side.
    await description.waitFor();
    expect(await directionOf(description.getByText("An English paragraph."))).toBe("ltr");
    await description.fill("שלום all");
    expect(await directionOf(description.getByText("שלום all"))).toBe("rtl");
    await ada.page.keyboard.press("Escape");
    await description.waitFor({ state: "detached" });
    await ada.page.keyboard.press("n");
    const dialog = ada.page.getByRole("dialog", { name: "New task" });
    await wrote(dialog.getByRole("textbox", { name: "Title" }));
    await wrote(dialog.getByRole("textbox", { name: "Description" }));
    await ada.page.keyboard.press("Escape");
  });

  it("is read from its own side in the palette and in the trash", async () => {
    await ada.page.keyboard.press("Control+k");
    await ada.page.getByRole("dialog", { name: "Browse all" }).getByRole("combobox").fill("אחרת");
    expect(await directionOf(ada.page.getByRole("combobox"))).toBe("rtl");
    expect(await directionOf(ada.page.getByRole("option").getByTitle(words.other))).toBe("rtl");
    await ada.page.keyboard.press("Escape");
    await command({ kind: "ticket.trash", ticketId: (await ticket(words.child)).id });
    await ada.goto(`/w/${workspace.key}/trash`);
    expect(await directionOf(ada.page.getByRole("listitem").getByText(words.child))).toBe("rtl");
  });
});

const ticket = async (title: string) => {
  const lines = await ada.snapshot(workspace);
  const found = lines.find(({ entity, data }) => entity === "ticket" && data.title === title);
  if (!found) throw new Error(`${title} is not there`);
  return found.data as { id: string };
};

/** The left edge of the first occurrence of a text. */
const leftOf = (within: Locator, text: string) =>
  within.evaluate((root, wanted) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      return range.getBoundingClientRect().left;
    }
    throw new Error(`${wanted} is not drawn`);
  }, text);

describe("a name that ends from right to left", () => {
  it("does not move the date after it", async () => {
    await command({ kind: "ticket.trash", ticketId: (await ticket(words.other)).id });
    // Two days later, the date begins with a number, which takes the direction of the letters before it.
    await ada.page.clock.setFixedTime(Date.now() + 2 * 86_400_000);
    await ada.goto(`/w/${workspace.key}/trash`);
    const when = ada.page.getByRole("listitem").filter({ hasText: words.other });
    await when.waitFor();
    await ada.shot("direction-trash");
    const date = /, (\d+)/.exec((await when.textContent()) ?? "")?.[1] ?? "";
    expect(date).not.toBe("");
    expect(await leftOf(when, `${date} `)).toBeGreaterThan(await leftOf(when, surname));
    await ada.page.clock.setFixedTime(Date.now());
  });

  it("does not move the words of a sentence, in any attribute or element", async () => {
    await ada.goto(`/w/${workspace.key}/settings/users`);
    const role = ada.page.getByRole("button", { name: /^Role of/ });
    expect(await role.getAttribute("aria-label")).toBe(`Role of \u2068${name}\u2069: Owner`);
    await ada.goto(`/w/${workspace.key}/all/${workspace.key}-1`);
    const person = ada.page.getByRole("complementary").getByRole("list", { name: "Feed" }).getByText(name).first();
    await person.waitFor();
    expect(await person.evaluate((it) => getComputedStyle(it).unicodeBidi)).toBe("isolate");
  });
});

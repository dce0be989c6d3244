import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Clock, Ids } from "@/sync/platform/ids";
import { commentField, textIn, typeComment } from "./support/comments";
import { faultsOf } from "./support/faults";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";
import { panel } from "./support/text";

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
  workspace = await ada.makeWorkspace("Talk", "TLK");
  await ada.invite(ben, workspace);
  ticketId = ids.next();
  await ada.send(workspace, { kind: "ticket.create", ticketId, title: "Talk it over", description: "Some words." });
});

const openTask = async (person: Person) => {
  await person.goto(`/w/${workspace.id}/all/${workspace.key}-1`);
  await commentField(panel(person.page)).waitFor();
};
const feed = (page: Page) => panel(page).getByRole("list", { name: "Feed" });
const commentBy = (page: Page, name: string) => feed(page).getByRole("listitem", { name: `Comment by ${name}` });
const says = async (person: Person, message: string, over: object = {}) => {
  const commentId = ids.next();
  await person.send(workspace, { kind: "comment.create", commentId, ticketId, message, ...over });
  return commentId;
};
/** The texts of all comments, oldest first, as the node has them. */
const messages = async () => {
  const { activities } = await ada.call<{ activities: { kind: string; message: string | null }[] }>(`/api/workspaces/${workspace.id}/tickets/${ticketId}`);
  return activities.filter(({ kind }) => kind === "comment").map(({ message }) => message ?? "").toReversed();
};
async function choose(page: Page, comment: Locator, name: string | RegExp) {
  await comment.getByRole("button", { name: "Comment actions" }).first().click();
  await page.getByRole("menuitem", { name }).click();
}
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");

describe("the field of a comment", () => {
  it("keeps the focus when the formatted field takes the place of the plain one", async () => {
    const { page } = ada;
    let arrive = () => {};
    const chunk = new Promise<void>((resolve) => (arrive = resolve));
    const isLate = /CommentText-[^/]+\.js$/;
    await page.route(isLate, async (route) => {
      await chunk;
      await route.continue();
    });
    await ada.goto(`/w/${workspace.id}/all/${workspace.key}-1`);
    await panel(page).locator("textarea[aria-label=Comment]").focus();
    // A key goes to the element that has the focus after each change of the page.
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.activeElement === document.body) document.body.dataset.lost = "true";
      }).observe(document.body, { childList: true, subtree: true });
    });
    arrive();
    await commentField(panel(page)).waitFor();
    expect(await page.evaluate(() => document.body.dataset.lost)).toBeUndefined();
    await page.keyboard.type("Not a shortcut");
    expect(await textIn(commentField(panel(page)))).toBe("Not a shortcut");
    await page.unroute(isLate);
  });
});

describe("a comment", () => {
  it("ct1 is written with shortcuts, people, tasks and emoji from the keyboard, and stored as Markdown", async () => {
    await ada.send(workspace, { kind: "ticket.create", ticketId: ids.next(), title: "The changelog" });
    await Promise.all([ada, ben].map(openTask));
    const { keyboard } = ada.page;
    await typeComment(panel(ada.page), "See **this**, @ben");
    await ada.page.getByRole("listbox", { name: "People" }).getByRole("option", { name: /Ben Nevis/ }).waitFor();
    await keyboard.press("Enter");
    await keyboard.type("and #change");
    await ada.page.getByRole("listbox", { name: "Tasks" }).getByRole("option", { name: /The changelog/ }).waitFor();
    await keyboard.press("Enter");
    await keyboard.type(":tada");
    await ada.page.getByRole("listbox", { name: "Emoji" }).getByRole("option", { name: /tada/ }).first().waitFor();
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    await keyboard.type("[ ] measure");
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    await keyboard.type("/code");
    await ada.page.getByRole("listbox", { name: "Insert" }).getByRole("option", { name: /Code block/ }).waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "comments-menu");
    await keyboard.press("Enter");
    await keyboard.type("let a = 1;");
    await panel(ben.page).getByText("Ada Byron is typing…").waitFor();
    await shoot(ada.page, "comments-composer");
    await keyboard.press("Control+Enter");
    await commentBy(ben.page, "Ada Byron").getByText("let a = 1;").waitFor();
    expect(await textIn(commentField(panel(ada.page)))).toBe("");
    const [text = ""] = await messages();
    expect(text).toMatch(/^See \*\*this\*\*, @ben\S* and \[TLK-2\]\(ticket:[\da-f-]{36}\) 🎉\n\n- \[ \] measure\n\n```\nlet a = 1;\n```$/u);
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "comments-read");
  });

  it("ct2 that was not sent is there again after a reload, formatted", async () => {
    await openTask(ada);
    await typeComment(panel(ada.page), "Half a **thought**");
    await ada.page.reload();
    await commentField(panel(ada.page)).locator("strong", { hasText: "thought" }).waitFor();
    expect(await messages()).toEqual([]);
  });

  it("shows a pasted picture to the others, and waits for it before it can be sent", async () => {
    await Promise.all([ada, ben].map(openTask));
    await typeComment(panel(ada.page), "The plan: ");
    await ada.page.evaluate(async () => {
      const canvas = new OffscreenCanvas(40, 30);
      canvas.getContext("2d")?.fillRect(0, 0, 40, 30);
      const data = new DataTransfer();
      data.items.add(new File([await canvas.convertToBlob()], "plan.png", { type: "image/png" }));
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await commentField(panel(ada.page)).getByRole("img", { name: "plan.png" }).waitFor();
    await panel(ada.page).getByRole("button", { name: "Send" }).click();
    await commentBy(ben.page, "Ada Byron").getByRole("img", { name: "plan.png" }).waitFor();
    expect((await messages())[0]).toMatch(/^The plan: !\[plan\.png\]\(file:[\da-f-]{36}\)$/);
  });
});

describe("an edited comment", () => {
  it("ct3 shows its earlier versions to everyone who sees the task", async () => {
    await says(ada, "The first **words**");
    await Promise.all([ada, ben].map(openTask));
    await choose(ada.page, commentBy(ada.page, "Ada Byron"), "Edit");
    const field = commentField(panel(ada.page), "Edit comment");
    await field.waitFor();
    await until("the field has the focus", async () => (await focusedName(ada.page)) === "Edit comment");
    await ada.page.keyboard.press("Control+A");
    await ada.page.keyboard.type("Better words");
    await ada.page.keyboard.press("Control+Enter");
    await commentBy(ben.page, "Ada Byron").getByText("Better words").waitFor();
    await commentBy(ben.page, "Ada Byron").getByRole("button", { name: /^Edited/ }).click();
    const dialog = ben.page.getByRole("dialog", { name: "Edit history" });
    const versions = dialog.getByRole("list", { name: "Versions" }).getByRole("listitem");
    await versions.filter({ hasText: "The first words" }).waitFor();
    expect(await versions.count()).toBe(2);
    expect(await versions.first().textContent()).toContain("Better words");
    expect(await versions.last().locator("strong").textContent()).toBe("words");
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "comments-versions");
    // Another edit arrives while the dialog is open.
    const [comment] = (await ada.call<{ activities: { id: string; kind: string }[] }>(`/api/workspaces/${workspace.id}/tickets/${ticketId}`)).activities.filter(({ kind }) => kind === "comment");
    await ada.send(workspace, { kind: "comment.update", commentId: comment?.id, message: "The best words" });
    await versions.filter({ hasText: "The best words" }).waitFor();
    await expect.poll(() => versions.count()).toBe(3);
  });
});

describe("a deleted comment", () => {
  it("ct4 leaves a line that says who deleted it, and no word of it", async () => {
    const secret = await says(ben, "A secret word");
    await says(ada, "Which?", { replyTo: secret });
    await Promise.all([ada, ben].map(openTask));
    await choose(ada.page, commentBy(ada.page, "Ben Nevis"), "Delete");
    await ada.page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await feed(ben.page).getByText("deleted a comment by Ben Nevis").waitFor();
    await feed(ben.page).getByText("The first comment of this thread was deleted.").waitFor();
    expect(await feed(ben.page).textContent()).not.toContain("secret");
    await ben.page.reload();
    await commentBy(ben.page, "Ada Byron").getByText("Which?").waitFor();
    expect(await feed(ben.page).textContent()).not.toContain("secret");
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "comments-deleted");
  });
});

describe("a thread", () => {
  it("ct5 ct6 is answered, resolved and reopened, live for others", async () => {
    await says(ben, "Is that for the HMAC input with padding?");
    await says(ben, "Something else.");
    await Promise.all([ada, ben].map(openTask));
    const [first, other] = [commentBy(ada.page, "Ben Nevis").first(), commentBy(ada.page, "Ben Nevis").last()];
    await first.hover();
    await first.getByRole("button", { name: "Reply" }).click();
    await until("the field has the focus", async () => (await focusedName(ada.page)) === "Reply");
    await ada.page.keyboard.type("SHA-256 does. I will add the sum **here**.");
    await shoot(ada.page, "comments-replying");
    await ada.page.keyboard.press("Control+Enter");
    const replies = (page: Page) => feed(page).getByRole("list", { name: "Replies" });
    await replies(ben.page).getByText("SHA-256 does.").waitFor();
    expect(await other.getByRole("list", { name: "Replies" }).count()).toBe(0);
    await until("the focus is at the button for the next reply", async () => (await focusedName(ada.page)) === "Reply");
    // A tooltip at the pointer is outside of the landmarks.
    await ada.page.mouse.move(0, 0);
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "comments-thread");

    await first.getByRole("button", { name: "Resolve thread" }).first().focus();
    await ada.page.keyboard.press("Enter");
    await feed(ben.page).getByText("Ada Byron resolved a thread started by Ben Nevis · 1 reply").waitFor();
    await until("the focus stays at the thread", async () => (await focusedName(ada.page)) === "Show thread");
    expect(await feed(ben.page).getByText("SHA-256 does.").count()).toBe(0);
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "comments-resolved");

    await feed(ben.page).getByRole("button", { name: "Show thread" }).click();
    await feed(ben.page).getByText("Resolved by Ada Byron").waitFor();
    await feed(ben.page).getByRole("button", { name: "Reopen" }).click();
    await replies(ada.page).getByText("SHA-256 does.").waitFor();
    // Undo resolves the thread again, as it was before.
    await ben.page.getByRole("heading", { name: "Talk it over" }).click();
    await ben.page.keyboard.press("Escape");
    await ben.page.keyboard.press("Control+Z");
    await feed(ada.page).getByRole("button", { name: "Show thread" }).waitFor();
  });

  it("ct6 that was resolved is reopened by a reply", async () => {
    const first = await says(ben, "Done?");
    await ada.send(workspace, { kind: "comment.resolve", commentId: first });
    await openTask(ada);
    await feed(ada.page).getByRole("button", { name: "Show thread" }).waitFor();
    await says(ben, "Not quite.", { replyTo: first });
    await feed(ada.page).getByText("Not quite.").waitFor();
  });

  it("ct2 keeps a reply that was not sent beside the comment that was not sent", async () => {
    await says(ben, "Well?");
    await openTask(ada);
    await typeComment(panel(ada.page), "A comment");
    await commentBy(ada.page, "Ben Nevis").hover();
    await commentBy(ada.page, "Ben Nevis").getByRole("button", { name: "Reply" }).click();
    await typeComment(panel(ada.page), "A reply", "Reply");
    await ada.page.reload();
    await commentField(panel(ada.page), "Reply").waitFor();
    expect(await textIn(commentField(panel(ada.page), "Reply"))).toBe("A reply");
    expect(await textIn(commentField(panel(ada.page)))).toBe("A comment");
  });

  it("quotes selected words or the whole comment, and mentions nobody by it", async () => {
    await says(ben, "One word.\n\nAnd @ada_byron another one.");
    await openTask(ada);
    const comment = commentBy(ada.page, "Ben Nevis");
    await comment.getByText("One word.").selectText();
    await choose(ada.page, comment, "Quote selection");
    await until("the field has the focus", async () => (await focusedName(ada.page)) === "Comment");
    await ada.page.keyboard.type("Which?");
    await commentField(panel(ada.page)).locator("blockquote", { hasText: "One word." }).waitFor();
    await shoot(ada.page, "comments-quote");
    await ada.page.keyboard.press("Control+Enter");
    await commentBy(ada.page, "Ada Byron").locator("blockquote").waitFor();
    await choose(ada.page, comment, "Quote");
    await commentField(panel(ada.page)).locator("blockquote", { hasText: "another one." }).waitFor();
    await until("the field has the focus", async () => (await focusedName(ada.page)) === "Comment");
    await ada.page.keyboard.press("Control+Enter");
    await expect.poll(() => messages()).toEqual([
      "One word.\n\nAnd @ada_byron another one.",
      "> One word.\n\nWhich?",
      "> One word.\n>\n> And @ada_byron another one.",
    ]);
  });
});

describe("a link to a comment", () => {
  const inSight = (comment: Locator) =>
    comment.evaluate((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });

  it("nt5 is copied from its menu, and shows the comment to another person, also among earlier activity", async () => {
    const first = await says(ada, "The very first words.");
    for (let turn = 0; turn < 70; turn += 1) await says(turn % 2 === 0 ? ada : ben, `Word ${turn}`);
    await ada.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openTask(ada);
    await panel(ada.page).getByRole("button", { name: "Show all" }).click();
    const own = feed(ada.page).getByRole("listitem").filter({ hasText: "The very first words." });
    await choose(ada.page, own, "Copy link");
    await ada.page.getByText("Link copied").waitFor();
    const link = await ada.page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).searchParams.get("comment")).toBe(first);
    // Several workspaces of these tests have the same key, so the link names the id.
    await ben.goto(`${new URL(link).pathname}${new URL(link).search}`);
    const shown = feed(ben.page).getByRole("listitem").filter({ hasText: "The very first words." });
    await shown.waitFor();
    await expect.poll(() => inSight(shown)).toBe(true);
    await expect.poll(() => new URL(ben.page.url()).search).not.toContain("comment");
    expect(await shown.locator('[class*="wanted"]').count()).toBe(1);
    await shoot(ben.page, "linked-comment");
    expect(await faultsOf(ben.page)).toEqual([]);
  });

  it("nt5 opens a resolved thread for a reply, and says so if the comment was deleted", async () => {
    const first = await says(ada, "Shall we?");
    const reply = await says(ben, "We shall.", { replyTo: first });
    await ada.send(workspace, { kind: "comment.resolve", commentId: first });
    const at = `/w/${workspace.id}/all/${workspace.key}-1`;
    await ben.goto(`${at}?comment=${reply}`);
    await expect.poll(() => feed(ben.page).getByText("We shall.").isVisible()).toBe(true);
    await ada.send(workspace, { kind: "comment.delete", commentId: reply });
    await feed(ben.page).getByText("We shall.").waitFor({ state: "detached" });
    await ben.goto(`${at}?comment=${reply}`);
    await ben.page.getByText("This comment was deleted.").waitFor();
    expect(new URL(ben.page.url()).search).not.toContain("comment");
  });
});

describe("a comment on a passage", () => {
  const description = "Some traffic labels push the secret into a **second** hash block.\n\nThe second block is dear.";
  const highlight = (page: Page) => panel(page).locator("[data-passage]");
  const described = (page: Page) => panel(page).getByRole("region", { name: "Description" });

  /** Selects words in the text of the description, as a drag of the pointer does. */
  /** Selects words. The editor has heard of it when this returns, because the browser announces a selection only later. */
  const select = (text: Locator, words: string, nth = 0) =>
    text.evaluate(
      async (section, { words, nth }) => {
        const heard = new Promise((resolve) => document.addEventListener("selectionchange", resolve, { once: true }));
        const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
        let left = nth;
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const at = node.textContent?.indexOf(words) ?? -1;
          if (at < 0 || left-- > 0) continue;
          getSelection()?.setBaseAndExtent(node, at, node, at + words.length);
          await heard;
          return;
        }
        throw new Error(`There is no ${words}`);
      },
      { words, nth },
    );

  beforeEach(() => ada.send(workspace, { kind: "ticket.update", ticketId, patch: { description } }));

  it("ct9 ct10 is made without the right to edit, is highlighted for others, and follows their edits", async () => {
    const roles = await ada.snapshot(workspace);
    const commenter = roles.find(({ entity, data }) => entity === "role" && data.system === "commenter");
    await ada.send(workspace, { kind: "member.setRole", userId: ben.id, role: commenter?.data.id });
    await Promise.all([ada, ben].map(openTask));
    await panel(ben.page).getByText("The second block is dear.").waitFor();
    await select(described(ben.page), "second", 1);
    await ben.page.getByRole("button", { name: "Comment", exact: true }).click();
    await panel(ben.page).getByRole("group", { name: "Comment on selected text" }).waitFor();
    await until("the field has the focus", async () => (await focusedName(ben.page)) === "Comment");
    await ben.page.keyboard.type("Why the second?");
    await shoot(ben.page, "comments-passage-draft");
    await ben.page.keyboard.press("Control+Enter");
    await highlight(ada.page).waitFor();
    expect(await highlight(ada.page).textContent()).toBe("second");
    expect(await highlight(ada.page).evaluate((mark) => mark.closest("p")?.textContent)).toContain("The second block");
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "comments-passage");
    // Ada writes in front of the passage and within it.
    await panel(ada.page).getByRole("textbox", { name: "Description" }).getByText("The second block is dear.").click();
    await ada.page.keyboard.press("Home");
    await ada.page.keyboard.type("Yes: ");
    await highlight(ben.page).waitFor();
    await expect.poll(() => highlight(ben.page).evaluate((mark) => mark.closest("p")?.textContent.replaceAll(/\u2060|Ada Byron/g, ""))).toContain("Yes: The second");
    expect(await highlight(ben.page).textContent()).toBe("second");

    await highlight(ada.page).click();
    const thread = commentBy(ada.page, "Ben Nevis");
    await until("the thread is in sight", () => thread.evaluate((element) => element.getBoundingClientRect().top < innerHeight));
    await thread.getByRole("button", { name: "Resolve thread" }).click();
    // A caret within the passage divides its mark.
    await expect.poll(() => highlight(ben.page).count()).toBe(0);
    await feed(ben.page).getByRole("button", { name: "Show thread" }).click();
    await feed(ben.page).getByRole("button", { name: "Reopen" }).click();
    await highlight(ada.page).first().waitFor();
  });

  it("ct10 says so when its words are gone, and still shows them", async () => {
    await openTask(ada);
    await panel(ada.page).getByText("The second block is dear.").click();
    const text = panel(ada.page).getByRole("textbox", { name: "Description" });
    await text.waitFor();
    await select(described(ada.page), "block is dear");
    await ada.page.keyboard.press("Control+Alt+m");
    await typeComment(panel(ada.page), "Dear?");
    await ada.page.keyboard.press("Control+Enter");
    await commentBy(ada.page, "Ada Byron").getByRole("button", { name: "Show in the description: block is dear" }).click();
    await highlight(ada.page).waitFor();
    await ada.send(workspace, { kind: "ticket.update", ticketId, patch: { description: "Some traffic labels." } });
    await commentBy(ada.page, "Ada Byron").getByText("No longer in the description:").waitFor();
    expect(await highlight(ada.page).count()).toBe(0);
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "comments-passage-gone");
  });

  it("ct9 can be added from the full page of the description, which then closes and shows the comments", async () => {
    await openTask(ada);
    const whole = ada.page.getByRole("dialog", { name: /^Description of/ });
    const writeOnFullPage = async () => {
      await described(ada.page).getByText("The second block is dear.").click();
      await panel(ada.page).getByRole("toolbar").getByRole("button", { name: "Open in full page" }).click();
      await whole.getByRole("textbox", { name: "Description" }).getByText("The second block is dear.").click();
    };
    await writeOnFullPage();
    await select(whole, "is dear");
    await ada.page.keyboard.press("Control+Alt+m");
    await panel(ada.page).getByRole("group", { name: "Comment on selected text" }).waitFor();
    await until("the field has the focus", async () => (await focusedName(ada.page)) === "Comment");
    expect(new URL(ada.page.url()).search).not.toContain("text=");
    await ada.page.keyboard.type("How dear?");
    await ada.page.keyboard.press("Control+Enter");
    await commentBy(ada.page, "Ada Byron").getByText("How dear?").waitFor();

    await writeOnFullPage();
    await whole.locator("[data-passage]").click();
    await whole.waitFor({ state: "detached" });
    await until("the thread is in sight", () => commentBy(ada.page, "Ada Byron").evaluate((element) => element.getBoundingClientRect().top < innerHeight));
  });
});

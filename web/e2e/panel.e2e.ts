import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { textIn, typeComment } from "./support/comments";
import { faultsOf } from "./support/faults";
import { gridOf, row, write } from "./support/list";
import { until } from "./support/node";
import { goOffline } from "./support/offline";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";
import { tapped } from "./support/tap";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
});
afterAll(() => stage?.close());
beforeEach(async () => {
  for (const { context } of [ada, ben]) await context.setOffline(false);
  workspace = await ada.makeWorkspace("Panel", "PAN");
  await ada.goto(`/w/${workspace.id}`);
});

const panel = (page: Page) => page.getByRole("complementary");
const property = (page: Page, name: string) => panel(page).getByRole("group", { name, exact: true });
/** The accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element === document.body ? "the page" : (element?.getAttribute("aria-label") ?? element?.textContent ?? "");
  });
const focuses = (page: Page, name: string) => until(`${name} has the focus`, async () => (await focused(page)) === name);

async function open(page: Page, title: string) {
  await row(page, title).getByRole("link").click();
  await panel(page).getByRole("heading", { name: title }).waitFor();
}

async function describeTask(page: Page, text: string) {
  await panel(page).getByRole("button", { name: "Add a description" }).click();
  await panel(page).getByRole("textbox", { name: "Description" }).fill(text);
  await page.keyboard.press("Escape");
}

/** Describes a task as another client does, in Markdown. */
async function describeByApi(title: string, description: string) {
  const found = (await ada.snapshot(workspace)).find(({ entity, data }) => entity === "ticket" && data.title === title);
  await ada.send(workspace, { kind: "ticket.update", ticketId: found?.data.id, patch: { description } });
}

async function say(page: Page, text: string) {
  await panel(page).getByRole("textbox", { name: "Comment" }).fill(text);
  await page.keyboard.press("Control+Enter");
  await panel(page).getByRole("list", { name: "Feed" }).getByText(text.split("\n")[0] ?? "").first().waitFor();
}

describe("the focus in a task", () => {
  it("stays at the description after Esc, and continues from there", async () => {
    await write(ada.page, "Keep the focus");
    await open(ada.page, "Keep the focus");
    await describeTask(ada.page, "Some words");
    await focuses(ada.page, "Edit description");
    await ada.page.keyboard.press("Enter");
    await focuses(ada.page, "Description");
  });

  it("goes from the title to the description with Enter, and stays at the title after Esc", async () => {
    const { page } = ada;
    await write(page, "Name the boat");
    await open(page, "Name the boat");
    await panel(page).getByRole("button", { name: "Name the boat", exact: true }).click();
    await page.keyboard.type("s");
    await page.keyboard.press("Enter");
    await focuses(page, "Description");
    await page.keyboard.type("Each boat has a name.");
    await page.keyboard.press("Escape");
    await focuses(page, "Edit description");
    await panel(page).getByRole("button", { name: "Name the boats", exact: true }).click();
    await page.keyboard.press("Escape");
    await focuses(page, "Name the boats");
    await panel(page).getByText("Each boat has a name.").waitFor();
  });

  it("stays in a comment that was begun while the description was being saved", async () => {
    await write(ada.page, "Go on writing");
    const tap = await tapped(ada.page);
    await ada.page.reload();
    await open(ada.page, "Go on writing");
    tap.hold = true;
    await describeTask(ada.page, "Some words");
    await panel(ada.page).getByRole("textbox", { name: "Comment" }).fill("First");
    expect(await panel(ada.page).getByRole("textbox", { name: "Description" }).count()).toBe(1);
    tap.hold = false;
    await tap.close(1012);
    // The formatted text takes the place of the editor once the node has the description.
    await panel(ada.page).getByRole("textbox", { name: "Description" }).waitFor({ state: "detached" });
    await ada.page.keyboard.type(" words");
    expect(await textIn(panel(ada.page).getByRole("textbox", { name: "Comment" }))).toBe("First words");
  });

  it("starts at the end of an edited comment, with Save in view", async () => {
    await write(ada.page, "Talk");
    await open(ada.page, "Talk");
    await say(ada.page, Array.from({ length: 40 }, (_, line) => `Line ${line + 1}`).join("\n"));
    await panel(ada.page).getByRole("button", { name: "Comment actions" }).click();
    await ada.page.getByRole("menuitem", { name: "Edit" }).click();
    const field = panel(ada.page).getByRole("textbox", { name: "Edit comment" });
    await focuses(ada.page, "Edit comment");
    await until("the caret is in the last line", () => field.evaluate(() => getSelection()?.anchorNode?.textContent === "Line 40"));
    const hiddenBelow = () => field.evaluate((area) => area.scrollHeight - area.clientHeight - area.scrollTop);
    await until("the last line is in sight", async () => (await hiddenBelow()) < 2);
    const save = panel(ada.page).getByRole("button", { name: "Save" });
    const foot = panel(ada.page).getByRole("textbox", { name: "Comment", exact: true });
    await until("Save is in sight", async () => {
      const [below, at] = [await foot.boundingBox(), await save.boundingBox()];
      return below !== null && at !== null && at.y + at.height < below.y;
    });
    await ada.shot("comment-editor");
  });

  it("goes back to the menu button of a comment that was edited and saved, by key or by button", async () => {
    await write(ada.page, "Say it better");
    await open(ada.page, "Say it better");
    await say(ada.page, "First words");
    const edit = async (text: string, save: () => Promise<void>) => {
      await panel(ada.page).getByRole("button", { name: "Comment actions" }).click();
      await ada.page.getByRole("menuitem", { name: "Edit" }).click();
      await panel(ada.page).getByRole("textbox", { name: "Edit comment" }).fill(text);
      await save();
      await panel(ada.page).getByRole("list", { name: "Feed" }).getByText(text).waitFor();
      await focuses(ada.page, "Comment actions");
    };
    await edit("Second words", () => ada.page.keyboard.press("Control+Enter"));
    await edit("Third words", () => panel(ada.page).getByRole("button", { name: "Save" }).click());
  });

  it("goes to a task that the palette found, whether another, none or the same is open", async () => {
    await write(ada.page, "Found by its name");
    await write(ada.page, "Second of them");
    const find = async (title: string) => {
      await ada.page.keyboard.press("Control+k");
      await ada.page.getByRole("combobox").fill(title);
      await ada.page.getByRole("option", { name: title, selected: true }).waitFor();
      await ada.page.keyboard.press("Enter");
      await panel(ada.page).getByRole("heading", { name: title }).waitFor();
      await focuses(ada.page, title);
    };
    await find("Found by its name");
    await find("Second of them");
    await find("Second of them");
  });

  it("returns to its place when the palette closes", async () => {
    await write(ada.page, "Stay here");
    await open(ada.page, "Stay here");
    await panel(ada.page).getByRole("button", { name: "Copy link" }).focus();
    await ada.page.keyboard.press("Control+k");
    await ada.page.getByRole("combobox").waitFor();
    await ada.page.keyboard.press("Escape");
    await focuses(ada.page, "Copy link");
  });
});

describe("a task that is open", () => {
  it("shows its reporter at once, before the server has stored it", async () => {
    await goOffline(ada.context);
    await write(ada.page, "Reported by me");
    await open(ada.page, "Reported by me");
    await property(ada.page, "Reporter").getByText("Ada Byron").waitFor();
    await ada.context.setOffline(false);
    await panel(ada.page).getByText("PAN-1").first().waitFor();
    await property(ada.page, "Reporter").getByText("Ada Byron").waitFor();
  });

  it("closes with a click on empty space of the page, after one that closes a picker or leaves a text", async () => {
    const { page } = ada;
    await write(page, "Clear the slipway");
    await open(page, "Clear the slipway");
    await property(page, "Priority").getByRole("button").click();
    await page.getByRole("combobox").waitFor();
    await page.mouse.click(400, 700);
    await page.getByRole("combobox").waitFor({ state: "detached" });
    await panel(page).getByRole("button", { name: "Add subtask" }).click();
    await panel(page).getByRole("textbox", { name: "New subtask" }).fill("Sweep it");
    await page.mouse.click(400, 700);
    await panel(page).getByRole("link", { name: "Sweep it" }).waitFor();
    await page.mouse.click(400, 700);
    await panel(page).waitFor({ state: "detached" });
    await until("the row has the focus", () => row(page, "Clear the slipway").evaluate((it) => it.contains(document.activeElement)));
  });

  it("shows the lock of a private task, as its row and card do", async () => {
    await ada.goto(`/w/${workspace.id}/private`);
    await write(ada.page, "My secret");
    await row(ada.page, "My secret").getByRole("img", { name: "Private" }).waitFor();
    await open(ada.page, "My secret");
    await panel(ada.page).getByRole("img", { name: "Private" }).waitFor();
    await ada.shot("private-task");
    await ada.goto(`/w/${workspace.id}/private?view=kanban`);
    await ada.page.getByRole("article").getByRole("img", { name: "Private" }).waitFor();
  });

  it("is completed and followed by buttons of its header, which have tips with their keys", async () => {
    await write(ada.page, "Mend the nets");
    await open(ada.page, "Mend the nets");
    const header = (name: string) => panel(ada.page).getByRole("banner").or(panel(ada.page).locator("header")).getByRole("button", { name, exact: true });
    await header("Complete").hover();
    await ada.page.getByRole("tooltip").filter({ hasText: "Complete" }).locator("kbd").first().waitFor();
    await header("Complete").click();
    await property(ada.page, "Status").getByText("Done").waitFor();
    await header("Reopen").click();
    await header("Complete").waitFor();
    await header("Unsubscribe").click();
    // A tip does not come back before the pointer has left the button.
    await panel(ada.page).getByRole("heading", { name: "Mend the nets" }).hover();
    await header("Subscribe").hover();
    await ada.page.getByRole("tooltip").filter({ hasText: "Subscribe" }).locator("kbd").first().waitFor();
    await ada.shot("panel-header");
    await header("Subscribe").click();
    await header("Unsubscribe").waitFor();
    await ada.page.setViewportSize({ width: 390, height: 844 });
    await header("Back").waitFor();
    expect(await header("Complete").count()).toBe(0);
    await header("Task actions").click();
    for (const name of ["Complete", "Unsubscribe"]) await ada.page.getByRole("menuitem", { name }).waitFor();
    await ada.page.keyboard.press("Escape");
    await ada.page.setViewportSize({ width: 1440, height: 900 });
  });

  it("keeps the key of its parent on one line", async () => {
    await write(ada.page, "The parent has a title that is so long that it never fits into the panel");
    await open(ada.page, "The parent has a title that is so long that it never fits into the panel");
    await panel(ada.page).getByRole("button", { name: "Add subtask" }).click();
    await ada.page.keyboard.type("The child");
    await ada.page.keyboard.press("Enter");
    await panel(ada.page).getByRole("link", { name: "The child" }).click();
    const key = property(ada.page, "Parent").getByText("PAN-1", { exact: true });
    await key.waitFor();
    await ada.shot("parent");
    expect((await key.boundingBox())?.height).toBeLessThan(24);
  });

  it("joins one person's changes in its history, with the final values", async () => {
    await write(ada.page, "Changed often");
    await open(ada.page, "Changed often");
    for (const name of ["Week", "Day", "Month"]) {
      await property(ada.page, "Priority").getByRole("button").click();
      await ada.page.getByRole("option", { name }).click();
      await property(ada.page, "Priority").getByRole("button", { name: `Priority: ${name}` }).waitFor();
    }
    const feed = panel(ada.page).getByRole("list", { name: "Feed" });
    await feed.getByText("set priority to Month").waitFor();
    expect(await feed.getByRole("listitem").count()).toBe(1);
    expect(await feed.getByText("Ada Byron").count()).toBe(1);
    await ada.shot("history");
  });

  it("has clickable checkboxes in its description, with live ticks for others", async () => {
    await ada.invite(ben, workspace);
    await write(ada.page, "Steps");
    await open(ada.page, "Steps");
    await describeByApi("Steps", "- [ ] measure\n- [x] list\n\n`code`");
    await panel(ada.page).getByRole("checkbox", { name: "measure" }).click();
    await ben.goto(`/w/${workspace.id}`);
    await open(ben.page, "Steps");
    await panel(ben.page).getByRole("checkbox", { name: "measure", checked: true }).waitFor();
    await panel(ben.page).getByRole("checkbox", { name: "list" }).click();
    await panel(ada.page).getByRole("checkbox", { name: "list", checked: false }).waitFor();
    await panel(ada.page).getByRole("textbox", { name: "Description" }).waitFor({ state: "detached" });
    await ada.shot("ticked");
  });

  it("draws code equally legible under the pointer, in a text and in a link", async () => {
    await write(ada.page, "Read the code");
    await open(ada.page, "Read the code");
    await describeByApi("Read the code", "Run `make all`, then [read `docs`](https://example.org/).");
    await typeComment(panel(ada.page), "As `make` says");
    await ada.page.keyboard.press("Control+Enter");
    const colors = (code: Locator) =>
      code.evaluate(async (it) => {
        // A transition that another one replaces is cancelled, and never finishes.
        await Promise.allSettled(document.getAnimations().flatMap((one) => (one.effect?.getComputedTiming().endTime === Infinity ? [] : [one.finished])));
        const { color, backgroundColor, opacity } = getComputedStyle(it);
        return { color, backgroundColor, opacity };
      });
    for (const text of ["make all", "docs", "make"]) {
      const code = panel(ada.page).locator("code").getByText(text, { exact: true });
      await ada.page.getByRole("heading", { level: 1 }).hover();
      const before = await colors(code);
      expect(before.color).not.toBe(before.backgroundColor);
      await code.hover();
      expect(await colors(code)).toEqual(before);
    }
    await ada.shot("code");
  });

  it("keeps another person's ring away from the text", async () => {
    await ada.invite(ben, workspace);
    await write(ada.page, "In company");
    await open(ada.page, "In company");
    await describeTask(ada.page, "The text");
    await ben.goto(`/w/${workspace.id}`);
    await open(ben.page, "In company");
    await panel(ben.page).getByText("The text").click();
    await panel(ben.page).getByRole("textbox", { name: "Description" }).waitFor();
    const ring = panel(ada.page).getByRole("region", { name: "Description" }).locator("[data-ring]");
    await ring.waitFor();
    const [outer, inner] = [await ring.boundingBox(), await panel(ada.page).getByText("The text").boundingBox()];
    expect((inner?.x ?? 0) - (outer?.x ?? 0)).toBeGreaterThanOrEqual(8);
    expect((inner?.y ?? 0) - (outer?.y ?? 0)).toBeGreaterThanOrEqual(4);
    await ada.shot("ring");
  });

  it("does not offer a loop, and gives the reason", async () => {
    await write(ada.page, "First");
    await write(ada.page, "Second");
    await open(ada.page, "First");
    const link = async (side: string) => {
      await panel(ada.page).getByRole("button", { name: "Add link" }).click();
      await ada.page.getByRole("menuitem", { name: side, exact: true }).click();
    };
    await link("Blocks");
    await ada.page.getByRole("option", { name: "Second" }).click();
    await panel(ada.page).getByRole("link", { name: "Second" }).waitFor();
    await link("Blocked by");
    const looped = ada.page.getByRole("option", { name: "Second" });
    await looped.waitFor();
    expect(await looped.getAttribute("aria-disabled")).toBe("true");
    await looped.getByText("Would create a loop").waitFor();
    await ada.shot("loop");
  });
});

describe("empty attributes of a task", () => {
  it("are folded until a click, which is remembered, or their key shows them", async () => {
    const eve = await stage.person("Eve Fold", { foldsEmpty: true });
    const own = await eve.makeWorkspace("Folds", "FOL");
    await eve.goto(`/w/${own.id}`);
    const { page } = eve;
    await write(page, "Caulk the seams");
    await open(page, "Caulk the seams");
    for (const name of ["Status", "Assignees", "Dates", "Lists"]) await property(page, name).waitFor();
    for (const name of ["Priority", "Labels", "Parent"]) expect([name, await property(page, name).isVisible()]).toEqual([name, false]);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "panel-folded");
    await page.keyboard.press("p");
    await page.getByRole("dialog", { name: "Priority" }).getByRole("option", { name: "Week" }).click();
    await property(page, "Priority").getByText("Week").waitFor();
    // A line whose value is removed keeps its place, and the focus.
    await page.keyboard.press("p");
    await page.getByRole("dialog", { name: "Priority" }).getByRole("option", { name: "No priority" }).click();
    await until("the line has the focus", () => property(page, "Priority").evaluate((it) => it.contains(document.activeElement)));
    await panel(page).getByRole("button", { name: "Add attribute" }).click();
    await property(page, "Labels").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    await property(page, "Labels").waitFor();
    await panel(page).getByRole("button", { name: "Hide empty attributes" }).click();
    for (const name of ["Priority", "Labels", "Parent"]) await property(page, name).waitFor({ state: "hidden" });
  });
});

describe("a title that is too long", () => {
  const long = "a".repeat(512);
  const count = (page: Page) => page.getByText("Too long: 512 of 500 characters");
  const field = (scope: Locator, name: string) => scope.getByRole("textbox", { name, exact: true });
  const has = (input: Locator, text: string) => until(`the field has ${text.length} characters`, async () => (await input.inputValue()) === text);

  it("is refused with its length in a cell, and stays there after a blur", async () => {
    const { page } = ada;
    await write(page, "Short");
    const cell = row(page, "Short").getByRole("gridcell").nth(1);
    await cell.click({ position: { x: ((await cell.boundingBox())?.width ?? 0) - 8, y: 8 } });
    await page.keyboard.press("F2");
    const input = field(gridOf(page), "Title");
    await input.fill(long);
    await page.keyboard.press("Enter");
    await count(page).waitFor();
    await page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem").filter({ hasText: "Too long" }).getByRole("button", { name: "Dismiss" }).click();
    await count(page).waitFor({ state: "detached" });
    await page.getByRole("navigation", { name: "Workspace" }).click({ position: { x: 4, y: 4 } });
    await count(page).waitFor();
    await has(input, long);
    await input.fill("Shorter");
    await input.press("Enter");
    await row(page, "Shorter").waitFor();
  });

  it("is refused with its length in the panel, and stays in its field after a reload", async () => {
    const { page } = ada;
    await write(page, "Short");
    await open(page, "Short");
    await panel(page).getByRole("button", { name: "Short", exact: true }).click();
    const input = field(panel(page), "Title");
    await input.fill(long);
    await input.press("Escape");
    await count(page).waitFor();
    await page.reload();
    await has(input, long);
    await input.fill("Shorter");
    await input.press("Enter");
    await panel(page).getByRole("heading", { name: "Shorter" }).waitFor();
    await page.reload();
    await panel(page).getByRole("heading", { name: "Shorter" }).waitFor();
    await panel(page).getByRole("button", { name: "Shorter", exact: true }).click();
    await input.fill(long);
    await input.press("Escape");
    await count(page).waitFor();
    await input.press("Escape");
    await panel(page).getByRole("heading", { name: "Shorter" }).waitFor();
  });

  it("is refused with its length in the dialog for a new task, and stays there", async () => {
    const { page } = ada;
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New task" });
    const input = field(dialog, "Title");
    await input.fill(long);
    await dialog.getByRole("button", { name: "Create task" }).click();
    await dialog.getByRole("alert").getByText("512 of 500 characters").waitFor();
    await has(input, long);
    await input.fill("From the dialog");
    expect(await dialog.getByRole("alert").count()).toBe(0);
    await input.press("Enter");
    await row(page, "From the dialog").waitFor();
  });

  it("is refused with its length for a new card of the board, and stays there", async () => {
    const { page } = ada;
    await write(page, "Short");
    await page.keyboard.press("2");
    // The spreadsheet has a button of the same name, and stays until the board has loaded.
    await page.getByRole("article", { name: /Short/ }).waitFor();
    await page.getByRole("button", { name: "New task in Backlog" }).click();
    const input = field(page.getByRole("main"), "Title of the new task in Backlog");
    await input.fill(long);
    await input.press("Enter");
    await count(page).waitFor();
    await has(input, long);
    expect(await page.getByRole("article").count()).toBe(1);
    await input.fill("From the board");
    await input.press("Enter");
    await page.getByRole("article", { name: /From the board/ }).waitFor();
    await has(input, "");
    await page.keyboard.press("Escape");
    await page.keyboard.press("1");
  });

  it("is refused with its length for a subtask, and stays there", async () => {
    const { page } = ada;
    await write(page, "Short");
    await open(page, "Short");
    await panel(page).getByRole("button", { name: "Add subtask" }).click();
    const input = field(panel(page), "New subtask");
    await input.fill(long);
    await input.press("Enter");
    await count(page).waitFor();
    await has(input, long);
    await input.fill("A subtask");
    await input.press("Enter");
    await panel(page).getByRole("link", { name: "A subtask" }).waitFor();
    await has(input, "");
  });
});

describe("a title that two people change", () => {
  it("stays as it is typed, says who has changed it, and either title can be taken", async () => {
    await ada.invite(ben, workspace);
    await write(ada.page, "Paint the boat");
    await open(ada.page, "Paint the boat");
    await ben.goto(`/w/${workspace.id}/all`);
    await open(ben.page, "Paint the boat");
    const field = ({ page }: Person) => panel(page).getByRole("textbox", { name: "Title" });
    const note = panel(ada.page).getByRole("status").filter({ hasText: "Ben Nevis" });
    const has = (text: string) => until(`the title is “${text}”`, async () => (await field(ada).inputValue()) === text);
    const rename = async (from: string, to: string) => {
      await panel(ben.page).getByRole("button", { name: from, exact: true }).click();
      await field(ben).fill(to);
      await field(ben).press("Escape");
    };
    await panel(ada.page).getByRole("button", { name: "Paint the boat", exact: true }).click();
    await ada.page.keyboard.type(" in red");
    await rename("Paint the boat", "Varnish the boat");
    await note.getByText("Ben Nevis changed this. Your title is saved when you leave the field.").waitFor();
    await ada.page.keyboard.type(" and blue");
    await has("Paint the boat in red and blue");
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "panel-title-theirs");
    await note.getByRole("button", { name: "View theirs" }).click();
    await has("Varnish the boat");
    await note.getByText("Ben Nevis entered this.").waitFor();
    await note.getByRole("button", { name: "Back to mine" }).click();
    await has("Paint the boat in red and blue");
    // The own title is taken by leaving the field.
    await ada.page.keyboard.press("Escape");
    await panel(ben.page).getByRole("heading", { name: "Paint the boat in red and blue" }).waitFor();
    // Leaving the field while it shows the other person's title keeps that title.
    await panel(ada.page).getByRole("button", { name: "Paint the boat in red and blue" }).click();
    await ada.page.keyboard.type("!");
    await rename("Paint the boat in red and blue", "Sell the boat");
    await note.getByRole("button", { name: "View theirs" }).click();
    await has("Sell the boat");
    await ada.page.keyboard.press("Escape");
    for (const { page } of [ada, ben]) await panel(page).getByRole("heading", { name: "Sell the boat" }).waitFor();
    expect((await ada.snapshot(workspace)).flatMap(({ entity, data }) => (entity === "ticket" ? [data.title] : []))).toEqual(["Sell the boat"]);
  });
});

describe("a text that the server refuses", () => {
  const banner = (page: Page) => page.getByRole("status").filter({ hasText: "not saved." });
  /** Longer than the server accepts in a comment. */
  const long = "z".repeat(50_001);

  it("returns to the comment field, with the reason and without a banner", async () => {
    const { page } = ada;
    await write(page, "Discuss");
    await open(page, "Discuss");
    const field = panel(page).getByRole("textbox", { name: "Comment" });
    await field.fill(long);
    await panel(page).getByRole("button", { name: "Send" }).click();
    await page.getByText(/^Not saved: Comment on PAN-1\./).waitFor();
    expect(await textIn(field)).toBe(long);
    expect(await banner(page).count()).toBe(0);
  });

  it("tx7 of a description is offered to its author, who goes on with the description of the server", async () => {
    const { page } = ada;
    await write(page, "Describe");
    await open(page, "Describe");
    await panel(page).getByRole("button", { name: "Add a description" }).click();
    const field = panel(page).getByRole("textbox", { name: "Description" });
    await field.fill("d".repeat(100_001));
    const notice = panel(page).getByRole("alert").filter({ hasText: "This text wasn't saved." });
    await notice.getByText("The description is too long.").waitFor();
    expect((await notice.textContent())?.match(/d{1000,}/)?.[0].length).toBe(100_001);
    expect(await field.textContent()).toBe("");
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await notice.waitFor({ state: "detached" });
    expect(await banner(page).count()).toBe(0);
  });
});

import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { textIn } from "./support/comments";
import { faultsOf } from "./support/faults";
import { row } from "./support/list";
import { until } from "./support/node";
import { goOffline } from "./support/offline";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
const list = randomUUID();
const titles = ["Mend the nets", "Tar the hull", "Buy rope", "Paint the mast", "Sweep the deck", "Oil the winch"];
const [nets, hull, rope, mast, deck] = titles as [string, string, string, string, string];
const ids = titles.map(() => randomUUID());
const wide = { width: 1920, height: 1000 };

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron", { viewport: wide });
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  await ada.send(workspace, { kind: "list.create", listId: list, name: "Ship" });
  for (const [n, title] of titles.entries()) await ada.send(workspace, { kind: "ticket.create", ticketId: ids[n], title, listIds: [list] });
});
afterAll(() => stage?.close());
beforeEach(async () => {
  await ada.context.setOffline(false);
  await ada.page.setViewportSize(wide);
});

const panes = (page: Page) => page.getByRole("complementary");
const pane = (page: Page, title: string) => panes(page).filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const tabs = (page: Page) => page.getByRole("navigation", { name: "Open tasks" });
const linkIn = (page: Page, title: string) => row(page, title).getByRole("link", { name: title, exact: true });
const address = (page: Page) => {
  const { pathname, searchParams } = new URL(page.url());
  return [searchParams.get("left") ?? "", pathname.split("/").at(-1) ?? "", searchParams.get("right") ?? ""].join(" | ");
};
const isAt = (page: Page, wanted: string) => until(`the address is ${wanted}`, async () => address(page) === wanted);
const shows = (page: Page, ...wanted: string[]) =>
  until(`the panes show ${wanted.join(", ")}`, async () => (await panes(page).locator("[data-ticket-title]").allTextContents()).join() === wanted.join());
const hasFocus = (thing: Locator) => until("the focus is there", () => thing.evaluate((it) => it.contains(document.activeElement)));
/** The face of a person in the header of a pane. */
const faceIn = (thing: Locator, name: string) => thing.locator("header").getByRole("img", { name: new RegExp(name) });
/** In whole pixels: the browser divides the space of panes in fractions. */
const widthOf = async (thing: Locator) => Math.round((await thing.boundingBox())?.width ?? 0);

/** Opens tasks from the list: the first one by a click, the others in panes of their own. */
async function open({ page, goto }: Person, ...wanted: string[]) {
  await goto(`/w/${workspace.key}/list/${list}?view=spreadsheet`);
  for (const [at, title] of wanted.entries()) {
    await linkIn(page, title).click(at === 0 ? {} : { modifiers: ["Alt"] });
    await pane(page, title).waitFor();
  }
}

describe("several tasks on a wide screen", () => {
  it("open side by side with Alt and a click, and leave space for the list (PN3)", async () => {
    const { page } = ada;
    await open(ada, nets, hull);
    await shows(page, nets, hull);
    // A pane may still be moving to its place.
    await until("the panes stand side by side, beside the list", async () => {
      const [first, second] = [await pane(page, nets).boundingBox(), await pane(page, hull).boundingBox()];
      return first !== null && second !== null && Math.round(first.x + first.width) === Math.round(second.x) && first.x > 200 + 320;
    });
    await shoot(page, "panes");
    await page.setViewportSize(wide);
    await shows(page, nets, hull);
    expect(await faultsOf(page)).toEqual([]);
  });

  it("are all named by the address, which reloading, going back and another person restore (PN1, PN5)", async () => {
    const { page } = ada;
    await open(ada, nets, hull);
    await isAt(page, "HAR-1 | HAR-2 | ");
    await page.reload();
    await shows(page, nets, hull);
    await page.goBack();
    await shows(page, nets);
    await isAt(page, " | HAR-1 | ");
    await page.goForward();
    await shows(page, nets, hull);
    await ben.page.setViewportSize(wide);
    await ben.page.goto(page.url());
    await shows(ben.page, nets, hull);
    await ben.page.setViewportSize({ width: 1440, height: 900 });
  });

  it("follow the list: a click shows a task in the active pane, or leads to the pane that it has (PN2)", async () => {
    const { page } = ada;
    await open(ada, nets, hull);
    await linkIn(page, rope).click();
    await shows(page, nets, rope);
    await linkIn(page, nets).click();
    await isAt(page, " | HAR-1 | HAR-3");
    await shows(page, nets, rope);
    await linkIn(page, mast).click();
    await shows(page, mast, rope);
    // The toolbar of the list changes the address, and the panes stay.
    await page.keyboard.press("2");
    await page.getByRole("article").first().waitFor();
    await shows(page, mast, rope);
  });

  it("take the space that the person gives them, also after a reload", async () => {
    const { page } = ada;
    await open(ada, nets, hull);
    const before = [await widthOf(pane(page, nets)), await widthOf(pane(page, hull))] as const;
    const edge = pane(page, hull).getByRole("separator", { name: "Panel width" });
    await edge.focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowLeft");
    const after = async () => [await widthOf(pane(page, nets)), await widthOf(pane(page, hull))];
    await expect.poll(after).toEqual([before[0] - 48, before[1] + 48]);
    await page.reload();
    await shows(page, nets, hull);
    expect(await after()).toEqual([before[0] - 48, before[1] + 48]);
    // The pane at the left never becomes narrower than a panel may be.
    const from = await edge.boundingBox();
    if (!from) throw new Error("the edge is not there");
    await page.mouse.move(from.x + 3, 300);
    await page.mouse.down();
    await page.mouse.move(from.x - 600, 300, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => widthOf(pane(page, nets))).toBe(480);
  });

  it("are opened from links in a pane, and from the menu of a row (PN3)", async () => {
    const { page } = ada;
    await ada.send(workspace, { kind: "link.create", linkId: randomUUID(), fromTicketId: ids[0], toTicketId: ids[4], linkKind: "relates" });
    await open(ada, nets);
    await pane(page, nets).getByRole("link", { name: new RegExp(deck) }).click({ modifiers: ["Alt"] });
    await shows(page, nets, deck);
    await linkIn(page, rope).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Open in another pane" }).click();
    await isAt(page, "HAR-1,HAR-5 | HAR-3 | ");
  });
});

describe("two people and two panes", () => {
  it("see each other's edits, comments and faces in the second pane", async () => {
    const { page } = ada;
    await open(ada, nets, hull);
    await open(ben, hull);
    await faceIn(pane(ben.page, hull), "Ada Byron").waitFor();
    await faceIn(pane(page, hull), "Ben Kaduk").waitFor();
    expect(await faceIn(pane(page, nets), "Ben Kaduk").count()).toBe(0);
    // A draft in the first pane stays while the second one is used.
    await pane(page, nets).getByRole("textbox", { name: "Comment" }).fill("Not sent yet");
    await pane(page, hull).getByRole("button", { name: "Add a description" }).click();
    await pane(page, hull).getByRole("textbox", { name: "Description" }).fill("Two coats of tar.");
    await page.keyboard.press("Escape");
    await pane(ben.page, hull).getByText("Two coats of tar.").waitFor();
    await pane(ben.page, hull).getByRole("textbox", { name: "Comment" }).fill("Three, please.");
    await ben.page.keyboard.press("Control+Enter");
    await pane(page, hull).getByRole("list", { name: "Feed" }).getByText("Three, please.").waitFor();
    await pane(ben.page, hull).getByRole("heading", { name: hull }).getByRole("button").click();
    await ben.page.keyboard.press("Control+a");
    await ben.page.keyboard.type("Tar the whole hull");
    await ben.page.keyboard.press("Enter");
    await pane(page, "Tar the whole hull").waitFor();
    await ben.send(workspace, { kind: "ticket.update", ticketId: ids[1], patch: { title: hull } });
    expect(await textIn(pane(page, nets).getByRole("textbox", { name: "Comment" }))).toBe("Not sent yet");
    await pane(page, nets).getByRole("textbox", { name: "Comment" }).fill("");
  });

  it("are seen in the task of the pane that they use", async () => {
    await open(ada, nets, hull);
    await open(ben, hull);
    const face = faceIn(pane(ben.page, hull), "Ada Byron");
    await face.waitFor();
    await pane(ada.page, nets).getByRole("textbox", { name: "Comment" }).click();
    await face.waitFor({ state: "detached" });
    await row(ben.page, nets).getByTitle("Ada Byron is here").waitFor();
    await pane(ada.page, hull).getByRole("textbox", { name: "Comment" }).click();
    await face.waitFor();
  });
});

describe("keys and panes", () => {
  it("open a task in another pane, and act on the active one (PN2, PN3)", async () => {
    const { page } = ada;
    await open(ada);
    await row(page, nets).getByRole("gridcell").first().focus();
    await page.keyboard.press("Enter");
    await shows(page, nets);
    await row(page, hull).getByRole("gridcell").first().focus();
    await page.keyboard.press("Control+Alt+Enter");
    await shows(page, nets, hull);
    await hasFocus(pane(page, hull));
    // J passes over the task of the other pane.
    await page.keyboard.press("k");
    await isAt(page, "HAR-1 | HAR-2 | ");
    await page.keyboard.press("j");
    await shows(page, nets, rope);
    await page.keyboard.press("p");
    await page.getByRole("option", { name: "Week" }).click();
    await pane(page, rope).getByRole("button", { name: "Priority: Week" }).waitFor();
    expect(await pane(page, nets).getByRole("button", { name: "Priority: Week" }).count()).toBe(0);
  });

  it("move the focus with F6 from the list through the panes, and the pane with the focus is the active one (PN4)", async () => {
    const { page } = ada;
    await open(ada, nets, hull);
    await page.getByRole("main").focus();
    await page.keyboard.press("F6");
    await hasFocus(pane(page, nets));
    await isAt(page, " | HAR-1 | HAR-2");
    await page.keyboard.press("F6");
    await hasFocus(pane(page, hull));
    await isAt(page, "HAR-1 | HAR-2 | ");
    await page.keyboard.press("Shift+F6");
    await hasFocus(pane(page, nets));
  });

  it("close the active pane with Esc after everything in it, and then the other one (PN4)", async () => {
    const { page } = ada;
    await open(ada, nets, hull);
    const comment = pane(page, hull).getByRole("textbox", { name: "Comment" });
    await comment.fill("Half a thought");
    await page.keyboard.press("Escape");
    await shows(page, nets, hull);
    await page.keyboard.press("Escape");
    await shows(page, nets);
    await hasFocus(pane(page, nets));
    await page.keyboard.press("Escape");
    await shows(page);
    await page.goBack();
    await page.goBack();
    await shows(page, nets, hull);
    expect(await textIn(comment)).toBe("Half a thought");
    await comment.fill("");
  });
});

describe("panes that do not fit", () => {
  it("become tabs above the active one, and come back with the space (PN6)", async () => {
    const { page } = ada;
    await open(ada, nets, hull);
    await pane(page, nets).getByRole("textbox", { name: "Comment" }).fill("Kept");
    await page.setViewportSize({ width: 1280, height: 900 });
    await shows(page, nets);
    await tabs(page).getByRole("button", { name: `HAR-2 ${hull}` }).click();
    await shows(page, hull);
    await isAt(page, "HAR-1 | HAR-2 | ");
    expect(await faultsOf(page)).toEqual([]);
    await tabs(page).getByRole("button", { name: `HAR-1 ${nets}` }).click();
    await shows(page, nets);
    expect(await textIn(pane(page, nets).getByRole("textbox", { name: "Comment" }))).toBe("Kept");
    await page.setViewportSize(wide);
    await shows(page, nets, hull);
    await tabs(page).waitFor({ state: "detached" });
    await pane(page, nets).getByRole("textbox", { name: "Comment" }).fill("");
  });

  it("are tabs on a phone, too, and Back closes the shown one (PN6)", async () => {
    const { page } = ada;
    await open(ada, nets, hull);
    await page.setViewportSize({ width: 390, height: 844 });
    await shows(page, hull);
    await shoot(page, "panes-tabs");
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await faultsOf(page)).toEqual([]);
    await pane(page, hull).getByRole("button", { name: "Back", exact: true }).click();
    await shows(page, nets);
    await tabs(page).waitFor({ state: "detached" });
  });

  it("are tabs beside those that fit: a third task on a screen for two (PN6)", async () => {
    const { page } = ada;
    await open(ada, nets, hull, rope);
    await shows(page, hull, rope);
    await tabs(page).getByRole("button", { name: `HAR-1 ${nets}` }).click();
    await shows(page, nets, hull);
    await page.setViewportSize({ width: 2560, height: 1000 });
    await shows(page, nets, hull, rope);
  });

  it("are tabs above the full page, which the others join again when it ends (PN6)", async () => {
    const { page } = ada;
    await open(ada, nets, hull);
    await page.keyboard.press("Control+Enter");
    await shows(page, hull);
    await tabs(page).getByRole("button", { name: `HAR-1 ${nets}` }).click();
    await shows(page, nets);
    await page.keyboard.press("Control+Enter");
    await shows(page, nets, hull);
  });
});

describe("a pane without its task", () => {
  it("says so beside the other one, which still works", async () => {
    const { page } = ada;
    await ada.goto(`/w/${workspace.key}/list/${list}/HAR-99?right=HAR-2`);
    await pane(page, hull).waitFor();
    await panes(page).getByText("Task not found").waitFor();
    await shoot(page, "panes-not-found");
    await page.setViewportSize(wide);
    await panes(page).filter({ hasText: "Task not found" }).getByRole("button", { name: "Close", exact: true }).last().click();
    await shows(page, hull);
    await isAt(page, " | HAR-2 | ");
  });

  it("without a network shows what this device has stored, and says once that it is offline", async () => {
    const { page } = ada;
    await open(ada, nets, hull);
    await goOffline(ada.context);
    await page.getByText("You went offline", { exact: false }).first().waitFor();
    await pane(page, nets).getByRole("button", { name: /^Priority/ }).click();
    await page.getByRole("option", { name: "Month" }).click();
    await pane(page, nets).getByRole("button", { name: "Priority: Month" }).waitFor();
    expect(await panes(page).getByText("You went offline", { exact: false }).count()).toBe(1);
    await ada.context.setOffline(false);
    await until("the node has the priority", async () => (await ben.snapshot(workspace)).some(({ entity, data }) => entity === "ticket" && data.title === nets && data.priority === "month"));
  });

  it("closes when its task is deleted for good", async () => {
    const { page } = ada;
    await ada.send(workspace, { kind: "ticket.trash", ticketId: ids[5] });
    await ada.goto(`/w/${workspace.key}/trash/HAR-6?left=HAR-1`);
    await shows(page, nets, "Oil the winch");
    await pane(page, "Oil the winch").getByRole("button", { name: "Task actions" }).click();
    await page.getByRole("menuitem", { name: "Delete permanently" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete permanently" }).click();
    await shows(page, nets);
  });
});

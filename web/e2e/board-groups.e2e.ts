import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
const listId = randomUUID();
const sides = randomUUID();
const effort = randomUUID();
const version = randomUUID();

const tasks = [
  { title: "Paint the pier", priority: "day", effort: 2 },
  { title: "Mend the nets", priority: "week", effort: 0.5 },
  { title: "Buy rope", priority: "week", effort: 3 },
  { title: "Oil the winch", effort: 1 },
] as const;
const ids = new Map(tasks.map(({ title }) => [title as string, randomUUID()]));
const idOf = (title: string) => ids.get(title) ?? "";

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  const send = (command: Record<string, unknown>) => ada.send(workspace, command);
  await send({ kind: "list.create", listId, name: "Harbour works" });
  await send({ kind: "attribute.create", attributeId: sides, name: "Side", type: "singleSelect", options: ["North", "South"].map((name) => ({ optionId: randomUUID(), name })) });
  await send({ kind: "attribute.create", attributeId: effort, name: "Effort", type: "number" });
  await send({ kind: "workspace.update", patch: { estimateId: effort } });
  await send({ kind: "fixVersion.create", fixVersionId: version, name: "Spring" });
  for (const { title, effort: points, ...more } of tasks)
    await send({ kind: "ticket.create", ticketId: idOf(title), title, listIds: [listId], fields: { [effort]: points }, ...more });
});
afterAll(() => stage?.close());

const open = async (search: string, ...people: Person[]) => {
  for (const person of people) {
    await person.goto(`/w/${workspace.key}/list/${listId}?view=kanban${search}`);
    await card(person, "Paint the pier").first().waitFor();
  }
};
const card = ({ page }: Person, title: string) => page.getByRole("article", { name: new RegExp(title) });
const column = ({ page }: Person, name: string) => page.getByRole("region", { name, exact: true });
const cell = ({ page }: Person, name: string) => page.getByRole("group", { name, exact: true });
const heads = ({ page }: Person) => page.getByRole("heading", { level: 2 }).allTextContents();
const choose = async ({ page }: Person, menu: string | RegExp, item: string) => {
  await page.getByRole("toolbar", { name: "Filters and view" }).getByRole("button", { name: menu }).click();
  await page.getByRole("menuitemradio", { name: item, exact: true }).or(page.getByRole("menuitemcheckbox", { name: item, exact: true })).or(page.getByRole("menuitem", { name: item, exact: true })).click();
};

/** Drags a card with the pointer into an element. */
async function drag(person: Person, title: string, to: ReturnType<typeof card>, key?: "Alt") {
  await card(person, title).first().scrollIntoViewIfNeeded();
  const [from, target] = [await card(person, title).first().boundingBox(), await to.boundingBox()];
  if (!from || !target) throw new Error("The card or its target is not there");
  const { mouse, keyboard } = person.page;
  await mouse.move(from.x + 60, from.y + 16);
  await mouse.down();
  await mouse.move(from.x + 66, from.y + 22, { steps: 3 });
  if (key) await keyboard.down(key);
  await mouse.move(target.x + target.width / 2, target.y + Math.min(target.height / 2, 200), { steps: 5 });
  await mouse.move(target.x + target.width / 2 + 1, target.y + Math.min(target.height / 2, 200));
  await mouse.up();
  if (key) await keyboard.up(key);
}

const axe = async ({ page }: Person) => {
  expect(await faultsOf(page)).toEqual([]);
};

describe("the columns of a board", () => {
  it("are the values of the field that is chosen, which the address names", async () => {
    await open("", ada, ben);
    expect(await heads(ada)).toEqual(["Backlog", "To do", "Done"]);
    await choose(ada, /Columns/, "Priority");
    await expect.poll(() => heads(ada)).toEqual(["Day", "Week", "Month", "Quarter", "Year", "No priority"]);
    expect(new URL(ada.page.url()).searchParams.get("group")).toBe("priority");
    await column(ada, "Week").getByRole("article", { name: /Buy rope/ }).waitFor();
    await column(ada, "No priority").getByRole("article", { name: /Oil the winch/ }).waitFor();
    expect(await ada.page.getByRole("button", { name: "New status" }).count()).toBe(0);
    await axe(ada);
  });

  it("give a dropped card their value, for others at once, and one undo takes it back", async () => {
    await open("&group=priority", ben);
    await drag(ada, "Oil the winch", column(ada, "Month"));
    await column(ben, "Month").getByRole("article", { name: /Oil the winch/ }).waitFor();
    await ada.page.keyboard.press("ControlOrMeta+z");
    await column(ben, "No priority").getByRole("article", { name: /Oil the winch/ }).waitFor();
  });

  it("take all selected cards", async () => {
    await card(ada, "Paint the pier").hover();
    // The label around a checkbox takes the pointer for it.
    for (const title of ["Paint the pier", "Buy rope"]) await card(ada, title).locator("label").click();
    await drag(ada, "Buy rope", column(ada, "Year"));
    for (const title of ["Paint the pier", "Buy rope"]) await column(ben, "Year").getByRole("article", { name: new RegExp(title) }).waitFor();
    await ada.page.keyboard.press("Escape");
    await ada.page.keyboard.press("ControlOrMeta+z");
    await column(ben, "Day").getByRole("article", { name: /Paint the pier/ }).waitFor();
    await column(ben, "Week").getByRole("article", { name: /Buy rope/ }).waitFor();
  });

  it("hand a task over from one person to the next, and with Alt add the next", async () => {
    await ada.send(workspace, { kind: "ticket.update", ticketId: idOf("Buy rope"), patch: { assigneesIds: { add: [ada.id], remove: [] } } });
    await open("&group=assignee", ada, ben);
    await column(ada, "Ada Byron").getByRole("article", { name: /Buy rope/ }).waitFor();
    await drag(ada, "Buy rope", column(ada, "Ben Kaduk"), "Alt");
    await column(ben, "Ben Kaduk").getByRole("article", { name: /Buy rope/ }).waitFor();
    await column(ben, "Ada Byron").getByRole("article", { name: /Buy rope/ }).waitFor();
    await drag(ada, "Buy rope", column(ada, "No assignee"));
    await column(ben, "No assignee").getByRole("article", { name: /Buy rope/ }).waitFor();
    expect(await card(ben, "Buy rope").count()).toBe(1);
  });

  it("are those of an attribute, too", async () => {
    await open(`&group=${sides}`, ada, ben);
    expect(await heads(ada)).toEqual(["North", "South", "None"]);
    await drag(ada, "Mend the nets", column(ada, "South"));
    await column(ben, "South").getByRole("article", { name: /Mend the nets/ }).waitFor();
  });

  it("take no cards if nobody can set their value", async () => {
    await open("&group=creator", ada);
    expect(await ada.page.getByRole("button", { name: /^New task in/ }).count()).toBe(0);
    await drag(ada, "Mend the nets", column(ada, "Ben Kaduk"));
    await column(ada, "Ada Byron").getByRole("article", { name: /Mend the nets/ }).waitFor();
    expect(await column(ada, "Ben Kaduk").getByRole("article").count()).toBe(0);
  });

  it("are folded up, and hidden if they are empty; this browser keeps both", async () => {
    await open("&group=priority", ada);
    await ada.page.getByRole("button", { name: "Actions for Week" }).click();
    await ada.page.getByRole("menuitem", { name: "Collapse column" }).click();
    const folded = ada.page.getByRole("button", { name: "Expand Week, 2 tasks" });
    expect((await folded.boundingBox())?.width).toBe(44);
    await choose(ada, /Columns/, "Show empty columns");
    await expect.poll(() => heads(ada)).toEqual(["Day", "No priority"]);
    await ada.page.reload();
    await folded.waitFor();
    await expect.poll(() => heads(ada)).toEqual(["Day", "No priority"]);
    await folded.click();
    await expect.poll(() => heads(ada)).toEqual(["Day", "Week", "No priority"]);
    await choose(ada, /Columns/, "Show empty columns");
  });

  const act = async ({ page }: Person, name: string, ...lines: string[]) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    for (const line of lines) await page.getByRole("menuitem", { name: line, exact: true }).or(page.getByRole("menuitemcheckbox", { name: line, exact: true })).click();
  };

  it("are hidden one by one, and come back from the end of the board", async () => {
    await open("&group=priority", ada);
    const before = await heads(ada);
    await act(ada, "Week", "Hide column");
    const away = ada.page.getByRole("button", { name: "1 hidden column" });
    await away.waitFor();
    await ada.page.reload();
    await away.waitFor();
    await expect.poll(() => heads(ada)).toEqual(before.filter((name) => name !== "Week"));
    await axe(ada);
    await shoot(ada.page, "board-hidden");
    await away.focus();
    await ada.page.keyboard.press("Enter");
    await ada.page.getByRole("menuitem", { name: "Week 2 tasks" }).focus();
    await ada.page.keyboard.press("Enter");
    await expect.poll(() => heads(ada)).toEqual(before);
    expect(await away.count()).toBe(0);
  });

  it("are sorted one by one, and a drop says why a card of such a column did not stay", async () => {
    await open("&group=priority", ada);
    const titles = () => column(ada, "Week").getByRole("article").evaluateAll((cards) => cards.map((one) => one.querySelector("a")?.textContent));
    await expect.poll(titles).toEqual(["Mend the nets", "Buy rope"]);
    await act(ada, "Week", "Sort column", "Title");
    await expect.poll(titles).toEqual(["Buy rope", "Mend the nets"]);
    await column(ada, "Week").locator("header").getByTitle("Sorted: Title").waitFor();
    await card(ada, "Mend the nets").focus();
    await axe(ada);
    await shoot(ada.page, "board-sorted-column");
    await ada.page.keyboard.press("Shift+ArrowUp");
    const notice = ada.page.getByRole("listitem").filter({ hasText: "These tasks are sorted by title." });
    await notice.waitFor();
    await expect.poll(titles).toEqual(["Buy rope", "Mend the nets"]);
    await notice.getByRole("button", { name: "Switch to manual order" }).click();
    await expect.poll(titles).toEqual(["Mend the nets", "Buy rope"]);
    await act(ada, "Week", "Sort column", "Same order as the board");
    await expect.poll(() => column(ada, "Week").locator("header").getByTitle(/Sorted/).count()).toBe(0);
  });

  it("of an attribute are renamed and colored by people who may change its options", async () => {
    await open(`&group=${sides}`, ada, ben);
    await ben.page.getByRole("button", { name: "Actions for North" }).click();
    await ben.page.getByRole("menuitem", { name: "Hide column" }).waitFor();
    expect(await ben.page.getByRole("menuitem", { name: "Edit name and color" }).count()).toBe(0);
    await ben.page.keyboard.press("Escape");
    await act(ada, "North", "Edit name and color");
    const dialog = ada.page.getByRole("dialog", { name: "Edit “North”" });
    await dialog.getByLabel("Name").fill("South");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("That name is taken").waitFor();
    await dialog.getByLabel("Name").fill("East");
    await dialog.getByRole("radio", { name: "Teal" }).click();
    await axe(ada);
    await shoot(ada.page, "board-option");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => heads(ben)).toEqual(["East", "South", "None"]);
  });

  it("show the sum of the estimates, and of a version how many of its tasks are completed", async () => {
    for (const title of ["Mend the nets", "Buy rope"])
      await ada.send(workspace, { kind: "ticket.update", ticketId: idOf(title), patch: { fixVersionsIds: { add: [version], remove: [] } } });
    await open("&group=version", ada);
    const head = column(ada, "Spring").locator("header");
    await head.getByTitle("Effort: 3.5").waitFor();
    await head.getByTitle("0 of 2 tasks of the version completed").waitFor();
  });
});

describe("the limit of a column", () => {
  const head = ({ page }: Person, name: string) => page.getByRole("region", { name, exact: true }).locator("header");
  const setLimit = async ({ page }: Person, name: string, limit: string) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: /limit/i }).click();
    await page.getByRole("textbox", { name: "Maximum number of tasks" }).fill(limit);
    await page.getByRole("button", { name: "Save" }).click();
  };

  it("is set in the menu of the column and shown in its head, which warns before a drop exceeds it; no drop is blocked", async () => {
    await open("&group=priority", ada, ben);
    await setLimit(ada, "Week", "0");
    await ada.page.getByRole("alert").getByText("Enter a whole number from 1 to 999").waitFor();
    await ada.page.getByRole("textbox", { name: "Maximum number of tasks" }).fill("2");
    await ada.page.getByRole("button", { name: "Save" }).click();
    await head(ada, "Week").getByText("2 of 2").waitFor();
    await head(ada, "Week").getByText("2 tasks, at the limit of 2").waitFor();
    await axe(ada);
    await shoot(ada.page, "board-limit");
    // The head says what the drop would do.
    await card(ada, "Oil the winch").focus();
    await ada.page.keyboard.press("Space");
    for (let step = 0; step < 4; step += 1) await ada.page.keyboard.press("ArrowLeft");
    await head(ada, "Week").getByText("3 tasks, over the limit of 2").waitFor();
    await ada.page.getByRole("status").filter({ hasText: "Week, position 1 of 3. Over the limit of 2." }).waitFor();
    await shoot(ada.page, "board-over-limit");
    await ada.page.keyboard.press("Space");
    await column(ben, "Week").getByRole("article", { name: /Oil the winch/ }).waitFor();
    await head(ada, "Week").getByText("3 of 2").waitFor();
    // The limit belongs to Ada's browser.
    expect(await head(ben, "Week").getByText("of 2").count()).toBe(0);
    await axe(ada);
    await ada.page.reload();
    await head(ada, "Week").getByText("3 tasks, over the limit of 2").waitFor();
    await setLimit(ada, "Week", "");
    await expect.poll(() => head(ada, "Week").getByText("of 2").count()).toBe(0);
    await ada.send(workspace, { kind: "ticket.update", ticketId: idOf("Oil the winch"), patch: { priority: null } });
    await column(ben, "No priority").getByRole("article", { name: /Oil the winch/ }).waitFor();
  });
});

describe("the lanes of a board", () => {
  it("are the values of a second field, which the address names", async () => {
    await open("", ada, ben);
    await choose(ada, /Swimlanes/, "Priority");
    await cell(ada, "Backlog, Week").or(cell(ada, "To do, Week")).first().waitFor();
    expect(new URL(ada.page.url()).searchParams.get("lanes")).toBe("priority");
    const lanes = ada.page.getByRole("button", { name: /^(Day|Week|Month|No priority), \d task/ });
    expect(await lanes.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toEqual(["Day, 1 task", "Week, 2 tasks", "No priority, 1 task"]);
    await axe(ada);
  });

  it("change both values with one drop, which one undo takes back", async () => {
    await open("&lanes=priority", ada, ben);
    await drag(ada, "Oil the winch", cell(ada, "Done, Day"));
    await cell(ben, "Done, Day").getByRole("article", { name: /Oil the winch/ }).waitFor();
    await ada.page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => cell(ben, "Done, Day").getByRole("article").count()).toBe(0);
    await ben.page.getByRole("button", { name: "No priority, 1 task" }).waitFor();
  });

  it("are walked by arrows, and cards are moved by Shift and arrows, also across lanes", async () => {
    const { page } = ada;
    const said = page.getByRole("status").filter({ hasText: /Moved to/ });
    const status = (await cell(ada, "Done, Day").getByRole("article").count()) === 0;
    expect(status).toBe(true);
    await card(ada, "Paint the pier").focus();
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(/Mend the nets|Buy rope/);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await cell(ben, "Done, Day").getByRole("article", { name: /Paint the pier/ }).waitFor();
    await said.filter({ hasText: "Done, Day" }).waitFor();
    await page.keyboard.press("Shift+ArrowDown");
    await cell(ben, "Done, Week").getByRole("article", { name: /Paint the pier/ }).waitFor();
    await said.filter({ hasText: "Done, Week" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toContain("Paint the pier");
  });

  it("are folded up, and name the tasks in them", async () => {
    const { page } = ada;
    await page.getByRole("button", { name: /^Week, \d tasks/ }).click();
    expect(await cell(ada, "Done, Week").count()).toBe(0);
    await page.getByRole("region", { name: "Week", exact: true }).getByText(/HAR-\d/).waitFor();
    await page.reload();
    await page.getByRole("button", { name: /^Week, \d tasks/, expanded: false }).click();
    await cell(ada, "Done, Week").waitFor();
  });

  it("look like their picture", async () => {
    await shoot(ada.page, "board-lanes");
    await open("&group=status", ada);
    await shoot(ada.page, "board");
  });
});

describe("the fields on cards", () => {
  it("are those that a person chooses", async () => {
    await open("", ada);
    const { page } = ada;
    expect(await card(ada, "Buy rope").getByText("Spring").count()).toBe(0);
    await page.getByRole("button", { name: "Card", exact: true }).click();
    for (const name of ["Fix versions", "Effort"]) await page.getByRole("option", { name }).click();
    await page.keyboard.press("Escape");
    await card(ada, "Buy rope").getByText("Spring").waitFor();
    await card(ada, "Buy rope").getByText("Effort").waitFor();
    await page.reload();
    await card(ada, "Buy rope").getByText("Spring").waitFor();
    await axe(ada);
  });
});

describe("a card that another person moves", () => {
  it("flies to its new column, and the card in a hand stays", async () => {
    await open("&group=priority", ada, ben);
    // A picture of the card flies over the board, because a column would cut the card off at its edge.
    await ben.page.evaluate(() => {
      const flown: string[] = [];
      Object.assign(window, { flown });
      new MutationObserver((all) => {
        for (const { addedNodes } of all)
          for (const node of addedNodes) if (node instanceof HTMLElement && node.matches("article[aria-hidden]")) flown.push(node.dataset.ticket ?? "");
      }).observe(document.body, { childList: true, subtree: true });
    });
    const flown = () => ben.page.evaluate(() => (window as unknown as { flown: string[] }).flown);
    await ada.send(workspace, { kind: "ticket.update", ticketId: idOf("Mend the nets"), patch: { priority: "month" } });
    await expect.poll(flown).toEqual([idOf("Mend the nets")]);
    await expect.poll(() => ben.page.locator("article[aria-hidden]").count()).toBe(0);
    await column(ben, "Month").getByRole("article", { name: /Mend the nets/ }).waitFor();
    await card(ben, "Buy rope").focus();
    await ben.page.keyboard.press("Space");
    await ada.send(workspace, { kind: "ticket.update", ticketId: idOf("Buy rope"), patch: { priority: "year" } });
    await column(ben, "Year").getByRole("article", { name: /Buy rope/ }).waitFor();
    expect(await flown()).toEqual([idOf("Mend the nets")]);
    await ben.page.keyboard.press("Escape");
    // A person who has asked for less motion sees the card at its place at once.
    await ben.page.emulateMedia({ reducedMotion: "reduce" });
    await ada.send(workspace, { kind: "ticket.update", ticketId: idOf("Mend the nets"), patch: { priority: "day" } });
    await column(ben, "Day").getByRole("article", { name: /Mend the nets/ }).waitFor();
    expect(await flown()).toEqual([idOf("Mend the nets")]);
    await ben.page.emulateMedia({ reducedMotion: "no-preference" });
  });
});

describe("a lane with many cards", () => {
  it("renders those in sight, and the keyboard reaches the last one", async () => {
    const { page } = ada;
    const many = "Quarter, 120 tasks";
    await open("&lanes=priority", ada);
    if ((await page.getByRole("button", { name: many }).count()) === 0)
      for (let n = 1; n <= 120; n += 1)
        await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: `Plank ${n}`, listIds: [listId], priority: "quarter" });
    // A lane below it that is taller than the window.
    for (let n = 1; n <= 12; n += 1)
      await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: `Keel ${n}`, listIds: [listId], priority: "year" });
    await page.getByRole("button", { name: many }).waitFor();
    expect(await page.getByRole("article").count()).toBeLessThan(60);
    await page.getByRole("article", { name: /Plank 1,/ }).focus();
    await page.keyboard.press("End");
    const last = page.getByRole("article", { name: /Plank 120,/ });
    await expect.poll(() => last.evaluate((it) => it === document.activeElement)).toBe(true);
    const inSight = async (card: typeof last) => {
      const { y = 0, height = 0 } = (await card.boundingBox()) ?? {};
      return y > 100 && y + height <= 900;
    };
    await expect.poll(() => inSight(last)).toBe(true);
    expect(await page.getByRole("article").count()).toBeLessThan(60);
    await shoot(page, "board-lanes-long");
    await page.keyboard.press("Home");
    const first = page.getByRole("article", { name: /Plank 1,/ });
    await expect.poll(() => first.evaluate((it) => it === document.activeElement)).toBe(true);
    await expect.poll(() => inSight(first)).toBe(true);
  });
});

import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot, shots } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  await ada.goto(`/w/${workspace.key}/all?group=none`);
  for (const title of ["Paint the pier", "Mend the nets", "Count the boats"]) await write(ada.page, title);
  await row(ada.page, "Count the boats").waitFor();
});
afterAll(() => stage?.close());

const field = ({ page }: Person) => page.getByRole("textbox", { name: "Filter as text" });

async function openText({ page }: Person) {
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("option", { name: "Filter as text" }).click();
}

const shows = (person: Person, titles: string[]) =>
  until(`${person.name} sees ${titles.join(", ")}`, async () => {
    const counts = await Promise.all(["Paint the pier", "Mend the nets", "Count the boats"].map(async (title) => [title, await row(person.page, title).count()] as const));
    return counts.every(([title, count]) => count === (titles.includes(title) ? 1 : 0));
  });

describe("a filter as text", () => {
  it("fl10: is typed with suggestions, says what is wrong, and filters the list", async () => {
    await openText(ada);
    await field(ada).fill('title ~ pier or (ti');
    await ada.page.keyboard.press("Tab");
    expect(await field(ada).inputValue()).toBe("title ~ pier or (title ");
    await ada.page.keyboard.type("~ nets");
    expect(await field(ada).inputValue()).toBe("title ~ pier or (title ~ nets");
    await ada.page.keyboard.press("Enter");
    await ada.page.getByRole("alert").getByText("The filter ends too early.").waitFor();
    await field(ada).fill('title ~ pier or (title ~ nets and weather = good)');
    await ada.page.keyboard.press("Enter");
    await ada.page.getByRole("alert").getByText("There is no field “weather”.").waitFor();
    expect(await field(ada).evaluate((it: HTMLTextAreaElement) => it.value.slice(it.selectionStart, it.selectionEnd))).toBe("weather");
    await ada.page.screenshot({ path: join(shots, "filter-text-fault.png"), animations: "disabled" });
    await field(ada).fill('title ~ pier or (title ~ nets and status = "Backlog")');
    await ada.page.keyboard.press("Enter");
    await shows(ada, ["Paint the pier", "Mend the nets"]);
    await shoot(ada.page, "filter-text");
  });

  it("fl10: is in the address, and another person sees the same tasks behind the link", async () => {
    await ben.page.goto(ada.page.url());
    await shows(ben, ["Paint the pier", "Mend the nets"]);
    await ada.page.reload();
    await shows(ada, ["Paint the pier", "Mend the nets"]);
  });

  it("fl10: becomes chips where chips can show it, and is removed by its cross", async () => {
    await ada.page.getByRole("group", { name: "Filter as text" }).getByRole("button").first().click();
    await field(ada).fill("status = backlog and not title ~ pier");
    await ada.page.keyboard.press("Enter");
    await ada.page.getByRole("group", { name: "Filter: Status" }).waitFor();
    await shows(ada, ["Mend the nets", "Count the boats"]);
    await ada.page.getByRole("button", { name: "Remove the filter as text" }).click();
    await shows(ada, ["Paint the pier", "Mend the nets", "Count the boats"]);
  });
});

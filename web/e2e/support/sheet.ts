import type { Locator, Page } from "playwright-core";
import { gridOf } from "./list";
import { until } from "./node";

/** Steps of a test in the spreadsheet of a page. `of` is called at each step, because a test file creates its page in `beforeAll`. */
export function sheetOf(of: () => Page) {
  const row = (title: string) => of().getByRole("row").filter({ has: of().getByRole("link", { name: title, exact: true }) });
  const cell = (title: string, column: number) => row(title).getByRole("gridcell").nth(column);
  const order = () => gridOf(of()).getByRole("link").allTextContents();
  const isOrder = (...titles: string[]) =>
    until(`the order is ${titles.join(", ")}`, async () => (await order()).join() === titles.join());
  const hasFocus = (thing: Locator) => until("the focus is there", () => thing.evaluate((it) => it === document.activeElement));
  const middleOf = async (thing: Locator) => {
    const box = await thing.boundingBox();
    if (!box) throw new Error("it is not there");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height };
  };

  /** Creates tasks in an empty list: the first in the dialog, the others in the line for new tasks. */
  async function write(first: string, ...others: string[]): Promise<void> {
    const page = of();
    await page.keyboard.press("n");
    await page.getByRole("dialog", { name: "New task" }).getByLabel("Title").fill(first);
    await page.getByRole("button", { name: "Create task" }).click();
    await row(first).waitFor();
    await page.getByRole("button", { name: "New task", exact: true }).last().click();
    for (const title of others) {
      await page.keyboard.type(title);
      await page.keyboard.press("Enter");
      await row(title).waitFor();
    }
    await page.keyboard.press("Escape");
  }

  /** Drags a row by its number, and holds it over the upper or lower half of another thing. */
  async function carry(title: string, to: Locator, side: "above" | "below"): Promise<void> {
    const { mouse } = of();
    const from = await middleOf(cell(title, 0));
    const end = await middleOf(to);
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + 4, from.y + 6);
    const y = end.y + (side === "above" ? -1 : 1) * (end.height / 4);
    await mouse.move(end.x, y, { steps: 4 });
    // A browser accepts a drop only at a place that has accepted a move before.
    await mouse.move(end.x + 1, y);
  }

  /** Drags a row to another thing and drops it there. */
  async function drag(title: string, to: Locator, side: "above" | "below"): Promise<void> {
    await carry(title, to, side);
    await of().mouse.up();
  }

  /** Focuses a cell without opening its editor: a click on the name cell, which only focuses it, and then the arrow keys. */
  async function standOn(title: string, column: number): Promise<void> {
    const name = cell(title, 1);
    const width = (await name.boundingBox())?.width ?? 0;
    await name.click({ position: { x: width - 8, y: 8 } });
    for (let step = 1; step < column; step += 1) await of().keyboard.press("ArrowRight");
    await hasFocus(cell(title, column));
  }

  async function paste(text: string): Promise<void> {
    await of().evaluate((written) => navigator.clipboard.writeText(written), text);
    await of().keyboard.press("Control+v");
  }

  return { write, row, cell, order, isOrder, hasFocus, middleOf, carry, drag, standOn, paste };
}

import type { Page } from "playwright-core";

/** The spreadsheet: a tree grid while subtasks are below their parents. */
export const gridOf = (page: Page) => page.locator("[role=grid], [role=treegrid]");

/** The row of a ticket in the spreadsheet. */
export const row = (page: Page, title: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name: title, exact: true }) });

/** Creates a ticket with the keyboard, in the open list. */
export async function write(page: Page, title: string) {
  const main = page.getByRole("main");
  await main.getByRole("button", { name: /^New t/ }).last().waitFor();
  if ((await gridOf(page).count()) === 0) {
    await main.getByRole("button", { name: "New task" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Title" }).fill(title);
    await page.getByRole("button", { name: "Create task" }).click();
    await row(page, title).waitFor();
    return;
  }
  await page.getByRole("button", { name: "New task", exact: true }).first().click();
  await page.keyboard.type(title);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await row(page, title).waitFor();
}

/** Gives a ticket another title, in its cell. With `stands` false, the test does not wait for the new title. */
export async function rename(page: Page, from: string, to: string, stands = true) {
  const cell = row(page, from).getByRole("gridcell").nth(1);
  // Click beside the title, which is a link.
  const width = (await cell.boundingBox())?.width ?? 0;
  await cell.click({ position: { x: width - 8, y: 8 } });
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "Title" }).fill(to);
  await page.keyboard.press("Enter");
  if (stands) await row(page, to).waitFor();
}

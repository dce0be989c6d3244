import type { Locator, Page } from "playwright-core";
import { until } from "./node";
import type { NewWorkspace, Person } from "./person";

export const panel = (page: Page): Locator => page.getByRole("complementary");

/** The editor of the description of the task that is open. */
export const editor = (page: Page): Locator => panel(page).getByRole("textbox", { name: "Description" });

/** Waits until the server has everything that was typed on this page. */
export const saved = (page: Page): Promise<void> => panel(page).getByText("Saved", { exact: true }).waitFor();

/** Waits until the page says that it keeps what was typed. */
export const keptOffline = (page: Page): Promise<void> => panel(page).getByText("Offline. Changes will be saved when you reconnect.").waitFor();

/** Opens the editor with the caret at the end of a paragraph. */
export async function writeAfter(page: Page, words: string): Promise<void> {
  await panel(page).getByText(words).first().click();
  await editor(page).waitFor();
  // The name of a checkbox, which is hidden, has the same words.
  await editor(page).locator("p", { hasText: words }).first().click();
  await page.keyboard.press("End");
}

/** The paragraphs, without the names at the carets of other people. */
export const paragraphs = (text: Locator): Promise<string[]> =>
  text.locator("p").evaluateAll((lines) =>
    lines.map((line) => {
      const copy = line.cloneNode(true) as Element;
      for (const caret of copy.querySelectorAll("[data-caret]")) caret.remove();
      // A caret stands between word joiners.
      return copy.textContent.replaceAll("\u2060", "").trim();
    }),
  );

/** Waits until the server has written the document into the description (TX23), and returns the description. */
export async function untilDescribed(person: Person, workspace: NewWorkspace, ticketId: string, parts: readonly string[]): Promise<string> {
  const described = async () => (await person.call<{ ticket: { description: string | null } }>(`/api/workspaces/${workspace.id}/tickets/${ticketId}`)).ticket.description ?? "";
  let text = "";
  await until(`the description contains ${parts.join(", ")}`, async () => {
    text = await described();
    return parts.every((part) => text.includes(part));
  });
  return text;
}

import type { Locator, Page } from "playwright-core";

/** The field of new comments, once it is the formatted one. */
export const commentField = (scope: Page | Locator, name = "Comment"): Locator => scope.locator(`[contenteditable="true"][aria-label="${name}"]`);

/** Types into the formatted field as a person does, so that Markdown shortcuts apply. */
export async function typeComment(scope: Page | Locator, text: string, name = "Comment"): Promise<void> {
  const field = commentField(scope, name);
  await field.click();
  await field.pressSequentially(text);
}

/** What a field of comments shows, formatted or plain. */
export const textIn = (field: Locator): Promise<string> =>
  field.evaluate((element: HTMLElement) => (element instanceof HTMLTextAreaElement ? element.value : element.innerText.trim()));

import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { row, write } from "./support/list";
import type { Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
});
afterAll(() => stage?.close());

const panel = (page: Page) => page.getByRole("complementary");

async function describeTask(page: Page, title: string, text: string) {
  await write(page, title);
  await row(page, title).getByRole("link").click();
  await panel(page).getByRole("button", { name: "Add a description" }).click();
  await panel(page).getByRole("textbox", { name: "Description" }).fill(text);
  await page.keyboard.press("Escape");
}

describe("a description designed to break the page", () => {
  it("h08_is shown as plain text if it nests too deep, and the page keeps working", async () => {
    const workspace = await ada.makeWorkspace("Deep", "DEEP");
    await ada.goto(`/w/${workspace.id}/all`);
    await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: "Six thousand marks", description: ">".repeat(6_000) });
    await row(ada.page, "Six thousand marks").getByRole("link").click();
    await panel(ada.page).getByText("This text is too complex to format. It is shown as plain text.").waitFor();
    await ada.shot("hard-text");
    await ada.page.reload();
    await panel(ada.page).getByRole("heading", { name: "Six thousand marks" }).waitFor();
    await ada.page.keyboard.press("Escape");
    await row(ada.page, "Six thousand marks").waitFor();
  });

  it("h08_is parsed at once, however it is written, and the page answers", async () => {
    const workspace = await ada.makeWorkspace("Long", "LONG");
    await ada.goto(`/w/${workspace.id}`);
    await describeTask(ada.page, "One long word", `${"a".repeat(99_990)}@`);
    await panel(ada.page).getByText("Saved").waitFor();
    const words = await panel(ada.page).getByRole("region", { name: "Description" }).textContent();
    expect(words).toContain("a".repeat(99_990));
    await ada.page.keyboard.press("Escape");
    await row(ada.page, "One long word").waitFor();
  });
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row, write } from "./support/list";
import { until } from "./support/node";
import { pdf } from "./support/pdf";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;
const asked: string[] = [];

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
  ben.page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await ada.goto(`/w/${workspace.key}/all`);
  await write(ada.page, "Plan the pier");
  await row(ada.page, "Plan the pier").getByRole("link").click();
  await ben.goto(`/w/${workspace.key}/all`);
  await row(ben.page, "Plan the pier").getByRole("link").click();
});
afterAll(() => stage?.close());

const pages = (count: number) => Array.from({ length: count }, (_, index) => `Sheet ${index + 1}`);
const attach = async (name: string, buffer: Buffer) => {
  const files = ada.page.getByRole("region", { name: "Files" });
  // The sender says something else: the bytes decide.
  await files.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer });
};
/** Opens a file at Ben's, to whom it came live. */
async function open(name: string) {
  await ben.page.getByRole("region", { name: "Files" }).getByRole("button", { name: `Open ${name}` }).click();
  return ben.page.getByRole("dialog", { name });
}
const close = async (page: Page) => {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
};
/** The points of a drawn page that are not white. */
const inked = (page: Page, number: number) =>
  page.getByRole("group", { name: `Page ${number}`, exact: true }).locator("canvas").evaluateAll((all) => {
    const [canvas] = all as HTMLCanvasElement[];
    if (!canvas) return 0;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    let points = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at + 1]! < 200) points++;
    return points;
  });

describe("a PDF in a task's files", () => {
  it("fs8: is drawn page by page, with its text, only when it is opened, and only near the view", async () => {
    await attach("plan.pdf", pdf(pages(40)));
    expect(asked.filter((path) => /pdf/i.test(path)), "nothing of the viewer is loaded before").toEqual([]);
    const dialog = await open("plan.pdf");
    await dialog.getByText("Page 1 of 40").waitFor();
    await until("the first page is drawn", async () => (await inked(ben.page, 1)) > 10_000);
    await dialog.getByText("Sheet 1", { exact: true }).waitFor({ state: "attached" });
    expect(await dialog.locator("canvas").count()).toBeLessThan(8);
    expect(asked.some((path) => path.startsWith("/assets/pdf.worker")), "the worker is ours").toBe(true);
    expect(asked.some((path) => /^\/assets\/pdf-[\d.]+\/standard_fonts\//.test(path)), "the fonts are ours").toBe(true);
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ben.page, "files-pdf");
  });

  it("fs8: its pages are turned with the keyboard, and its size changes", async () => {
    const dialog = ben.page.getByRole("dialog", { name: "plan.pdf" });
    await dialog.getByRole("region", { name: /^Pages of/ }).focus();
    await ben.page.keyboard.press("ArrowRight");
    await dialog.getByText("Page 2 of 40").waitFor();
    await until("the second page is drawn", async () => (await inked(ben.page, 2)) > 10_000);
    await ben.page.keyboard.press("End");
    await dialog.getByText("Page 40 of 40").waitFor();
    await until("the last page is drawn", async () => (await inked(ben.page, 40)) > 10_000);
    expect(await dialog.locator("canvas").count(), "pages out of view are gone").toBeLessThan(8);
    await ben.page.keyboard.press("Home");
    await dialog.getByText("Page 1 of 40").waitFor();
    const width = async () => (await dialog.getByRole("group", { name: "Page 1", exact: true }).boundingBox())?.width ?? 0;
    const before = await width();
    await ben.page.keyboard.press("-");
    await dialog.getByText("75%").waitFor();
    expect(await width()).toBeCloseTo(before * 0.75, 0);
    await ben.page.keyboard.press("ArrowRight");
    await dialog.getByText("Page 2 of 40").waitFor();
    await dialog.getByRole("button", { name: "Zoom in" }).click();
    await dialog.getByText("100%").waitFor();
    await dialog.getByText("Page 2 of 40").waitFor();
    await close(ben.page);
  });

  it("fs8: a damaged one and a locked one say so, and can be downloaded", async () => {
    await attach("torn.pdf", Buffer.from(`%PDF-1.7\n${"torn ".repeat(400)}`));
    let dialog = await open("torn.pdf");
    await dialog.getByText("This PDF is damaged and can't be shown.").waitFor();
    await dialog.getByRole("link", { name: "Download" }).waitFor();
    await shoot(ben.page, "files-pdf-damaged");
    await close(ben.page);
    await attach("locked.pdf", pdf(["Secret"], { locked: true }));
    dialog = await open("locked.pdf");
    await dialog.getByText("This PDF is protected by a password.").waitFor();
    const saved = ben.page.waitForEvent("download");
    await dialog.getByRole("link", { name: "Download" }).click();
    expect((await saved).suggestedFilename()).toBe("locked.pdf");
    await close(ben.page);
  });

  it("g01: a script in a PDF does not run", async () => {
    const dialogs: string[] = [];
    ben.page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await attach("trap.pdf", pdf(["Trap"], { script: "globalThis.__xss = 1; app.alert\\('run'\\); app.launchURL\\('https://example.org'\\);" }));
    const dialog = await open("trap.pdf");
    await until("the page is drawn", async () => (await inked(ben.page, 1)) > 10_000);
    await dialog.getByText("Trap", { exact: true }).waitFor({ state: "attached" });
    expect(await ben.page.evaluate(() => "__xss" in window)).toBe(false);
    expect(dialogs).toEqual([]);
    expect(await dialog.locator("a[href]:not([download]), input, form, iframe, object, embed").count(), "the file makes no controls").toBe(0);
    expect(asked.filter((path) => /sandbox|quickjs/.test(path))).toEqual([]);
    await close(ben.page);
  });
});

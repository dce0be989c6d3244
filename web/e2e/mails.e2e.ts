import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.close());

/** What axe finds in a mail. The program that shows the mail has the landmarks. */
const faultsOfMail = async (page: Page) => (await faultsOf(page)).filter((fault) => !/^(region|landmark-one-main): /.test(fault));

describe("the preview of mails", () => {
  it("ml4: lists every mail, and shows each as HTML without faults", async () => {
    const { context, page } = await stage.stranger();
    await page.goto("/dev/mails");
    expect(await faultsOfMail(page)).toEqual([]);
    await shoot(page, "mails");
    const addresses = await page.getByRole("link", { name: "HTML" }).evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    expect(addresses).toHaveLength(25);
    for (const address of addresses) {
      await page.goto(address);
      expect(await faultsOfMail(page), address).toEqual([]);
      // A phone shows a mail without scrolling sideways.
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(390);
      await page.setViewportSize({ width: 1440, height: 900 });
      const name = /([a-z-]+)\.html$/.exec(address)?.[1] ?? "";
      if (["sign-up-code", "second-factor-on", "invitation", "digest"].includes(name)) await shoot(page, `mail-${name}`);
    }
    await context.close();
  });

  it("ml1: a mail needs nothing from elsewhere", async () => {
    const { context, page } = await stage.stranger();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/dev/mails/sign-up-code.html");
    await page.getByText("1234 5678").waitFor();
    expect(asked).toEqual(["/dev/mails/sign-up-code.html"]);
    await context.close();
  });
});

/**
 * Draws the icons of the installed app from `public/favicon.svg`, with Chromium: `node scripts/icons.mjs`.
 * A maskable icon fills its square, because systems cut it to a shape; its mark stays in the middle 80 percent.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const folder = join(import.meta.dirname, "../public");
// The middle of the mark lies below the middle of its square.
const mark = readFileSync(join(folder, "favicon.svg"), "utf8").replace('viewBox="0 0 24 24"', 'viewBox="0 1.15 24 24"');
const paper = "#f7f5f7";

const icons = [
  { name: "icon", share: 0.7, radius: "22%" },
  { name: "icon-maskable", share: 0.56, radius: "0" },
];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const { name, share, radius } of icons) {
  for (const size of [192, 512]) {
    const page = await browser.newPage({ viewport: { width: size, height: size }, colorScheme: "light" });
    await page.setContent(
      `<style>body{margin:0;background:none}div{width:${size}px;height:${size}px;display:grid;place-items:center;background:${paper};border-radius:${radius}}svg{width:${share * 100}%}</style><div>${mark}</div>`,
    );
    writeFileSync(join(folder, `${name}-${size}.png`), await page.screenshot({ omitBackground: true }));
    await page.close();
  }
}
await browser.close();

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { build } from "vite";

const kinds: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" };

/** A build of the app with each text of the catalogue in ⟦brackets⟧. */
export interface PseudoApp {
  /** Makes a browser load that build instead of the node's. */
  showIn(context: BrowserContext): Promise<void>;
  remove(): Promise<void>;
}

export async function pseudoApp(): Promise<PseudoApp> {
  const folder = await mkdtemp(join(tmpdir(), "troupe-pseudo-"));
  process.env.TROUPE_WORDS = "pseudo";
  await build({ root: join(import.meta.dirname, "../.."), mode: "production", logLevel: "error", build: { outDir: folder } });
  const file = (name: string) => readFile(join(folder, name));
  return {
    showIn: async (context) => {
      await context.route(
        (url) => /^\/assets\/.*\.(js|css)$/.test(url.pathname),
        async (route) => {
          const { pathname } = new URL(route.request().url());
          await route.fulfill({ body: await file(pathname.slice(1)), contentType: kinds[extname(pathname)] ?? "" });
        },
      );
      await context.route(
        (url) => !/^\/(api|assets)\//.test(url.pathname) && !url.pathname.includes("."),
        async (route) => {
          if (route.request().resourceType() !== "document") return route.fallback();
          const { "content-encoding": _, "content-length": __, ...headers } = (await route.fetch()).headers();
          await route.fulfill({ headers, body: await file("index.html"), contentType: "text/html" });
        },
      );
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Dates in the format of `Intl`, and its short names of weekdays. */
const DATES =
  /\b(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?|Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|Mo|Tu|We|Th|Fr|Sa|Su|min ago|at)\b/g;

/**
 * The texts on a page, visible or for screen readers, that are neither in the catalogue nor in `own` (texts by users).
 */
export async function textsOutside(page: Page, own: readonly string[]): Promise<string[]> {
  const found = await page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (element === null || element.closest("script, style, [data-sonner-toaster]:empty") !== null) continue;
      if (!element.checkVisibility()) continue;
      if (!(node instanceof Element)) {
        // A mark splits a text, and the parts are one.
        const whole = element.closest("mark")?.parentElement ?? element;
        const isSplit = [...whole.children].some(({ localName }) => localName === "mark");
        texts.push(`${whole.localName}: ${(isSplit ? whole : node).textContent ?? ""}`);
        continue;
      }
      for (const name of ["aria-label", "aria-description", "aria-roledescription", "title", "placeholder", "alt"]) {
        const value = node.getAttribute(name);
        if (value !== null) texts.push(`${node.localName} ${name}: ${value}`);
      }
    }
    return texts;
  });
  const theirs = own.toSorted((a, b) => b.length - a.length);
  const outside = found.filter((text) => {
    const [, ...value] = text.split(": ");
    const rest = theirs.reduce((left, one) => left.replaceAll(one, ""), value.join(": ").replace(/⟦[^⟧]*⟧/gs, "")).replace(DATES, "");
    return /\p{L}{2,}/u.test(rest);
  });
  return [...new Set(outside)];
}

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** The folders and files of the library that it fetches at run time, and which a bundler does not see. */
const wanted = [/^cmaps\//, /^standard_fonts\//, /^iccs\//, /^wasm\/(?:\w+_nowasm_fallback\.js|LICENSE.*)$/, /^LICENSE$/];

/** Serves the fonts, character maps and picture decoders of pdf.js under `/assets/pdf-<version>/`, with their licences. */
export function pdfParts(): Plugin {
  const home = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
  // Files under assets/ are cached for a year: the version in the name makes a new version new files.
  const under = `assets/pdf-${version}/`;
  return {
    name: "pdf-parts",
    generateBundle() {
      const all = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((file) => wanted.some((it) => it.test(file)));
      for (const file of all) this.emitFile({ type: "asset", fileName: under + file, source: readFileSync(join(home, file)) });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${under}`, (request, response, next) => {
        const file = (request.url ?? "").slice(1).split("?")[0] ?? "";
        if (!wanted.some((it) => it.test(file)) || file.includes("..")) return next();
        if (file.endsWith(".js")) response.setHeader("content-type", "text/javascript");
        response.end(readFileSync(join(home, file)));
      });
    },
  };
}

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin } from "vite";
import { pagePath, type Build } from "../worker/build.ts";

const source = join(import.meta.dirname, "../worker/worker.ts");
/** The name has no hash: a browser knows a worker by its address. */
const name = "worker.js";
/** True for a file that only shows PDFs, whose bytes come from the node. These files are larger than all others together. */
const isOfPdf = (path: string) => /^\/assets\/(pdf|Pdf)[-.]/.test(path);

/** The files of a finished build. */
export function readBuild(folder: string): Build {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
  const paths = all.map((it) => join("/", it.parentPath.slice(folder.length), it.name)).toSorted();
  const kept = paths.filter((path) => path !== `/${name}` && path !== "/index.html" && !isOfPdf(path));
  const html = readFileSync(join(folder, "index.html"), "utf8");
  const entry = /\/assets\/base-[^"]+\.js/.exec(html)?.[0];
  if (entry === undefined) throw new Error("The page names no entry script");
  const hash = createHash("sha256").update(html);
  // The name of a hashed file stands for its content.
  for (const path of kept) hash.update(path).update(path.startsWith("/assets/") ? "" : readFileSync(join(folder, path)));
  return { hash: hash.digest("hex").slice(0, 16), entry, files: [pagePath, ...kept] };
}

/** The service worker as one script that knows its build. */
async function scriptFor(of: Build): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { BUILD: JSON.stringify(of) },
    build: { write: false, target: "es2023", lib: { entry: source, formats: ["iife"], name: "worker", fileName: () => name } },
  });
  const [output] = [result].flat();
  const chunk = output && "output" in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error("The worker was not built");
  return chunk.code;
}

/** Writes `worker.js` with a list of the files of the build. `vite dev` serves a worker that keeps nothing. */
export function worker(): Plugin {
  let folder = "";
  return {
    name: "worker",
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir);
    },
    writeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        writeFileSync(join(folder, name), await scriptFor(readBuild(folder)));
      },
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${name}`, (_, response, next) => {
        scriptFor({ hash: "", entry: "", files: [] }).then(
          (script) => response.setHeader("content-type", "text/javascript").end(script),
          next,
        );
      });
    },
  };
}

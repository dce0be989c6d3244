// Checks the licence of every npm package in the given lock files: `node licences.mjs web/package-lock.json …`.
// docs/decisions/licences.md lists the allowed licences with reasons.
import { readFileSync } from "node:fs";
import satisfies from "spdx-satisfies";

/** Allowed in what is shipped. OFL is for fonts. */
const shipped = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "OFL-1.1"];
/** Allowed in tools as well, because tools are not shipped. */
const tools = [...shipped, "BlueOak-1.0.0", "CC0-1.0", "CC-BY-3.0", "MPL-2.0", "Python-2.0"];
/** Packages with other licences, or without a licence field, and why they are allowed. */
const exceptions = new Map([
  ["argparse", "only the command lines of markdown-it and of the catalogue's tools use it; it is in no bundle"],
  ["caniuse-lite", "data for the build; it is in no bundle"],
  ["cli-table", "a tool of the catalogue; its licence is MIT, in its README"],
  ["parse-cache-control", "a part of Lighthouse; its licence is BSD-3-Clause, in its file LICENSE"],
]);

let complaints = 0;
let checked = 0;
for (const path of process.argv.slice(2)) {
  const { packages } = JSON.parse(readFileSync(path, "utf8"));
  for (const [place, { dev, license, link }] of Object.entries(packages)) {
    const name = place.split("node_modules/").at(-1);
    if (place === "" || link || exceptions.has(name)) continue;
    checked += 1;
    if (license && satisfies(license, dev ? tools : shipped)) continue;
    complaints += 1;
    console.error(`${path}: ${name} has the licence ${license ?? "(none)"}, which is not allowed${dev ? "" : " in what is shipped"}`);
  }
}
if (complaints > 0) process.exit(1);
console.log(`${checked} packages have allowed licences`);

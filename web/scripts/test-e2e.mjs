// Runs the browser tests of `make test` (`npm run test:e2e`), or the long ones (`npm run test:e2e -- --long`). The tests of
// one file share a node and a database, so a single test cannot be tried again: its file has already changed the data. Files
// that fail therefore run once more as a whole, on a new database, one at a time. A file that fails twice fails the run. What
// failed is named at the end, because build servers often keep only the end of the output.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/**
 * Files that take long or test what seldom changes, and that hardly ever fail. `make faults` runs them, so that
 * `make test` stays short (`docs/decisions/test-time.md`).
 */
const longByReason = {
  "they walk through all pages": ["access", "hostile-texts", "pages", "settings", "words"],
  "sign-in and accounts seldom change": [
    "account", "account-by-keyboard", "api-keys", "apps", "audit", "admin", "confirm-link", "device-codes", "domains", "hosted", "invitations", "mails", "passkeys", "profile", "push",
    "remembered-devices", "required-factor", "second-factor", "session", "sign-in-code", "sign-up-by-phone", "workspace-keys",
  ],
  "they break or replace networks, nodes, builds and browsers, which takes long": ["cache", "deploy", "link", "rolling-restart", "sleep", "tabs", "texts-nodes", "two-nodes"],
  "few changes touch these parts of the app": [
    "attribute-lists", "away", "baselines", "board-groups", "import", "keys", "label-sets", "list-groups", "own-places", "panes", "pdf", "preferences", "records",
    "recurrences", "sprints", "templates", "text-versions", "texts-editor", "view-displays",
  ],
};
const long = Object.values(longByReason).flat().map((name) => `e2e/${name}.e2e.ts`);
for (const path of long) if (!existsSync(path)) throw new Error(`${path} does not exist`);

const [which] = process.argv.slice(2);
if (which !== undefined && which !== "--long") throw new Error(`Unknown argument ${which}. To run one file, run vitest directly.`);
const files = which === "--long" ? long : long.flatMap((path) => ["--exclude", path]);

const folder = mkdtempSync(join(tmpdir(), "troupe-browser-tests-"));

/** Runs vitest. Returns its exit code, and for each failed file the names of the failed tests and the first lines of their messages. */
function run(args) {
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  const { status } = spawnSync(
    "npx",
    ["vitest", "run", "--config", "vitest.e2e.config.ts", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args],
    { stdio: "inherit" },
  );
  const files = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).testResults : [];
  const failed = files
    .filter((file) => file.status === "failed")
    .map((file) => ({
      path: relative(process.cwd(), file.name),
      // A file whose preparation failed has no failed test.
      tests: file.assertionResults
        .filter((test) => test.status === "failed")
        .map((test) => ({ name: test.fullName, message: (test.failureMessages[0] ?? "").split("\n").slice(0, 4) })),
    }));
  return { status: status ?? 1, failed };
}

function print(heading, failed) {
  process.stdout.write(`\n${heading}\n`);
  for (const { path, tests } of failed) {
    process.stdout.write(`  ${path}\n`);
    for (const { name, message } of tests) {
      process.stdout.write(`    ${name}\n`);
      for (const line of message) process.stdout.write(`      ${line}\n`);
    }
  }
}

const first = run(files);
let { status } = first;
// Without a failed file, vitest itself failed, and a second run would hide that.
if (status !== 0 && first.failed.length > 0) {
  print("These browser tests failed; their files run once more:", first.failed);
  const second = run(["--maxWorkers=1", ...first.failed.map(({ path }) => path)]);
  status = second.status;
  print("Failed in the first run:", first.failed);
  print("Failed in both runs:", second.failed);
}
rmSync(folder, { recursive: true, force: true });
process.exit(status);

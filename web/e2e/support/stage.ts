import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { troupeNode, type TroupeNode } from "./node";
import { signedUp, type Person, type PersonOptions } from "./person";

/** A node, a browser, and the people in front of it. */
export interface Stage {
  node: TroupeNode;
  browser: Browser;
  /** Somebody who signed up, with a browser of their own; nobody is in a workspace yet. */
  person(name: string, options?: PersonOptions): Promise<Person>;
  /** Everything that went wrong in a page without anybody asking: empty at the end of a good test. */
  faults(): string[];
  close(): Promise<void>;
}

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const shots = join(import.meta.dirname, "../../test-results");

/** Sets the stage for one file of tests: call it in `beforeAll`, and `close` in `afterAll`. */
export async function setStage(environment: Record<string, string> = {}): Promise<Stage> {
  const node = await troupeNode(environment);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
  await mkdir(shots, { recursive: true });
  const faults: string[] = [];
  return {
    node,
    browser,
    person: (name, options) => signedUp({ browser, url: node.url, faults }, name, options),
    faults: () => faults,
    close: async () => {
      await browser.close();
      await node.remove();
    },
  };
}

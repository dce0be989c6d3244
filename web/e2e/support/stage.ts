import { mkdir } from "node:fs/promises";
import { chromium, type Browser, type BrowserContext } from "playwright-core";
import { startCluster, type Cluster } from "./cluster";
import { mulberry32 } from "@/sync/testing/platform";
import { openLink, type Link } from "./link";
import { troupeNode, type TroupeNode } from "./node";
import { shots } from "./shots";
import { newBrowser, signedUp, type Person, type PersonOptions } from "./person";

/** A browser, and its users. */
interface Fixture {
  browser: Browser;
  /** A new user with a browser context of their own, in no workspace yet. */
  person(name: string, options?: PersonOptions): Promise<Person>;
  /** An empty browser context without an account. */
  stranger(options?: PersonOptions): ReturnType<typeof newBrowser>;
  /** Closes the contexts and the node. Throws if a page had an uncaught error. */
  close(): Promise<void>;
}

/** A node and its users. */
export interface Stage extends Fixture {
  node: TroupeNode;
}

/** Two nodes behind HAProxy, and their users. */
export interface ClusterStage extends Fixture {
  cluster: Cluster;
}

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  // Chromium treats a page that a test substitutes for the served one as public, and blocks its sockets to this
  // machine.
  "--disable-features=LocalNetworkAccessChecks",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Prepares one file of tests: call it in `beforeAll`, and `close` in `afterAll`. */
export async function setStage(environment: Record<string, string> = {}): Promise<Stage> {
  const node = await troupeNode(environment);
  return { node, ...(await fixture(node.url, () => node.remove())) };
}

/** A node behind a proxy with faults; `straight` bypasses the proxy. */
export interface LinkStage extends Fixture {
  node: TroupeNode;
  link: Link;
  straight: Fixture;
}

/** The same with users behind a proxy with adjustable faults. */
export async function setLinkStage(environment: Record<string, string> = {}, seed = 1): Promise<LinkStage> {
  let port = 0;
  const link = await openLink(() => port, mulberry32(seed));
  const node = await troupeNode({ TROUPE_ORIGINS: link.url, ...environment });
  port = Number(new URL(node.url).port);
  const remove = async () => {
    await link.close();
    await node.remove();
  };
  // People behind the proxy get a browser that no other file uses, because a test may pause it.
  const browser = await launch();
  const close = async () => {
    await browser.close();
    await remove();
  };
  return { node, link, straight: await fixture(node.url, async () => {}), ...(await fixture(link.url, close, browser)) };
}

/** The same with two nodes behind HAProxy. */
export async function setClusterStage(placeBy: "workspace" | "connection"): Promise<ClusterStage> {
  const cluster = await startCluster(placeBy);
  return { cluster, ...(await fixture(cluster.url, () => cluster.remove())) };
}

const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });

let launched: Promise<Browser> | null = null;

/** The browser that all test files of this worker share, because starting one takes longer than many tests. Each person has their own context. */
async function theBrowser(): Promise<Browser> {
  launched ??= launch();
  const browser = await launched;
  if (browser.isConnected()) return browser;
  launched = null;
  return theBrowser();
}

async function fixture(url: string, remove: () => Promise<void>, own?: Browser): Promise<Fixture> {
  const browser = own ?? (await theBrowser());
  const contexts: BrowserContext[] = [];
  await mkdir(shots, { recursive: true });
  const faults: string[] = [];
  return {
    browser,
    person: (name, options) => signedUp({ browser, contexts, url, faults }, name, options),
    stranger: (options) => newBrowser({ browser, contexts, url, faults }, options),
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()));
      await remove();
      if (faults.length > 0) throw new Error(`Uncaught in a page:\n${faults.join("\n")}`);
    },
  };
}

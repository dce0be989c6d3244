import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const built = join(import.meta.dirname, "../../../target/debug/troupe");

/** The path of the real binary. */
export function binary(): string {
  const path = process.env.TROUPE_BIN ?? built;
  if (!existsSync(path)) throw new Error(`${path} is missing: run \`cargo build -p server\`, or set TROUPE_BIN`);
  return path;
}

/** A Troupe for one test: the real binary with a fresh database, on a free port. */
export interface TroupeNode {
  url: string;
  /** The node's log so far, for a failed test. */
  log(): string;
  /** Runs a verb of the binary on the same database, and returns what it prints. */
  verb(...words: string[]): Promise<string>;
  /** Starts it again on the same data and port, after `kill` or `stop`. */
  start(): Promise<void>;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}

/** Waits until a condition is true, by asking repeatedly; never a sleep of a guessed length. */
export async function until(what: string, holds: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${what}: not within ${withinMs} ms`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
}

/** A folder for the data of one node. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "troupe-e2e-"));
  // A root node runs its database as another user, who needs access.
  await chmod(folder, 0o711);
  return folder;
}

/** Creates a node and starts it. A node with its own database gets a copy of the one that `template.ts` has made. */
export async function troupeNode(environment: Record<string, string> = {}): Promise<TroupeNode> {
  const data = await dataFolder();
  const template = process.env.TROUPE_E2E_TEMPLATE;
  // The files of the database keep their owner.
  if (template !== undefined && environment.DATABASE_URL === undefined) await promisify(execFile)("cp", ["-a", `${template}/.`, data]);
  return await startedNode(data, environment);
}

/** Starts a node with a folder of data. */
export async function startedNode(data: string, environment: Record<string, string> = {}): Promise<TroupeNode> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let log = "";

  const start = async () => {
    const started = spawn(binary(), ["serve"], {
      env: {
        ...process.env,
        TROUPE_DATA_DIR: data,
        TROUPE_ADDR: `127.0.0.1:${port}`,
        // Many users sign up from one address here.
        TROUPE_AUTH_PER_SECOND: "100",
        TROUPE_AUTH_BURST: "1000",
        TROUPE_API_PER_SECOND: "1000",
        TROUPE_API_BURST: "10000",
        // No test asks other servers, unless it brings one.
        TROUPE_LINK_TITLES: "0",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) stream?.on("data", (text: Buffer) => (log += text.toString()));
    await until("the node is ready", async () => {
      if (started.exitCode !== null) throw new Error(`The node ended with ${started.exitCode}:\n${log}`);
      return fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
    });
  };
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    const ending = child;
    child = null;
    if (!ending) return;
    ending.kill(signal);
    await ended(ending);
  };
  const stop = () => end("SIGTERM");
  await start();
  return {
    url,
    verb: async (...words) => (await promisify(execFile)(binary(), words, { env: { ...process.env, TROUPE_DATA_DIR: data, ...environment } })).stdout,
    log: () => log,
    start,
    stop,
    kill: () => end("SIGKILL"),
    remove: async () => {
      await stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary, freePort, troupeNode, until, type TroupeNode } from "./node";
import { program } from "./programs";

const haproxyFile = join(import.meta.dirname, "../../../deploy/haproxy.cfg");

/** The topology of docker-compose.yml as processes: PostgreSQL, Redis, two nodes, and HAProxy with the same file. */
export interface Cluster {
  /** The address of HAProxy, for clients. */
  url: string;
  nodes: [TroupeNode, TroupeNode];
  /** A figure of a node, summed over its labels. */
  figure(node: TroupeNode, name: string): Promise<number>;
  /** Waits until HAProxy uses this many nodes. */
  serving(count: number): Promise<void>;
  log(): string;
  remove(): Promise<void>;
}

/** Starts all processes. `placeBy` is how HAProxy chooses a node for a socket (TROUPE_PLACE_BY). */
export async function startCluster(placeBy: "workspace" | "connection"): Promise<Cluster> {
  const [redisPort, httpPort, statsPort] = [await freePort(), await freePort(), await freePort()];
  const url = `http://127.0.0.1:${httpPort}`;
  const password = randomBytes(32).toString("hex");
  const postgres = await program(
    [binary(), "with-postgres", "--fast", "--", "sh", "-c", 'echo "at=$DATABASE_URL"; exec sleep 86400'],
    {},
    (log) => log.includes("at=postgres"),
  );
  const redis = await program(
    ["redis-server", "--port", `${redisPort}`, "--bind", "127.0.0.1", "--save", "", "--requirepass", password],
    {},
    () => listens(redisPort),
  );
  const environment = {
    DATABASE_URL: /at=(postgres\S+)/.exec(postgres.log())?.[1] ?? "",
    REDIS_URL: `redis://:${password}@127.0.0.1:${redisPort}/0`,
    TROUPE_SECRET: randomBytes(32).toString("hex"),
    TROUPE_PUBLIC_URL: url,
    TROUPE_TRUSTED_PROXIES: "127.0.0.1",
    TROUPE_DEV_MAILBOX: "1",
    TROUPE_STOP_NOTICE_MS: "1500",
    TROUPE_DATABASE_POOL: "6",
  };
  // Both start at once on an empty database: one migrates it, the other waits.
  const nodes = await Promise.all([troupeNode(environment), troupeNode(environment)]);
  const address = (node: TroupeNode) => node.url.replace("http://", "");
  const stats = await statsFile(statsPort);
  const haproxy = await program(
    ["haproxy", "-db", "-f", haproxyFile, "-f", stats],
    {
      HAPROXY_BIND: `127.0.0.1:${httpPort}`,
      HAPROXY_TLS_BIND: "",
      HAPROXY_CERT: "",
      TROUPE_PLACE_BY: placeBy,
      TROUPE_NODE_1: address(nodes[0]),
      TROUPE_NODE_2: address(nodes[1]),
    },
    () => answers(`${url}/readyz`),
  );
  const serving = (count: number) =>
    until(`HAProxy sends people to ${count} nodes`, async () => {
      const table = await fetch(`http://127.0.0.1:${statsPort}/;csv`).then((answer) => answer.text());
      const rows = table.split("\n").map((row) => row.split(","));
      return rows.filter(([backend, server, ...rest]) => backend === "nodes" && server?.startsWith("node-") && rest[15] === "UP").length === count;
    });
  await serving(2);
  return {
    url,
    nodes,
    serving,
    figure: async (node, name) => {
      const text = await fetch(`${node.url}/metrics`).then((answer) => answer.text());
      const lines = text.split("\n").filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
      if (lines.length === 0) throw new Error(`${name} is not among the figures`);
      return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
    },
    log: () => [haproxy, ...nodes].map((part) => part.log()).join("\n----\n"),
    remove: async () => {
      await haproxy.end();
      await rm(stats);
      await Promise.all(nodes.map((node) => node.remove()));
      await redis.end();
      await postgres.end();
    },
  };
}

/** Adds HAProxy's table of servers, for the test alone; it shares the defaults of the other file. */
async function statsFile(port: number): Promise<string> {
  const file = join(tmpdir(), `troupe-e2e-stats-${port}.cfg`);
  await writeFile(file, `listen stats\n    bind 127.0.0.1:${port}\n    stats enable\n    stats uri /\n`);
  return file;
}

const answers = (url: string) =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

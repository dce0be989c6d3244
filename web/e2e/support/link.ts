import { createServer, connect, type Socket } from "node:net";

/** The quality of a connection to the node. */
export interface Way {
  /** In each direction. */
  latencyMs: number;
  /** For each connection and direction; 0 for no limit. */
  bytesPerSecond: number;
  /** The share of connections that break within their first few thousand bytes. */
  cuts: number;
  /**
   * The treatment of WebSocket upgrades: a proxy may refuse them, answer them as ordinary requests, or strip the
   * header.
   */
  sockets: "pass" | "refuse" | "answer" | "strip";
  /** Nothing passes: open connections stay and carry no more bytes. */
  stalled: boolean;
}

/** A proxy to a node with adjustable faults. */
export interface Link {
  url: string;
  set(way: Partial<Way>): void;
  cut(): void;
  readonly cuts: number;
  close(): Promise<void>;
}

const asksForSocket = /\r\nupgrade: *websocket/i;
const answers = {
  refuse: "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
  answer: "HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello",
};

/**
 * Opens a proxy on a free port. `to` is called for each connection, so that the node may start later; `random` decides
 * the cuts.
 */
export async function openLink(to: () => number, random: () => number): Promise<Link> {
  let way: Way = { latencyMs: 0, bytesPerSecond: 0, cuts: 0, sockets: "pass", stalled: false };
  let cuts = 0;
  const pairs = new Set<[Socket, Socket]>();

  const server = createServer((page) => {
    const node = connect(to(), "127.0.0.1");
    const pair: [Socket, Socket] = [page, node];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      page.destroy();
      node.destroy();
    };
    // A stalled proxy loses the bytes in flight.
    const stuck = { now: way.stalled };
    const budget = { bytes: way.cuts > 0 && random() < way.cuts ? 200 + random() * 4000 : Number.POSITIVE_INFINITY };
    const carry = (from: Socket, into: Socket, first: (bytes: Buffer) => Buffer | null) => {
      let free = 0;
      let begun = false;
      from.on("data", (bytes: Buffer) => {
        stuck.now ||= way.stalled;
        if (stuck.now) return;
        const passed = begun ? bytes : first(bytes);
        begun = true;
        if (passed === null) return;
        budget.bytes -= passed.length;
        if (budget.bytes < 0) {
          cuts += 1;
          return end();
        }
        const now = Date.now();
        free = Math.max(free, now) + (way.bytesPerSecond > 0 ? (passed.length / way.bytesPerSecond) * 1000 : 0);
        setTimeout(() => stuck.now || into.destroyed || into.write(passed), free - now + way.latencyMs);
      });
      from.on("error", end).on("close", () => setTimeout(end, way.latencyMs));
    };
    carry(page, node, (bytes) => {
      const text = bytes.toString("latin1");
      if (!asksForSocket.test(text) || way.sockets === "pass") return bytes;
      if (way.sockets === "strip") return Buffer.from(text.replace(asksForSocket, "\r\nx-was: websocket").replace(/\r\nconnection: *upgrade/i, ""), "latin1");
      page.end(answers[way.sockets]);
      node.destroy();
      return null;
    });
    carry(node, page, (bytes) => bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    set: (changes) => {
      way = { ...way, ...changes };
    },
    cut,
    get cuts() {
      return cuts;
    },
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** What the door does with connections: pass them on, end them at once, or accept them and never answer. */
export type Way = "pass" | "away" | "silent";

/** A proxy in front of a node. It can lose the node, and can serve the app as another build. */
export interface Door {
  url: string;
  /** Open connections end. */
  set(way: Way): void;
  /** From now on, all files of the app have other names, as after a deploy. Files under the old names are gone. */
  deploy(): void;
  close(): Promise<void>;
}

/** The name of a file of the app, with its hash. */
const file = /((?:assets\/|\.\/)[\w.-]+-[\w-]{7})(\.(?:js|css|woff2))/g;
const ofNewBuild = /\.new(\.(?:js|css|woff2))$/;

/** The texts of the app, with the names of the next build. */
const renamed = (text: string) => text.replace(file, "$1.new$2").replace(/hash:(["'`])(\w{16})\1/g, "hash:$1next$2$1");

/** Opens the proxy on a free port. `to` is called for each connection, so that the node may start later. */
export async function openDoor(to: () => number): Promise<Door> {
  let way: Way = "pass";
  let deployed = false;
  const sockets = new Set<Duplex>();

  const answer = (asked: IncomingMessage, response: ServerResponse) => {
    if (way === "silent") return;
    const path = asked.url ?? "/";
    const isAsset = path.startsWith("/assets/");
    if (deployed && isAsset && !path.includes("/pdf-") && !ofNewBuild.test(path)) return void response.writeHead(404).end();
    const { "if-none-match": _, ...others } = asked.headers;
    const headers = { ...others, "accept-encoding": "identity" };
    const onward = request({ port: to(), host: "127.0.0.1", method: asked.method, path: path.replace(ofNewBuild, "$1"), headers }, (came) => {
      const isText = /html|javascript|css/.test(came.headers["content-type"] ?? "");
      if (!deployed || path.startsWith("/api/") || !isText) {
        response.writeHead(came.statusCode ?? 502, came.headers);
        return void came.pipe(response);
      }
      const parts: Buffer[] = [];
      came.on("data", (part: Buffer) => parts.push(part));
      came.on("end", () => {
        // Both come from the old build.
        const { etag: _tag, "content-length": _length, ...kept } = came.headers;
        response.writeHead(came.statusCode ?? 502, kept).end(renamed(Buffer.concat(parts).toString()));
      });
    });
    onward.on("error", () => response.destroy());
    asked.pipe(onward);
  };

  const server = createServer(answer);
  server.on("connection", (socket: Socket) => {
    if (way === "away") return void socket.destroy();
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
  });
  server.on("upgrade", (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (way !== "pass") return;
    const node = connect(to(), "127.0.0.1", () => {
      const lines = asked.rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${asked.rawHeaders[at + 1]}`] : []));
      node.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      node.write(head);
      node.pipe(socket);
      socket.pipe(node);
    });
    for (const [one, other] of [[node, socket], [socket, node]] as const) one.on("close", () => other.destroy()).on("error", () => other.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    set: (next) => {
      way = next;
      end();
    },
    deploy: () => {
      deployed = true;
    },
    close: () => {
      end();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

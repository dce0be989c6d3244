import type { ClientFrame, NodeFrame } from "@/wire/generated";
import type { SocketHandlers, PlatformSocket } from "../platform/platform";

/** The node, as a socket needs it. */
interface Listener {
  sockets: Set<FakeSocket>;
  receive(socket: FakeSocket, frame: ClientFrame): void;
}

/** One connection. Its frames wait in both directions until a test carries them. */
export class FakeSocket {
  readonly user: string;
  readonly clientEnd: PlatformSocket;
  /** `hello` was answered: live events are sent here from now on. */
  greeted = false;
  readonly toNode: ClientFrame[] = [];
  readonly toClient: NodeFrame[] = [];
  /** All frames that the client sent. */
  readonly sent: ClientFrame[] = [];
  open = false;
  readonly #node: Listener;
  readonly #handlers: SocketHandlers;

  constructor(node: Listener, user: string, handlers: SocketHandlers) {
    this.#node = node;
    this.user = user;
    this.#handlers = handlers;
    this.clientEnd = {
      send: (text) => {
        const frame = JSON.parse(String(text)) as ClientFrame;
        this.sent.push(frame);
        this.toNode.push(frame);
      },
      close: () => this.#leave(),
    };
  }

  connect(): void {
    if (this.open || !this.#node.sockets.has(this)) return;
    this.open = true;
    this.#handlers.opened();
  }

  queue(frame: NodeFrame): void {
    this.toClient.push(structuredClone(frame));
  }

  /** Carries one frame to the node. Returns false if there is none. */
  up(): boolean {
    const frame = this.toNode.shift();
    if (frame) this.#node.receive(this, frame);
    return frame !== undefined;
  }

  /** Carries one frame to the client; with `twice`, also leaves it in the queue. */
  down(twice = false): boolean {
    const frame = this.toClient.shift();
    if (!frame) return false;
    if (twice) this.toClient.unshift(frame);
    this.#handlers.received(JSON.stringify(frame));
    return true;
  }

  /** Loses the oldest frame to the client. */
  lose(): void {
    this.toClient.shift();
  }

  /** Ends the connection: frames under way in both directions are lost. */
  cut(code = 1006, reason = ""): void {
    if (!this.#node.sockets.has(this)) return;
    this.#leave();
    this.#handlers.closed(code, reason);
  }

  #leave(): void {
    this.#node.sockets.delete(this);
    this.toNode.length = 0;
    this.toClient.length = 0;
  }
}

import type { ClientFrame, NodeFrame } from "@/wire/generated";
import type { SocketHandlers, PlatformSocket } from "../platform/platform";

/** What a socket needs of the node behind it. */
interface Listener {
  sockets: Set<FakeSocket>;
  receive(socket: FakeSocket, frame: ClientFrame): void;
}

/** One connection, whose frames lie still in both directions until a test carries them. */
export class FakeSocket {
  readonly user: string;
  readonly clientEnd: PlatformSocket;
  /** `hello` was answered: live events go here from now on. */
  greeted = false;
  readonly toNode: ClientFrame[] = [];
  readonly toClient: NodeFrame[] = [];
  /** Everything the client ever sent here. */
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
        const frame = JSON.parse(text) as ClientFrame;
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

  /** Carries one frame to the node; false when there is none. */
  up(): boolean {
    const frame = this.toNode.shift();
    if (frame) this.#node.receive(this, frame);
    return frame !== undefined;
  }

  /** Carries one frame to the client; `twice` leaves it in the line as well. */
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

  /** The connection ends: what is under way in both directions is lost. */
  cut(code = 1006): void {
    if (!this.#node.sockets.has(this)) return;
    this.#leave();
    this.#handlers.closed(code);
  }

  #leave(): void {
    this.#node.sockets.delete(this);
    this.toNode.length = 0;
    this.toClient.length = 0;
  }
}

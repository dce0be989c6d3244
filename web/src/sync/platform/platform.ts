/** The parts of the browser that the engine needs; tests replace them. */
export interface Platform {
  /** Milliseconds. */
  now(): number;
  random(): number;
  after(ms: number, work: () => void): () => void;
  /** Runs before the next paint, or soon if the page is not painted. Returns a function that cancels the run. */
  nextFrame(work: () => void): () => void;
  openSocket(handlers: SocketHandlers): PlatformSocket;
}

export interface SocketHandlers {
  opened(): void;
  /** A frame: text, or bytes of a text that several people write (docs/TEXTS.md). */
  received(frame: string | Uint8Array): void;
  /** `reason` is a word of the node, or empty. */
  closed(code: number, reason: string): void;
}

export interface PlatformSocket {
  send(frame: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
}

/** A hidden page is never painted, so a timer stands in for its frames. */
const hiddenFrameMs = 100;

export function browserPlatform(socketUrl: () => string): Platform {
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    after(ms, work) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    nextFrame(work) {
      const once = () => {
        cancel();
        work();
      };
      const frame = requestAnimationFrame(once);
      const timer = setTimeout(once, hiddenFrameMs);
      const cancel = () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
      };
      return cancel;
    },
    openSocket: (handlers) => platformSocketOf(new WebSocket(socketUrl()), handlers),
  };
}

/** A WebSocket as the engine sees it. */
export function platformSocketOf(socket: WebSocket, handlers: SocketHandlers): PlatformSocket {
  socket.binaryType = "arraybuffer";
  socket.addEventListener("open", () => handlers.opened());
  socket.addEventListener("message", ({ data }) => handlers.received(typeof data === "string" ? data : new Uint8Array(data as ArrayBuffer)));
  socket.addEventListener("close", ({ code, reason }) => handlers.closed(code, reason));
  return {
    send: (frame) => socket.send(frame),
    close: () => socket.close(),
  };
}

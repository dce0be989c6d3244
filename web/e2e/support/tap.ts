import type { BrowserContext, Page, WebSocketRoute } from "playwright-core";

type Frame = { type: string } & Record<string, unknown>;

/** Control over the sockets of a page: it can hold, change and add frames, or close the socket with a code. */
export interface Tap {
  /** While true, commands do not reach the node, so edits stay unanswered. */
  hold: boolean;
  /** Transforms a frame of the page; by default it returns the frame unchanged. */
  up(frame: Frame): Frame;
  down(frame: Frame): Frame;
  /** All frames that the page sent, held or not. */
  readonly sent: Frame[];
  /** Sends a frame to the page in the node's name, on its last socket. */
  say(frame: unknown): void;
  close(code: number): Promise<void>;
}

/** Taps the sockets that are opened from now on: call it before the page loads. */
export async function tapped(target: BrowserContext | Page): Promise<Tap> {
  let last: WebSocketRoute | null = null;
  const tap: Tap = {
    hold: false,
    up: (frame) => frame,
    down: (frame) => frame,
    sent: [],
    say: (frame) => last?.send(JSON.stringify(frame)),
    close: async (code) => last?.close({ code, reason: "test" }),
  };
  await target.routeWebSocket(/\/api\/socket/, (page) => {
    const node = page.connectToServer();
    last = page;
    page.onMessage((text) => {
      // A binary frame of a text; the first byte of an update is 2 (docs/TEXTS.md).
      if (typeof text !== "string") {
        if (!(tap.hold && text[0] === 2)) node.send(text);
        return;
      }
      const frame = JSON.parse(text) as Frame;
      tap.sent.push(frame);
      if (!(tap.hold && frame.type === "command")) node.send(JSON.stringify(tap.up(frame)));
    });
    node.onMessage((text) => page.send(typeof text === "string" ? JSON.stringify(tap.down(JSON.parse(text) as Frame)) : text));
  });
  return tap;
}

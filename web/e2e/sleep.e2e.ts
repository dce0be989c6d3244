import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rename, row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { setLinkStage, type LinkStage } from "./support/stage";
import { tapped, type Tap } from "./support/tap";

let stage: LinkStage;
let ada: Person;
let ben: Person;
let tap: Tap;
let workspace: NewWorkspace;
/** The processes of Ada's browser. */
let machine: number[] = [];
let loads = 0;
let snapshots = 0;

beforeAll(async () => {
  // Both end during a short sleep: the socket after three heartbeats, the access token by its expiry.
  stage = await setLinkStage({ TROUPE_ACCESS_SECONDS: "4", TROUPE_HEARTBEAT_MS: "1000" });
});
afterAll(async () => {
  await stage?.straight.close();
  await stage?.close();
});

beforeEach(async () => {
  [ada, ben] = [await stage.person("Ada Byron"), await stage.straight.person("Ben Nevis")];
  workspace = await ada.makeWorkspace("Asleep", "ASL");
  await ada.invite(ben, workspace);
  tap = await tapped(ada.page);
  await ada.goto(`/w/${workspace.id}`);
  await ben.goto(`/w/${workspace.id}`);
  await write(ada.page, "Before the night");
  await row(ben.page, "Before the night").waitFor();
  [loads, snapshots] = [0, 0];
  ada.page.on("load", () => (loads += 1));
  const session = await stage.browser.newBrowserCDPSession();
  machine = (await session.send("SystemInfo.getProcessInfo")).processInfo.map(({ id }) => id);
  ada.page.on("request", (request) => (snapshots += request.url().endsWith("/snapshot") ? 1 : 0));
});
afterEach(async () => {
  stage.link.set({ stalled: false });
  // Always continue the browser: a paused one would block the following tests.
  everything("SIGCONT");
  await Promise.all([ada.context.close(), ben.context.close()]);
});

/** The last token that the page sent. */
const token = () => String(tap.sent.findLast(({ type }) => type === "hello" || type === "token")?.token);

/** The node's open sockets; one is Ben's. */
async function sockets(): Promise<number> {
  const figures = await (await fetch(`${stage.node.url}/metrics`)).text();
  return Number(/^troupe_sockets(?:\{[^}]*\})? (\d+)/m.exec(figures)?.[1]);
}

function everything(signal: "SIGSTOP" | "SIGCONT") {
  for (const id of machine) {
    try {
      process.kill(id, signal);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

/** Pauses the browser, lets the others continue, resumes it, and returns the time until the page was up to date. */
async function asleep(netBack: boolean): Promise<void> {
  stage.link.set({ stalled: true });
  await rename(ada.page, "Before the night", "Written as the lid fell");
  // Freezing a page has no effect while it is visible. A sleeping laptop pauses all processes.
  everything("SIGSTOP");
  await write(ben.page, "Made in the night");
  await until("the access token has expired", async () => {
    const answer = await ben.context.request.get("/api/me", { headers: { authorization: `Bearer ${token()}` } });
    return answer.status() === 401;
  });
  await until("the node has given the line up", async () => (await sockets()) === 1);
  stage.link.set({ stalled: false });
  const woken = Date.now();
  everything("SIGCONT");
  // A machine whose network returns resets its connections; otherwise the browser would keep using dead ones.
  if (netBack) stage.link.cut();
  await both();
  process.stdout.write(`F-53: everything is there ${Date.now() - woken} ms after the lid was opened\n`);
}

async function both() {
  for (const { page } of [ben, ada]) {
    await row(page, "Written as the lid fell").waitFor();
    await row(page, "Made in the night").waitFor();
    await until("there are two", async () => (await page.getByRole("grid").getByRole("link").count()) === 2);
  }
}

describe("F-53 a laptop that was asleep", () => {
  it("continues without a reload, with a new token and its waiting edits", async () => {
    const before = token();
    await asleep(false);
    expect(token()).not.toBe(before);
    expect([loads, snapshots]).toEqual([0, 0]);
    expect(new URL(ada.page.url()).pathname).toContain("/w/");
  });

  it("rs2_takes a snapshot if its cursor is gone, and keeps its waiting edits", async () => {
    tap.up = (frame) => {
      if (frame.type !== "hello") return frame;
      const cursors = Object.entries(frame.cursors as Record<string, object>).map(([scope, cursor]) => [scope, { ...cursor, epoch: "0193a000-0000-7000-8000-000000000000" }]);
      return { ...frame, cursors: Object.fromEntries(cursors) };
    };
    await asleep(true);
    expect([loads, snapshots]).toEqual([0, 1]);
  });
});

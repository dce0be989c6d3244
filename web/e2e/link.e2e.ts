import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { write } from "./support/list";
import { until } from "./support/node";
import type { Person } from "./support/person";
import { setLinkStage, type LinkStage } from "./support/stage";

const seed = 29;
const whole = { latencyMs: 0, bytesPerSecond: 0, cuts: 0, sockets: "pass", stalled: false } as const;

let stage: LinkStage;
let ben: Person;

beforeAll(async () => {
  stage = await setLinkStage({}, seed);
  ben = await stage.straight.person("Ben Nevis");
});
afterAll(async () => {
  await stage?.straight.close();
  await stage?.close();
});
afterEach(() => stage.link.set(whole));

/** Records when each command of a page was first sent, and when it was answered. */
function stopwatch(page: Page): { acks: Map<string, number>; titles: Map<string, string> } {
  const acks = new Map<string, number>();
  const titles = new Map<string, string>();
  type Frame = { type?: string; id: string; command: { title: string } };
  const read = (payload: string | Buffer) => JSON.parse(String(payload)) as Frame;
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      const frame = read(payload);
      if (frame.type === "command") titles.set(frame.id, frame.command.title);
    });
    socket.on("framereceived", ({ payload }) => {
      const frame = read(payload);
      if (frame.type === "ack" && !acks.has(frame.id)) acks.set(frame.id, Date.now());
    });
  });
  return { acks, titles };
}

describe("a bad link", () => {
  it("F-54 with two seconds of delay, 20 kB/s and three breaks in ten loses and doubles no edit", async () => {
    const ada = await stage.person("Ada Byron");
    const workspace = await ada.makeWorkspace("Train", "TRA");
    await ada.invite(ben, workspace);
    const { acks, titles } = stopwatch(ada.page);
    await ada.goto(`/w/${workspace.id}`);
    await ben.goto(`/w/${workspace.id}`);
    const made = new Map([["At the station", Date.now()]]);
    // The dialog for the first task loads before the link gets bad.
    await write(ada.page, "At the station");
    stage.link.set({ latencyMs: 1000, bytesPerSecond: 20_000, cuts: 0.3 });
    stage.link.cut();
    for (let n = 1; n <= 8; n += 1) {
      made.set(`From the train ${n}`, Date.now());
      await write(ada.page, `From the train ${n}`);
      if (n === 3 || n === 6) {
        // The cut loses the commands or answers in flight.
        await until("an edit is under way", async () => titles.size > acks.size);
        stage.link.cut();
      }
      if (n % 4 === 0) await write(ben.page, `From the desk ${n}`);
    }
    const all = [...made.keys(), "From the desk 4", "From the desk 8"].toSorted();
    const shown = async (page: Page) => (await page.getByRole("grid").getByRole("link").allTextContents()).toSorted();
    for (const { page } of [ben, ada]) {
      await until("all of it is there", async () => (await shown(page)).length >= all.length, 50_000);
      expect(await shown(page)).toEqual(all);
    }
    await until("all of it was answered", async () => titles.size === made.size && [...titles.keys()].every((id) => acks.has(id)), 30_000);
    const took = [...titles].map(([id, title]) => (acks.get(id) ?? 0) - (made.get(title) ?? 0)).toSorted((a, b) => a - b);
    const at = (share: number) => took[Math.ceil(took.length * share) - 1];
    const broken = `${stage.link.cuts} connections broken by chance and 3 by hand`;
    process.stdout.write(`F-54: ${took.length} edits, ${broken}, edit to ack p50 ${at(0.5)} / p95 ${at(0.95)} ms, seed ${seed}\n`);
    expect(await ben.titles(workspace)).toEqual(all);
    await ada.context.close();
  }, 180_000);
});

describe("a proxy that blocks WebSockets", () => {
  const words = "Live updates are blocked.";

  it("F-35 is reported at the first visit, whatever the proxy does", async () => {
    const ada = await stage.person("Ada Byron");
    const workspace = await ada.makeWorkspace("Behind a proxy", "PRO");
    for (const sockets of ["refuse", "answer", "strip"] as const) {
      stage.link.set({ sockets });
      await ada.page.goto(`/w/${workspace.id}`);
      await ada.page.getByText(words).waitFor();
      await ada.page.getByText("something on your network blocks WebSockets").waitFor();
    }
    await ada.shot("no-sockets-first");
    stage.link.set(whole);
    await ada.page.getByRole("heading", { level: 1 }).waitFor();
    await ada.page.getByText(words).waitFor({ state: "detached" });
    await ada.context.close();
  });

  it("F-35 is reported during work with the waiting edits, which leave once sockets pass", async () => {
    const ada = await stage.person("Ada Byron", { theme: "auto" });
    const workspace = await ada.makeWorkspace("Behind a proxy", "PRO");
    await ada.goto(`/w/${workspace.id}`);
    stage.link.set({ sockets: "refuse" });
    stage.link.cut();
    await write(ada.page, "Behind a proxy");
    const banner = ada.page.getByRole("status").filter({ hasText: words });
    await banner.getByText("1 edit is saved here and will sync when you reconnect.").waitFor();
    await ada.shot("no-sockets-light");
    await ada.page.emulateMedia({ colorScheme: "dark" });
    await ada.shot("no-sockets-dark");
    await ada.page.setViewportSize({ width: 390, height: 844 });
    await banner.getByRole("button", { name: "Try now" }).waitFor();
    await ada.shot("no-sockets-390");
    stage.link.set(whole);
    await banner.waitFor({ state: "detached" });
    await until("it has arrived", async () => (await ada.titles(workspace)).join() === "Behind a proxy");
    await ada.context.close();
  });
});

import * as Y from "yjs";
import { describe, expect, it } from "vitest";
import { breathe, mulberry32 } from "../testing/platform";
import { FakeTextNode } from "../testing/textNode";
import { settle, TextPage } from "../testing/textPage";
import { elementsOf, node, rootOf, treeOf, wordsOf } from "./tree";

const ticket = "01890000-0000-7000-8000-000000000001";
const paragraph = (text: string) => node("paragraph", {}, [[{ text, marks: {} }]]);

function nodeWith(...lines: string[]): FakeTextNode {
  const fake = new FakeTextNode();
  fake.make(ticket, lines);
  return fake;
}

const wordsAt = (fake: FakeTextNode) => wordsOf(treeOf(fake.docs.get(ticket)?.doc ?? new Y.Doc()));

async function opened(fake: FakeTextNode, options: ConstructorParameters<typeof TextPage>[2] = {}): Promise<TextPage> {
  const page = new TextPage(fake, ticket, options);
  page.connect();
  await settle(page);
  return page;
}

describe("a text with a connection", () => {
  it("tx5 shows the node's document, and tx6 what another person types", async () => {
    const fake = nodeWith("Hello");
    const [ana, ben] = [await opened(fake), await opened(fake)];
    ana.type(" from Ana");
    await settle(ana, ben);
    expect(ben.words).toBe("Hello from Ana");
    expect([ana.text.state.unsent, wordsAt(fake)]).toEqual([false, "Hello from Ana"]);
  });

  it("tx8 gathers keystrokes into one update within 50 ms, and numbers them from 1 in each join", async () => {
    const fake = nodeWith("");
    const page = await opened(fake);
    for (const letter of "typed") page.type(letter);
    page.platform.advance(50);
    expect(page.socket?.toNode.map((frame) => [frame[0], frame[21]])).toEqual([[2, 1]]);
    await settle(page);
    page.type("!");
    page.platform.advance(50);
    expect(page.socket?.toNode[0]?.[21]).toBe(2);
    page.disconnect();
    page.connect();
    await settle(page);
    expect(wordsAt(fake)).toBe("typed!");
  });

  it("tx1 sends no text frame to a node that does not speak texts", async () => {
    const fake = nodeWith("Hello");
    const page = new TextPage(fake, ticket, { described: [paragraph("Hello")] });
    page.connect(0);
    await settle(page);
    expect([page.text.state.link, fake.received]).toEqual(["unspoken", []]);
  });

  it("splits an update that is larger than a node takes", async () => {
    const fake = nodeWith("");
    const [ana, ben] = [await opened(fake), await opened(fake)];
    const long = "å".repeat(45_000);
    ana.type(long);
    await settle(ana, ben);
    const updates = fake.received.filter(({ kind }) => kind === 2);
    expect(updates.length).toBeGreaterThan(1);
    expect(Math.max(...updates.map(({ bytes }) => bytes))).toBeLessThanOrEqual(65_536 + 4);
    expect(ben.words === long && wordsAt(fake) === long).toBe(true);
  });

  it("splits it in front of nodes, and never between a node and its attributes", async () => {
    const fake = nodeWith();
    const page = await opened(fake);
    const seen: string[] = [];
    fake.docs.get(ticket)?.doc.on("update", () => {
      const headings = treeOf(fake.docs.get(ticket)!.doc).filter(({ name }) => name === "heading");
      seen.push(...headings.filter(({ attrs }) => attrs.level !== 2).map(() => "without level"));
    });
    const headings = Array.from({ length: 3_000 }, (_, at) => node("heading", { level: 2 }, [[{ text: `Heading ${at}`, marks: {} }]]));
    page.doc.transact(() => rootOf(page.doc).insert(0, elementsOf(headings)), "editor");
    await settle(page);
    expect(fake.received.filter(({ kind }) => kind === 2).length).toBeGreaterThan(1);
    expect([seen, treeOf(fake.docs.get(ticket)!.doc).length]).toEqual([[], 3_000]);
  });

  it("tx13 names a caret by the user that the node names, and removes it when the connection leaves", async () => {
    const fake = nodeWith("Hello");
    const [ana, ben] = [await opened(fake), await opened(fake)];
    ana.text.state.carets?.setLocalState({ cursor: { anchor: 1, head: 1 }, user: { id: "somebody-else", name: "Mallory" } });
    await settle(ana, ben);
    const others = () => [...(ben.text.state.carets?.getStates() ?? [])].filter(([client]) => client !== ben.doc.clientID).map(([, state]) => state);
    expect(others()).toEqual([{ cursor: { anchor: 1, head: 1 }, user: { id: ana.socket?.id } }]);
    ana.disconnect();
    await settle(ben);
    expect(others()).toEqual([]);
  });
});

describe("a text without a connection", () => {
  it("tx8 keeps what was typed over a closed tab, and tx17 brings it to the node", async () => {
    const fake = nodeWith("Hello");
    const page = await opened(fake);
    page.disconnect();
    page.type(", offline");
    await breathe();
    // The tab is closed without a word.
    const again = new TextPage(fake, ticket, { disk: page.disk });
    await again.text.ready;
    expect(again.words).toBe("Hello, offline");
    again.connect();
    await settle(again);
    expect(wordsAt(fake)).toBe("Hello, offline");
    expect(await page.disk.unsent()).toEqual([]);
  });

  it("tx8 sends what an earlier visit has left, also if nobody opens the text", async () => {
    const fake = nodeWith("Hello");
    const page = await opened(fake);
    page.disconnect();
    page.type(", offline");
    await breathe();
    const later = new TextPage(fake, "01890000-0000-7000-8000-000000000002", { disk: page.disk });
    fake.make("01890000-0000-7000-8000-000000000002", [""]);
    later.connect();
    await later.texts.sendStored();
    await settle(later);
    expect([wordsAt(fake), await page.disk.unsent()]).toEqual(["Hello, offline", []]);
  });

  it("begins from the Markdown without a copy, and adds its changes to the node's document", async () => {
    const fake = nodeWith("One", "Two");
    const page = new TextPage(fake, ticket, { described: [paragraph("One"), paragraph("Two")] });
    await page.text.ready;
    page.addBlock("Between", 1);
    page.connect();
    await settle(page);
    expect([wordsAt(fake), page.words, page.text.state.lost]).toEqual(["One\nBetween\nTwo", "One\nBetween\nTwo", []]);
  });

  it("says so if this machine does not store what is typed", async () => {
    const page = await opened(nodeWith("Hello"));
    page.disk.full = true;
    page.disconnect();
    page.type("!");
    await breathe();
    expect([page.text.state.durable, page.texts.hasUnstored]).toEqual([false, true]);
  });
});

describe("a document with another epoch", () => {
  it("tx16 gets own changes again if the text around them is unchanged, and otherwise offers them", async () => {
    const fake = nodeWith("One", "Two");
    const page = await opened(fake);
    page.disconnect();
    page.type(" and a half", undefined, 0);
    page.type(", mine", undefined, 1);
    fake.make(ticket, ["One", "Two, restored"], 2);
    page.connect();
    await settle(page);
    expect(wordsAt(fake)).toBe("One and a half\nTwo, restored");
    expect(page.text.state.lost.map(({ words, code }) => [words, code])).toEqual([["Two, mine", "changed"]]);
    page.text.dismissLost(page.text.state.lost[0]!.id);
    expect([page.text.state.lost, page.disk.lost.get(ticket)]).toEqual([[], []]);
  });

  it("tx14 joins again after `gone`, and after the time to wait of `unavailable`", async () => {
    const fake = nodeWith("One");
    const page = await opened(fake);
    fake.left(page.socket!, ticket, "unavailable", 2_000);
    page.socket!.down();
    expect(page.text.state.link).toBe("waiting");
    page.type(" more");
    page.platform.advance(1_900);
    expect(page.socket?.toNode).toEqual([]);
    page.platform.advance(200);
    await settle(page);
    expect(wordsAt(fake)).toBe("One more");
  });
});

describe("a person who may not edit", () => {
  it("tx9 sends nothing, and tx11 can edit once the node says so", async () => {
    const fake = nodeWith("Hello");
    const page = new TextPage(fake, ticket);
    page.connect();
    page.socket!.mayEdit = false;
    await settle(page);
    page.type(" repaired by the editor");
    await settle(page);
    expect([page.text.state.mayEdit, wordsAt(fake)]).toEqual([false, "Hello"]);
    fake.setRights(page.socket!, ticket, true);
    await settle(page);
    expect([page.text.state.mayEdit, page.words]).toEqual([true, "Hello"]);
    page.type("!");
    await settle(page);
    expect(wordsAt(fake)).toBe("Hello!");
  });

  it("tx7 gets the text back that was refused, and goes on with the node's", async () => {
    const fake = nodeWith("Hello");
    const page = await opened(fake);
    fake.refuse = () => ({ code: "too_many", waitMs: 0 });
    page.type(" and much more");
    page.platform.advance(50);
    page.type(" and more");
    page.platform.advance(50);
    await settle(page);
    expect([page.words, page.text.state.unsent]).toEqual(["Hello", false]);
    // The second refusal only says that it builds on the first.
    expect(fake.received.filter(({ kind }) => kind === 1)).toHaveLength(2);
    expect(page.text.state.lost.map(({ words, code }) => [words, code])).toEqual([["Hello and much more and more", "too_many"]]);
    fake.refuse = () => null;
    page.type("!");
    await settle(page);
    expect(wordsAt(fake)).toBe("Hello!");
  });

  it("tx7 gets a text back as a whole that is longer than a description may be, and sends no part of it", async () => {
    const fake = nodeWith("Hello");
    const page = await opened(fake);
    const long = "å".repeat(50_001);
    page.type(long);
    await settle(page);
    expect([page.words, wordsAt(fake), fake.received.filter(({ kind }) => kind === 2)]).toEqual(["Hello", "Hello", []]);
    expect(page.text.state.lost.map(({ words, code }) => [words === `Hello${long}`, code])).toEqual([[true, "too_many"]]);
  });

  it("tx7 waits if the node asks for it, and sends everything again", async () => {
    const fake = nodeWith("Hello");
    const page = await opened(fake);
    let refusals = 2;
    fake.refuse = () => (refusals-- > 0 ? { code: "rate_limited", waitMs: 1_000 } : null);
    page.type(" soon");
    await settle(page);
    expect([wordsAt(fake), page.text.state.lost]).toEqual(["Hello soon", []]);
  });

  it("tx11 keeps nothing of a ticket that cannot be seen any more", async () => {
    const fake = nodeWith("Hello");
    const page = await opened(fake);
    page.type("!");
    await settle(page);
    fake.left(page.socket!, ticket, "not_found");
    await settle(page);
    expect([page.text.state.link, page.text.state.doc, page.disk.kept.size]).toEqual(["gone", null, 0]);
  });
});

describe("several people, with a network that fails", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])("tx6_tx17 agree in the end, and nothing typed is missing (seed %i)", async (seed) => {
    const random = mulberry32(seed);
    const pick = (most: number) => Math.floor(random() * most);
    const fake = nodeWith("Start");
    const pages = await Promise.all([1, 2, 3].map((_, at) => opened(fake, { seed: seed * 10 + at })));
    const typed: string[] = [];
    for (let step = 0; step < 400; step += 1) {
      const at = pick(pages.length);
      let page = pages[at]!;
      switch (pick(10)) {
        case 0:
          if (page.socket) page.disconnect();
          else page.connect();
          break;
        case 1: {
          // The tab is closed without a word and opened again.
          await breathe();
          page.socket?.cut();
          page = pages[at] = new TextPage(fake, ticket, { disk: page.disk, seed: step });
          await page.text.ready;
          page.connect();
          break;
        }
        case 2:
          // The node restarts.
          for (const other of pages) if (other.socket) other.disconnect();
          break;
        case 3:
          page.socket?.up();
          page.socket?.up();
          break;
        case 4:
          page.socket?.down();
          break;
        case 5:
          page.platform.advance(pick(200));
          break;
        case 6:
          if (page.text.state.doc) page.addBlock(`<b${step}>`, pick(4));
          if (page.text.state.doc) typed.push(`<b${step}>`);
          break;
        case 7:
          if (page.text.state.doc) page.text.state.carets?.setLocalStateField("cursor", { anchor: step });
          break;
        default:
          if (page.text.state.doc) page.type(`<${step}>`, undefined, 0);
          if (page.text.state.doc) typed.push(`<${step}>`);
      }
    }
    for (const page of pages) if (!page.socket) page.connect();
    await settle(...pages);
    const words = wordsAt(fake);
    expect(pages.map((page) => page.words)).toEqual([words, words, words]);
    for (const mark of typed) expect(words.split(mark).length - 1, mark).toBe(1);
    expect(pages.map(({ text }) => [text.state.unsent, text.state.lost])).toEqual([1, 2, 3].map(() => [false, []]));
    for (const page of pages) expect(await page.disk.unsent()).toEqual([]);
  });
});

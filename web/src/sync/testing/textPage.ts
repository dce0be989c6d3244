import * as Y from "yjs";
import { Texts } from "../texts/texts";
import type { Text } from "../texts/text";
import { rootOf, treeOf, wordsOf, type TreeNode } from "../texts/tree";
import { breathe, FakePlatform } from "./platform";
import { FakeTextDisk } from "./textDisk";
import type { FakeTextNode, TextSocket } from "./textNode";

let ids = 0;

/** A page with one open text. Its time stands still, and its frames wait until a test carries them. */
export class TextPage {
  readonly platform: FakePlatform;
  readonly disk: FakeTextDisk;
  readonly texts: Texts;
  readonly text: Text;
  readonly release: () => void;
  socket: TextSocket | null = null;
  readonly #node: FakeTextNode;

  constructor(node: FakeTextNode, ticketId: string, { disk = new FakeTextDisk(), described = null as readonly TreeNode[] | null, seed = 1 } = {}) {
    this.#node = node;
    this.disk = disk;
    this.platform = new FakePlatform(null, seed);
    this.texts = new Texts({
      platform: this.platform,
      storage: disk,
      newId: () => `id-${String((ids += 1)).padStart(9, "0")}`,
      sendBytes: (bytes) => {
        this.socket?.toNode.push(bytes);
        return this.socket !== null;
      },
      described: () => described,
    });
    const { text, release } = this.texts.open(ticketId, () => undefined);
    this.text = text;
    this.release = release;
  }

  get doc(): Y.Doc {
    const { doc } = this.text.state;
    if (!doc) throw new Error("There is no copy.");
    return doc;
  }

  get words(): string {
    return wordsOf(treeOf(this.doc));
  }

  connect(version = 1): void {
    this.socket = this.#node.connect((bytes) => this.texts.received(bytes));
    this.texts.connected(version);
  }

  disconnect(): void {
    this.socket?.cut();
    this.socket = null;
    this.texts.connected(null);
  }

  /** Types at a place of the text in a paragraph, as the editor does. */
  type(words: string, at?: number, paragraph = 0): void {
    const block = rootOf(this.doc).get(paragraph) as Y.XmlElement;
    if (block.length === 0) block.insert(0, [new Y.XmlText()]);
    const text = block.get(0) as Y.XmlText;
    this.doc.transact(() => text.insert(Math.min(at ?? text.length, text.length), words), "editor");
  }

  erase(at: number, length: number): void {
    const text = (rootOf(this.doc).get(0) as Y.XmlElement).get(0) as Y.XmlText;
    const from = Math.min(at, text.length);
    this.doc.transact(() => text.delete(from, Math.min(length, text.length - from)), "editor");
  }

  addBlock(words: string, at = rootOf(this.doc).length): void {
    const paragraph = new Y.XmlElement("paragraph");
    paragraph.insert(0, [new Y.XmlText(words)]);
    this.doc.transact(() => rootOf(this.doc).insert(Math.min(at, rootOf(this.doc).length), [paragraph]), "editor");
  }
}

/** Carries all frames of all pages and lets time pass, until nothing moves. */
export async function settle(...pages: readonly TextPage[]): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await breathe();
    let moved = false;
    for (const { socket } of pages) while (socket?.up()) moved = true;
    for (const { socket } of pages) while (socket?.down()) moved = true;
    for (const { platform } of pages) platform.advance(600);
    quiet = moved ? 0 : quiet + 1;
  }
}

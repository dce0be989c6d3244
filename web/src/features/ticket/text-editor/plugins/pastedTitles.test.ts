import { Editor } from "@tiptap/core";
import { afterEach, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { blocksOf } from "@/sync/texts/fromMarkdown";
import { elementsOf, rootOf, treeOf, wordsOf } from "@/sync/texts/tree";
import { textExtensions } from "../extensions";
import { insertAddress } from "./pastedTitles";

const address = "https://plans.example/a";
const open: Editor[] = [];
afterEach(() => {
  for (const editor of open.splice(0)) editor.destroy();
});

function deferred(): { promise: Promise<string>; resolve: (title: string) => void } {
  let resolve: (title: string) => void = () => undefined;
  const promise = new Promise<string>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function opened(markdown: string) {
  const doc = new Y.Doc();
  rootOf(doc).insert(0, elementsOf(blocksOf(markdown)) as Y.XmlElement[]);
  const editor = new Editor({ element: document.createElement("div"), extensions: textExtensions(doc) });
  open.push(editor);
  editor.commands.setTextSelection(editor.state.doc.content.size - 1);
  const answer = deferred();
  insertAddress(editor, address, () => answer.promise);
  const answered = async (title: string) => {
    answer.resolve(title);
    await answer.promise;
    await Promise.resolve();
  };
  return { doc, editor, answered, words: () => wordsOf(treeOf(doc)), linked: () => JSON.stringify(treeOf(doc)).includes(`"link":{"href":"${address}"`) };
}

describe("ul9 a pasted address", () => {
  it("is a link at once, and gets the title of its page later", async () => {
    const { answered, words, linked } = opened("See");
    expect([words(), linked()]).toEqual([`See${address}`, true]);
    await answered("The plans");
    expect([words(), linked()]).toEqual(["SeeThe plans", true]);
  });

  it("comes back with one undo, and goes with the next", async () => {
    const { editor, answered, words, linked } = opened("See");
    await answered("The plans");
    editor.commands.undo();
    expect([words(), linked()]).toEqual([`See${address}`, true]);
    editor.commands.undo();
    expect(words()).toBe("See");
  });

  it("stays where it is while the text around it changes", async () => {
    const { editor, answered, words } = opened("See");
    editor.commands.insertContentAt(1, "Please ");
    editor.commands.insertContentAt(editor.state.doc.content.size - 1, " now");
    await answered("The plans");
    expect(words()).toBe("Please SeeThe plans now");
  });

  it("stays as it is if its words have changed, and without a title", async () => {
    const changed = opened("See");
    changed.editor.commands.insertContentAt(8, "X");
    await changed.answered("The plans");
    expect(changed.words()).toBe("SeehttpXs://plans.example/a");
    const silent = opened("See");
    await silent.answered("");
    expect(silent.words()).toBe(`See${address}`);
  });
});

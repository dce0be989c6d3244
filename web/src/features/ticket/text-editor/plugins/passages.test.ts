import { Editor } from "@tiptap/core";
import { afterEach, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { blocksOf } from "@/sync/texts/fromMarkdown";
import { elementsOf, rootOf } from "@/sync/texts/tree";
import type { Passage } from "@/wire/generated";
import { usePassages } from "../../passages/usePassages";
import { textExtensions } from "../extensions";
import { findWords, highlight, passageBetween, passages, placeOf } from "./passages";

const open: Editor[] = [];
afterEach(() => {
  for (const editor of open.splice(0)) editor.destroy();
});

function docOf(markdown: string): Y.Doc {
  const doc = new Y.Doc();
  rootOf(doc).insert(0, elementsOf(blocksOf(markdown)) as Y.XmlElement[]);
  return doc;
}

function opened(doc: Y.Doc): Editor {
  const editor = new Editor({ element: document.createElement("div"), extensions: [...textExtensions(doc), passages(() => undefined)] });
  open.push(editor);
  return editor;
}

/** Two editors of one document that get each other's changes at once. */
function joined(markdown: string): [Editor, Editor] {
  const [one, two] = [docOf(markdown), new Y.Doc()];
  Y.applyUpdate(two, Y.encodeStateAsUpdate(one));
  for (const [from, to] of [[one, two], [two, one]] as const) from.on("update", (update: Uint8Array, origin: unknown) => origin !== "link" && Y.applyUpdate(to, update, "link"));
  return [opened(one), opened(two)];
}

function passageOn(editor: Editor, words: string, nth = 0): Passage {
  const place = findWords(editor.state.doc, words, nth)!;
  const passage = passageBetween(editor.state, place.from, place.to);
  expect(passage?.words).toBe(words);
  return passage!;
}

const wordsAt = (editor: Editor, passage: Passage) => {
  const place = placeOf(editor.state, passage);
  return place && editor.state.doc.textBetween(place.from, place.to, " ");
};
const marks = (editor: Editor) => [...editor.view.dom.querySelectorAll("[data-passage]")].map(({ textContent }) => textContent).join("|");

describe("ct9 a passage", () => {
  it("is found where its words are now, for each person", () => {
    const [ana, ben] = joined("One two three.\n\nOne two.");
    const passage = passageOn(ana, "two three");
    ben.commands.insertContentAt(1, "Zero. ");
    ana.commands.insertContentAt(findWords(ana.state.doc, "three", 0)!.from, "and ");
    expect([wordsAt(ana, passage), wordsAt(ben, passage)]).toEqual(["two and three", "two and three"]);
  });

  it("does not grow by what is typed at its ends", () => {
    const [ana, ben] = joined("One two three.");
    const passage = passageOn(ana, "two");
    const { from, to } = placeOf(ana.state, passage)!;
    ben.commands.insertContentAt(to, "!");
    ben.commands.insertContentAt(from, "very ");
    expect(wordsAt(ana, passage)).toBe("two");
  });

  it("over several blocks and with marks is one passage", () => {
    const [ana, ben] = joined("One **two**\n\n- three");
    expect(wordsAt(ben, passageOn(ana, "two three"))).toBe("two three");
  });

  it("whose words were deleted is gone, and comes back by undo", () => {
    const [ana, ben] = joined("One second hash block.");
    const passage = passageOn(ana, "second hash");
    const { from, to } = placeOf(ben.state, passage)!;
    ben.commands.deleteRange({ from, to });
    expect([placeOf(ana.state, passage), placeOf(ben.state, passage)]).toEqual([null, null]);
    ben.commands.undo();
    expect(wordsAt(ben, passage)).toBe("second hash");
  });

  it("whose words were moved is found, if the words are long and stand there once", () => {
    const [ana, ben] = joined("One two and the second hash block.");
    const [long, short] = [passageOn(ana, "second hash block"), passageOn(ana, "two")];
    for (const passage of [long, short]) ben.commands.deleteRange(placeOf(ben.state, passage)!);
    ben.commands.insertContentAt(1, "The second hash block is two. ");
    expect([wordsAt(ana, long), wordsAt(ana, short)]).toEqual(["second hash block", null]);
    ben.commands.insertContentAt(1, "A second hash block. ");
    expect(wordsAt(ana, long)).toBeNull();
  });

  it("of another history of the document is found by its words", () => {
    const passage = passageOn(opened(docOf("One two.")), "two");
    expect(wordsAt(opened(docOf("Zero one two.")), passage)).toBe("two");
    expect(placeOf(opened(docOf("Nothing.")).state, passage)).toBeNull();
  });

  it("with a mention and a picture is found by its words", () => {
    const asking = () => {
      const editor = opened(docOf("Ask about now."));
      editor.commands.insertContentAt(11, { type: "image", attrs: { src: "https://troupe.example/pier.png", alt: "pier" } });
      editor.commands.insertContentAt(5, { type: "mention", attrs: { id: "a", label: "ada" } });
      return editor;
    };
    const editor = asking();
    const place = { from: 1, to: editor.state.doc.content.size - 1 };
    const passage = passageBetween(editor.state, place.from, place.to)!;
    expect(passage.words).toBe("Ask @adaabout piernow.");
    expect(placeOf(asking().state, passage)).toEqual(place);
  });

  it("with invalid positions is found by its words", () => {
    const editor = opened(docOf("One two."));
    for (const place of ["AA==", "////", "x", "AAAAAAAA"]) expect(wordsAt(editor, { start: place, end: place, words: "two" })).toBe("two");
  });

  it("has words, and not too many", () => {
    const editor = opened(docOf(`${"x".repeat(600)}\n\n---`));
    expect(passageBetween(editor.state, 1, 1)).toBeNull();
    expect(passageBetween(editor.state, 1, 600)).toBeNull();
    expect(passageBetween(editor.state, 1, 500)?.words).toHaveLength(499);
  });
});

describe("ct10 a highlight", () => {
  it("follows own changes and those of others, and says when its words are gone", async () => {
    const [ana, ben] = joined("One two three.");
    const passage = passageOn(ana, "two");
    for (const editor of [ana, ben]) highlight(editor.view, [{ commentId: "c1", passage }]);
    expect([marks(ana), marks(ben)]).toEqual(["two", "two"]);
    ana.commands.insertContentAt(1, "Zero ");
    expect([marks(ana), marks(ben)]).toEqual(["two", "two"]);
    const gone = async () => {
      await Promise.resolve();
      return usePassages.getState().gone.c1;
    };
    expect(await gone()).toBe(false);
    const { from, to } = placeOf(ana.state, passage)!;
    ana.commands.deleteRange({ from, to });
    expect([marks(ana), marks(ben), await gone()]).toEqual(["", "", true]);
    ana.commands.undo();
    expect(marks(ana)).toBe("two");
    highlight(ana.view, []);
    expect(marks(ana)).toBe("");
  });

  it("changes nothing in the document", () => {
    const doc = docOf("One two.");
    const editor = opened(doc);
    const updates: Uint8Array[] = [];
    doc.on("update", (update: Uint8Array) => updates.push(update));
    highlight(editor.view, [{ commentId: "c1", passage: passageOn(editor, "two") }]);
    expect(updates).toEqual([]);
  });
});

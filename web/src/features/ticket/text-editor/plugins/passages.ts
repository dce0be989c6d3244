import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type EditorState } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { absolutePositionToRelativePosition, relativePositionToAbsolutePosition, ySyncPluginKey } from "@tiptap/y-tiptap";
import { fromBase64, toBase64 } from "lib0/buffer";
import * as Y from "yjs";
import type { Passage } from "@/wire/generated";
import { mostWords, type Highlight } from "../../passages/passage";
import { noteGone } from "../../passages/usePassages";
import styles from "../TextEditor.module.css";

// A passage is the part of a description that a comment is about.

interface Shown {
  highlights: readonly Highlight[];
  decorations: DecorationSet;
}

const key = new PluginKey<Shown>("passages");

/** What the binding of Yjs knows of the document. */
interface Binding {
  doc: Y.Doc;
  type: Y.XmlFragment;
  /** True while a change comes from the document: of another person, or by undo. */
  isChangeOrigin?: boolean;
  /** Null before the editor has drawn the document. */
  binding: { mapping: Map<Y.AbstractType<unknown>, Node | Node[]> } | null;
}

const bindingOf = (state: EditorState) => {
  const found = ySyncPluginKey.getState(state) as Binding | undefined;
  return found?.binding ? { ...found, mapping: found.binding.mapping } : null;
};

/** The words that stand for a node without text, such as a mention or a picture, in a passage. */
function textOfLeaf({ type, attrs }: Node): string {
  if (type.name === "mention") return `@${String(attrs.label ?? "")}`;
  return String(attrs.label ?? attrs.alt ?? "");
}

/** The passage between two places of the document; null if it has no words or too many. */
export function passageBetween(state: EditorState, from: number, to: number): Passage | null {
  const known = bindingOf(state);
  const words = state.doc.textBetween(from, to, " ", (leaf) => textOfLeaf(leaf) || " ").trim();
  if (!known || words === "" || words.length > mostWords) return null;
  const { doc, type, mapping } = known;
  const end = absolutePositionToRelativePosition(to, type, mapping) as Y.RelativePosition;
  // The start is tied to the character after it, so text typed in front of the passage does not belong to the passage.
  const place = Y.createAbsolutePositionFromRelativePosition(absolutePositionToRelativePosition(from, type, mapping) as Y.RelativePosition, doc);
  if (!place) return null;
  const start = Y.createRelativePositionFromTypeIndex(place.type, place.index, 0);
  return { start: toBase64(Y.encodeRelativePosition(start)), end: toBase64(Y.encodeRelativePosition(end)), words };
}

/** If nothing is left between the places of a passage, its words are searched for. They must have at least this many letters and occur once. */
const minLettersToSearch = 12;

/** The place of the words. Null if the words are too short, or do not occur exactly once. Short words could occur by chance. */
function findOnce(doc: Node, words: string): { from: number; to: number } | null {
  if (words.replaceAll(/\s/gu, "").length < minLettersToSearch) return null;
  return findWords(doc, words, 1) ? null : findWords(doc, words, 0);
}

/**
 * Where a passage is now; null if it is not found. The places of a passage may belong to another history of the
 * document. Then the first occurrence of the words is taken. If nothing is left between the places, the words may have
 * been moved, or deleted and restored. They are then taken only if they are long and occur once.
 */
export function placeOf(state: EditorState, { start, end, words }: Passage): { from: number; to: number } | null {
  const known = bindingOf(state);
  if (!known) return null;
  const at = (place: string): number | null => {
    try {
      return relativePositionToAbsolutePosition(known.doc, known.type, Y.decodeRelativePosition(fromBase64(place)), known.mapping);
    } catch {
      // Not a place, or one that this document has never had.
      return null;
    }
  };
  const [from, to] = [at(start), at(end)];
  if (from === null || to === null) return findWords(state.doc, words, 0);
  const { size } = state.doc.content;
  return from < to && to <= size && state.doc.textBetween(from, to, " ", " ").trim() !== "" ? { from, to } : findOnce(state.doc, words);
}

const spaces = /\s/u;

/** The place of the nth occurrence of some words, counted from 0. Spaces and ends of blocks do not count. */
export function findWords(doc: Node, words: string, nth: number): { from: number; to: number } | null {
  let text = "";
  const places: number[] = [];
  const add = (part: string, place: (index: number) => number) => {
    for (let index = 0; index < part.length; index += 1) {
      const letter = part[index] ?? "";
      if (spaces.test(letter)) continue;
      text += letter;
      places.push(place(index));
    }
  };
  doc.descendants((node, pos) => {
    if (node.isText) add(node.text ?? "", (index) => pos + index);
    else if (node.isLeaf) add(textOfLeaf(node), () => pos);
  });
  const wanted = [...words].filter((letter) => !spaces.test(letter)).join("");
  if (wanted === "") return null;
  let at = text.indexOf(wanted);
  for (let left = nth; left > 0 && at >= 0; left -= 1) at = text.indexOf(wanted, at + 1);
  if (at < 0) return null;
  const [from, last] = [places[at], places[at + wanted.length - 1]];
  return from === undefined || last === undefined ? null : { from, to: last + 1 };
}

/** Finds all passages in the document. */
function decorationsOf(state: EditorState, highlights: readonly Highlight[]): DecorationSet {
  return DecorationSet.create(
    state.doc,
    highlights.flatMap(({ commentId, passage }) => {
      const place = placeOf(state, passage);
      return place ? [Decoration.inline(place.from, place.to, { class: styles.passage ?? "", "data-passage": commentId }, { commentId })] : [];
    }),
  );
}

/** Notes which passages are gone. Before the editor has drawn the document, this is unknown. */
function reportGone(state: EditorState, { highlights, decorations }: Shown): Shown {
  if (bindingOf(state)?.mapping.size) {
    const here = new Set(decorations.find().map(({ spec }) => spec.commentId as string));
    const gone = Object.fromEntries(highlights.map(({ commentId }) => [commentId, !here.has(commentId)]));
    // Not within the dispatch: components that read it render at once.
    queueMicrotask(() => noteGone(gone));
  }
  return { highlights, decorations };
}

/** Highlights the passages of open threads. A click on a highlight opens its thread. */
export const passages = (onOpen: (commentId: string) => void) =>
  Extension.create({
    name: "passages",
    addProseMirrorPlugins: () => [
      new Plugin<Shown>({
        key,
        state: {
          init: () => ({ highlights: [], decorations: DecorationSet.empty }),
          apply(tr, shown, _, state) {
            const next = tr.getMeta(key) as readonly Highlight[] | undefined;
            if (next) return reportGone(state, { highlights: next, decorations: decorationsOf(state, next) });
            if (!tr.docChanged || shown.highlights.length === 0) return shown;
            // The editor applies the person's change before Yjs receives it. Until then, the places in Yjs are old. So for such a
            // change, the highlights are moved with the text and not searched again.
            const comesFromYjs = (ySyncPluginKey.getState(state) as Binding | undefined)?.isChangeOrigin;
            return reportGone(state, { ...shown, decorations: comesFromYjs ? decorationsOf(state, shown.highlights) : shown.decorations.map(tr.mapping, tr.doc) });
          },
        },
        props: {
          decorations: (state) => key.getState(state)?.decorations,
          handleClick: (_, __, event) => {
            const mark = (event.target as Element).closest<HTMLElement>("[data-passage]");
            const commentId = mark?.dataset.passage;
            if (commentId === undefined || !getSelection()?.isCollapsed) return false;
            onOpen(commentId);
            // With `false`, the editor sets the caret as usual.
            return false;
          },
        },
      }),
    ],
  });

/** Shows these passages. */
export const highlight = (view: EditorView, highlights: readonly Highlight[]): void => view.dispatch(view.state.tr.setMeta(key, highlights).setMeta("addToHistory", false));

import type { Editor } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { yUndoPluginKey } from "@tiptap/y-tiptap";

/** Finds the title of a page; empty if it is not known. */
export type TitleOf = (address: string) => Promise<string>;

type Change = { add: string; from: number; to: number } | { remove: string };

const key = new PluginKey<DecorationSet>("pastedTitles");

/** Follows the places of addresses whose titles are still to come. */
export const titlePlaces = (): Plugin<DecorationSet> =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        const mapped = before.map(tr.mapping, tr.doc);
        const change = tr.getMeta(key) as Change | undefined;
        if (!change) return mapped;
        if ("add" in change) return mapped.add(tr.doc, [Decoration.inline(change.from, change.to, {}, { id: change.add })]);
        return mapped.remove(mapped.find(undefined, undefined, (spec) => spec.id === change.remove));
      },
    },
  });

let pasted = 0;

/**
 * Inserts an address as a link, and puts the title of its page in its place once the title is known. That is a step of its
 * own, so one undo leads back to the address. If somebody has changed the words meanwhile, they stay.
 */
export function insertAddress(editor: Editor, address: string, titleOf: TitleOf): void {
  const { from } = editor.state.selection;
  if (!editor.commands.insertContent({ type: "text", text: address, marks: [{ type: "link", attrs: { href: address } }] })) return;
  pasted += 1;
  const id = String(pasted);
  const tell = (change: Change) => editor.view.dispatch(editor.state.tr.setMeta(key, change).setMeta("addToHistory", false));
  tell({ add: id, from, to: from + address.length });
  const ended = (title: string) => {
    if (editor.isDestroyed) return;
    const place = key.getState(editor.state)?.find(undefined, undefined, (spec) => spec.id === id)[0];
    tell({ remove: id });
    if (!place || title === "" || title === address || !editor.isEditable || editor.state.doc.textBetween(place.from, place.to) !== address) return;
    // The title is a step of its own, however soon it comes.
    const undo = yUndoPluginKey.getState(editor.state) as { undoManager?: { stopCapturing(): void } } | undefined;
    undo?.undoManager?.stopCapturing();
    const link = editor.schema.marks.link?.create({ href: address });
    editor.view.dispatch(editor.state.tr.replaceWith(place.from, place.to, editor.schema.text(title, link ? [link] : [])));
    undo?.undoManager?.stopCapturing();
  };
  titleOf(address).then(ended, () => ended(""));
}

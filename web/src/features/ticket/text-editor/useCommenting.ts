import { t } from "@lingui/core/macro";
import type { Editor } from "@tiptap/core";
import { useCallback, useEffect } from "react";
import { ask } from "@/actions/ask";
import { tell } from "@/ui/Toast";
import { commentOnRanges } from "../passages/commentOnRanges";
import { keyOfHighlights, mostWords, type Highlight } from "../passages/passage";
import { keepPassage } from "../passages/usePassages";
import { inTask } from "../text-page/textMode";
import type { Asks } from "./plugins/asks";
import { highlight, passageBetween } from "./plugins/passages";

type Place = { from: number; to: number } | null;

/** Lets a person comment on words of the document: by a key, by the toolbar, and by the button at the selection. */
export function useCommenting(editor: Editor, ticketId: string, asks: Asks): (place: Place) => void {
  const commentOn = useCallback(
    (place: Place) => {
      const passage = place && passageBetween(editor.state, place.from, place.to);
      if (!passage) return tell({ text: t`To comment on part of the description, select up to ${mostWords} characters.` });
      keepPassage(ticketId, passage);
      inTask(() => ask("comment", [ticketId]));
    },
    [editor, ticketId],
  );
  useEffect(() => asks.answer("comment", () => commentOn(editor.state.selection)), [asks, editor, commentOn]);
  useEffect(
    () =>
      commentOnRanges(ticketId, (range) => {
        const at = (node: globalThis.Node, offset: number) => editor.view.posAtDOM(node, offset);
        commentOn({ from: at(range.startContainer, range.startOffset), to: at(range.endContainer, range.endOffset) });
      }),
    [editor, ticketId, commentOn],
  );
  return commentOn;
}

/** Highlights the passages of open threads. */
export function useHighlights(editor: Editor, highlights: readonly Highlight[]): void {
  const key = keyOfHighlights(highlights);
  useEffect(() => {
    highlight(editor.view, highlights);
    // A list with the same comments has the same passages.
  }, [editor, key]); // oxlint-disable-line react/exhaustive-deps
}

import { Extension } from "@tiptap/core";
import { yCursorPlugin } from "@tiptap/y-tiptap";
import type { Awareness } from "y-protocols/awareness";
import { cx } from "@/lib/cx";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { presenceClass } from "@/ui/presence";
import styles from "../TextEditor.module.css";

interface Writer {
  id?: string;
}

const nameOf = (userId: string): string => {
  const member = useTroupe.getState().members[userId];
  return member ? memberName(member) : "";
};

function caret({ id = "" }: Writer): HTMLElement {
  const line = document.createElement("span");
  line.className = cx(styles.caret, presenceClass(id)) ?? "";
  line.dataset.caret = id;
  const flag = document.createElement("span");
  flag.className = styles.flag ?? "";
  flag.textContent = nameOf(id);
  // The carets of others are not a part of the text that a screen reader reads; the ring and the list of people name them.
  line.ariaHidden = "true";
  line.append(flag);
  return line;
}

/** Shows where other people write, with their names and colours. */
export const carets = (awareness: Awareness) =>
  Extension.create({
    name: "carets",
    priority: 999,
    addProseMirrorPlugins: () => [
      yCursorPlugin(awareness, {
        cursorBuilder: caret,
        selectionBuilder: ({ id = "" }: Writer) => ({ class: cx(styles.selection, presenceClass(id)) ?? "" }),
      }),
    ],
  });

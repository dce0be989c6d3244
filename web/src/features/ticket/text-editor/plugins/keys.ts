import { Extension } from "@tiptap/core";

interface Keys {
  /** Esc or Mod+Enter: the person has finished. */
  onEnd: () => void;
  onLink: () => void;
}

/** The keys that leave the editor. They come last, so that a menu at the caret closes first. */
export const EndKeys = ({ onEnd, onLink }: Keys) =>
  Extension.create({
    name: "endKeys",
    priority: 10,
    addKeyboardShortcuts() {
      const end = () => {
        onEnd();
        return true;
      };
      return {
        Escape: end,
        "Mod-Enter": end,
        "Mod-k": () => {
          onLink();
          return true;
        },
        // Tab leaves the editor, except in lists and tables, which have their own use for it.
        Tab: () => false,
      };
    },
  });

import { Extension } from "@tiptap/core";
import type { Asks } from "./asks";

/** A second shortcut for strikethrough, which many editors use. */
export const StrikeKey = Extension.create({
  name: "strikeKey",
  addKeyboardShortcuts() {
    return { "Mod-Shift-x": () => this.editor.commands.toggleStrike() };
  },
});

/** The keys that leave the editor. They come last, so that a menu at the caret closes first. */
export const endKeys = (asks: Asks) =>
  Extension.create({
    name: "endKeys",
    priority: 10,
    addKeyboardShortcuts() {
      const end = () => {
        asks.ask("end");
        return true;
      };
      return {
        Escape: end,
        "Mod-Enter": end,
        "Mod-Alt-m": () => {
          asks.ask("comment");
          return true;
        },
        "Mod-k": () => {
          asks.ask("link");
          return true;
        },
      };
    },
  });

import { Extension, type Editor, type Range } from "@tiptap/core";
import { PluginKey } from "@tiptap/pm/state";
import { Suggestion, type SuggestionProps } from "@tiptap/suggestion";
import type { ReactNode } from "react";
import { create, type StoreApi, type UseBoundStore } from "zustand";

/** One line of a menu at the caret. */
export interface Offer {
  id: string;
  name: string;
  picture: ReactNode;
  /** Shown behind the name and cut first if the line is too long: the job of a person. */
  detail?: string;
  /** Shown at the end of the line: keys, a username. */
  hint?: string;
  /** True if the hint is something to type. */
  typed?: boolean;
  /** The heading above the line, if it is the first of its group. */
  heading?: string;
  /** True if the line cannot be chosen; the hint says why. */
  disabled?: boolean;
  run: (editor: Editor, range: Range) => void;
}

export interface OpenMenu {
  /** The name of the menu for screen readers. */
  name: string;
  offers: readonly Offer[];
  current: number;
  place: () => DOMRect | null;
  choose: (offer: Offer) => void;
}

export type MenuStore = UseBoundStore<StoreApi<{ open: OpenMenu | null }>>;

export const menuStore = (): MenuStore => create<{ open: OpenMenu | null }>(() => ({ open: null }));

interface MenuOptions {
  /** The name of the extension. */
  id: string;
  name: string;
  char: string;
  least?: number;
  offers: (query: string) => readonly Offer[] | Promise<readonly Offer[]>;
}

/** Opens a menu while a person types behind a character: `/`, `@`, `#` or `:`. */
export const caretMenu = (store: MenuStore, { id, name, char, least = 0, offers }: MenuOptions) =>
  Extension.create({
    name: id,
    addProseMirrorPlugins() {
      const show = ({ items, command, clientRect }: SuggestionProps<Offer, Offer>, current: number) => {
        const place = () => clientRect?.() ?? null;
        store.setState({ open: items.length === 0 ? null : { name, offers: items, current: Math.min(current, items.length - 1), place, choose: (offer) => !offer.disabled && command(offer) } });
      };
      const close = () => store.setState({ open: null });
      return [
        Suggestion<Offer, Offer>({
          editor: this.editor,
          pluginKey: new PluginKey(id),
          char,
          minQueryLength: least,
          allowedPrefixes: [" ", "(", "[", "\u00a0", "\ufffc"],
          allow: ({ editor, state }) => editor.isEditable && !state.selection.$from.parent.type.spec.code,
          // The changes of other people open no menu.
          shouldShow: ({ editor }) => editor.isFocused,
          items: async ({ query }) => [...(await offers(query))],
          command: ({ editor, range, props }) => props.run(editor, range),
          render: () => ({
            onStart: (props) => show(props, 0),
            onUpdate: (props) => show(props, store.getState().open?.current ?? 0),
            onExit: close,
            onKeyDown: ({ event }) => press(store, event),
          }),
        }),
      ];
    },
  });

/** Moves within the open menu. True if the key needs nothing more. */
function press(store: MenuStore, event: KeyboardEvent): boolean {
  const { open } = store.getState();
  if (!open || event.metaKey || event.ctrlKey || event.altKey) return false;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    const count = open.offers.length;
    store.setState({ open: { ...open, current: (open.current + step + count) % count } });
    return true;
  }
  if (event.key === "Escape") {
    store.setState({ open: null });
    return true;
  }
  const chosen = open.offers[open.current];
  if ((event.key !== "Enter" && event.key !== "Tab") || !chosen) return false;
  open.choose(chosen);
  return true;
}

import { useId, useState } from "react";
import { beginningAt, optionsFor, tokenFor, type Beginning, type Known, type Token } from "@/fields/tokens/tokens";

/** The most values that are offered at once. */
const most = 6;

interface Wanted {
  /** What the title may name now. */
  known: () => Known;
  /** Called with the token that takes the place of what is typed before the caret. */
  onChosen: (token: Token, caret: number) => void;
}

type Press = Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "altKey" | "shiftKey" | "preventDefault">;

/** Offers the values that match the text after a mark in the title. */
export function useSuggestions({ known, onChosen }: Wanted) {
  const id = useId();
  const [typing, setTyping] = useState<(Beginning & { caret: number }) | null>(null);
  const [at, setAt] = useState(0);
  const offered = typing === null ? undefined : known().marks[typing.mark];
  const options = offered && typing ? optionsFor(offered.options, typing.word).slice(0, most) : [];
  const current = Math.min(at, options.length - 1);
  const open = options.length > 0;

  const look = (title: string, caret: number) => {
    const next = beginningAt(title, caret);
    if (next?.from !== typing?.from || next?.word !== typing?.word) setAt(0);
    setTyping(next && { ...next, caret });
  };
  const choose = (index: number) => {
    const option = options[index];
    if (!typing || !offered || !option) return;
    setTyping(null);
    onChosen(tokenFor(typing, typing.caret, offered.field, option), typing.caret);
  };
  /** Gets each key before the title does. Returns true if it has used the key. */
  const press = (event: Press): boolean => {
    if (!open || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return false;
    const isDone = event.key === "Tab" || (event.key === "Enter" && (typing?.word !== "" || at > 0));
    if (isDone) choose(current);
    else if (event.key === "ArrowDown") setAt((current + 1) % options.length);
    else if (event.key === "ArrowUp") setAt((current + options.length - 1) % options.length);
    else return false;
    event.preventDefault();
    return true;
  };
  return {
    look,
    press,
    choose,
    close: () => setTyping(null),
    /** The place of the mark whose values are offered. */
    from: open ? (typing?.from ?? null) : null,
    list: open ? { id, field: offered?.field ?? "", options, current } : null,
    /** Attributes of the title. It stays a text box for screen readers, which read the highlighted value. */
    area: { "aria-autocomplete": "list", "aria-controls": open ? id : undefined, "aria-activedescendant": open ? `${id}-${current}` : undefined } as const,
  };
}

import { useId, useState, type KeyboardEvent } from "react";
import { beginningAt, optionsFor, tokenFor, type Beginning } from "@/fields/tokens/tokens";
import { withTokens, type Naming, type Written } from "./chips";

/** The most values that are offered at once. */
const most = 6;

interface Wanted {
  written: Written;
  naming: () => Naming;
  onTaken: (taken: { written: Written; caret: number }) => void;
}

/** Offers the values that match the text after a mark in the title. */
export function useSuggestions({ written, naming, onTaken }: Wanted) {
  const id = useId();
  const [typing, setTyping] = useState<(Beginning & { caret: number }) | null>(null);
  const [at, setAt] = useState(0);
  const offered = typing === null ? undefined : naming().known.marks[typing.mark];
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
    onTaken(withTokens(written, [tokenFor(typing, typing.caret, offered.field, option)], naming(), typing.caret));
  };
  /** Gets each key before the title does. Returns true if it has used the key. */
  const press = (event: KeyboardEvent): boolean => {
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
    list: open ? { id, field: offered?.field ?? "", options, current } : null,
    /** Attributes of the title. It stays a text box for screen readers, which read the highlighted value. */
    area: { "aria-autocomplete": "list", "aria-controls": open ? id : undefined, "aria-activedescendant": open ? `${id}-${current}` : undefined } as const,
  };
}

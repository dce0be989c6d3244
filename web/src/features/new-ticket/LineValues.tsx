import { t } from "@lingui/core/macro";
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { inLines } from "@/actions/inLines";
import { useFields } from "@/fields/registry";
import { withoutTokens, type Token } from "@/fields/tokens/tokens";
import { cx } from "@/lib/cx";
import { useLocation } from "@/lib/location";
import { useLatest } from "@/lib/useLatest";
import { useTroupe } from "@/sync/store";
import surface from "@/ui/surface.module.css";
import { tellUnseen } from "./created";
import type { Draft } from "./draft";
import { draftOfLine, readLine, textFor, tokensOfLine } from "./line";
import { namingOf } from "./naming";
import styles from "./LineValues.module.css";
import { Suggestions } from "./Suggestions";
import { TitleChips } from "./TitleChips";
import { useSuggestions } from "./useSuggestions";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The line that has the focus. */
interface Line {
  field: Field;
  draft: Draft;
  title: string;
  /** Texts that name values, but that the person wants to keep in the title. */
  left: readonly string[];
}

const lineField = (target: EventTarget | null): Field | null => (target instanceof HTMLElement && target.matches("[data-new-title]") ? (target as Field) : null);

/** Replaces a part of what is typed, as if the person had typed it. */
function put(field: Field, text: string, from: number, to: number): void {
  field.setRangeText(text, from, to, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Below the line for new tasks that has the focus: the values that its title names, and those that are offered after a mark. */
export function LineValues({ slug }: { slug: string }) {
  const fields = useFields();
  const [line, setLine] = useState<Line | null>(null);
  const id = useId();
  const naming = () => namingOf(useTroupe.getState(), line?.draft ?? noDraft, fields);
  const suggestions = useSuggestions({
    known: () => naming().known,
    onChosen: (token, caret) => line && put(line.field, `${textFor(token, naming())} `, token.from, caret),
  });
  const read = line ? tokensOfLine(line.title, naming(), line.left) : [];
  const tokens = read.filter(({ from }) => from !== suggestions.from);
  // A name that is typed in full needs no choice: Enter creates the task.
  const isWhole = read.some((token) => token.from === suggestions.from && textFor(token, naming()).toLowerCase() === token.text.toLowerCase());
  const stays = ({ text }: Pick<Token, "text">) => setLine((now) => now && { ...now, left: [...now.left, text] });
  const latest = useLatest({ line, tokens, isWhole, suggestions, fields, slug, stays });

  useEffect(() => {
    const begin = (field: Field) => {
      const { fields, suggestions } = latest.current;
      setLine({ field, draft: draftOfLine(useTroupe.getState(), fields, window.location, field.dataset.parent), title: field.value, left: [] });
      // The person may have typed before this part had loaded.
      suggestions.look(field.value, field.selectionStart ?? 0);
    };
    const enter = ({ target }: FocusEvent) => {
      const field = lineField(target);
      if (field && field !== latest.current.line?.field) begin(field);
    };
    const leave = ({ target }: FocusEvent) => {
      if (target !== latest.current.line?.field) return;
      latest.current.suggestions.close();
      setLine(null);
    };
    const type = ({ target }: Event) => {
      const { line, suggestions } = latest.current;
      if (target !== line?.field) return;
      const title = line.field.value;
      suggestions.look(title, line.field.selectionStart ?? title.length);
      setLine({ ...line, title });
    };
    // Comes before the field, whose Enter creates the task.
    const press = (event: KeyboardEvent) => {
      const { line, tokens, isWhole, suggestions, stays } = latest.current;
      if (event.target !== line?.field || event.isComposing || (isWhole && event.key === "Enter")) return;
      const { selectionStart: at, selectionEnd } = line.field;
      const plain = event.key === "Backspace" && at === selectionEnd && !event.metaKey && !event.ctrlKey && !event.altKey;
      // The value that ends just before the space in front of the caret.
      const token = plain ? tokens.find(({ to }) => to + 1 === at) : undefined;
      if (token) {
        event.preventDefault();
        stays(token);
      } else if (!suggestions.press(event)) return;
      event.stopPropagation();
    };
    inLines.read = (title) => {
      const { line, fields } = latest.current;
      // Pasted titles are not what is typed.
      return line?.field.value.trim() === title ? readLine(title, line.draft, line.left, useTroupe.getState(), fields, line.field.dataset.from) : {};
    };
    inLines.wrote = ([only, ...others]) => {
      const { line, suggestions, slug } = latest.current;
      suggestions.close();
      setLine((now) => now && { ...now, title: "", left: [] });
      // Subtasks appear above their line.
      if (only && others.length === 0 && line?.field.dataset.parent === undefined) void tellUnseen(only.ticketId, slug);
    };
    const field = lineField(document.activeElement);
    if (field) begin(field);
    document.addEventListener("focusin", enter);
    document.addEventListener("focusout", leave);
    document.addEventListener("input", type);
    document.addEventListener("keydown", press, true);
    return () => {
      document.removeEventListener("focusin", enter);
      document.removeEventListener("focusout", leave);
      document.removeEventListener("input", type);
      document.removeEventListener("keydown", press, true);
      delete inLines.read;
      delete inLines.wrote;
    };
  }, [latest]);

  const shown = line !== null && (tokens.length > 0 || suggestions.list !== null);
  const { list, area } = suggestions;
  // On the way to another page, a line goes without losing the focus first: then `Below` hides.
  useLocation();
  useEffect(() => {
    if (!shown) return undefined;
    const said = { ...area, "aria-describedby": tokens.length > 0 ? id : undefined };
    for (const [name, value] of Object.entries(said)) if (value !== undefined) line.field.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(said)) line.field.removeAttribute(name);
    };
  });
  if (!shown) return null;
  return createPortal(
    <Below field={line.field}>
      {list && <Suggestions {...list} onChoose={suggestions.choose} />}
      <div id={id}>
        <TitleChips
          chips={tokens.map((token) => ({ ...token, at: token.from, replaced: [] }))}
          fields={fields}
          onRemove={({ at }) => {
            const token = tokens.find(({ from }) => from === at);
            if (token) put(line.field, withoutTokens(line.title, [token]).title, 0, line.title.length);
          }}
          onText={stays}
        />
      </div>
    </Below>,
    document.body,
  );
}

const noDraft: Draft = { title: "", description: "", private: false, values: {} };
/** The least room below the line, in px. */
const least = 120;

/** A surface below the line; above it if there is no room. It takes no focus: the line closes when it loses it. */
function Below({ field, children }: { field: Field; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const { left } = field.getBoundingClientRect();
      const { top, bottom } = (field.parentElement ?? field).getBoundingClientRect();
      const { style, offsetWidth } = box.current ?? {};
      if (!style) return;
      style.display = field.isConnected ? "" : "none";
      const above = window.innerHeight - bottom < least && top > least;
      style.left = `${Math.max(8, Math.min(left, window.innerWidth - (offsetWidth ?? 0) - 8))}px`;
      style.top = above ? "" : `${bottom + 4}px`;
      style.bottom = above ? `${window.innerHeight - top + 4}px` : "";
    };
    place();
    window.addEventListener("scroll", place, true);
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, true);
      window.removeEventListener("resize", place);
    };
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the press keeps the focus in the line
    <div ref={box} role="region" aria-label={t`Values of the new task`} className={cx(surface.pop, styles.below)} onMouseDown={(event) => event.preventDefault()}>
      {children}
    </div>
  );
}

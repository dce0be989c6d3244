import { t } from "@lingui/core/macro";
import { useRef, type KeyboardEvent } from "react";
import { isMirrored } from "@/lib/direction";
import type { PaletteKind } from "@/lib/overlays";
import styles from "./Palette.module.css";

const kinds: readonly (PaletteKind | null)[] = [null, "task", "list", "person", "sprint", "view"];

const nameOf = (kind: PaletteKind | null): string => {
  switch (kind) {
    case "task":
      return t`Tasks`;
    case "list":
      return t`Lists`;
    case "person":
      return t`People`;
    case "sprint":
      return t`Sprints`;
    case "view":
      return t`Saved views`;
    default:
      return t`All`;
  }
};

interface KindTabsProps {
  only: PaletteKind | null;
  onOnly: (kind: PaletteKind | null) => void;
  /** Puts the focus back into the field. */
  onLeave: () => void;
}

/** Limits the palette to one kind of results. Arrow keys choose another kind; every other key belongs to the field. */
export function KindTabs({ only, onOnly, onLeave }: KindTabsProps) {
  const row = useRef<HTMLDivElement>(null);
  const current = Math.max(kinds.indexOf(only), 0);
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const step = (key === "ArrowRight") === isMirrored() ? -1 : 1;
      const next = (current + step + kinds.length) % kinds.length;
      onOnly(kinds[next] ?? null);
      row.current?.querySelectorAll("button")[next]?.focus();
    } else if (key === "Enter" || key === " ") onLeave();
    else {
      // The list below moves its mark, and the field has the focus again.
      if (key === "ArrowDown" || key === "ArrowUp") onLeave();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of the radios is in the tab order
    <div ref={row} className={styles.kinds} role="radiogroup" aria-label={t`Kind of results`} onKeyDown={press}>
      {kinds.map((kind, at) => (
        <button
          key={nameOf(kind)}
          type="button"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a radio of the browser would send its keys to the list
          role="radio"
          aria-checked={kind === only}
          tabIndex={at === current ? 0 : -1}
          className={styles.kind}
          onClick={() => {
            onOnly(kind);
            onLeave();
          }}
        >
          {nameOf(kind)}
        </button>
      ))}
    </div>
  );
}

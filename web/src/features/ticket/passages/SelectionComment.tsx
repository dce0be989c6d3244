import { t } from "@lingui/core/macro";
import { MessageSquarePlus } from "lucide-react";
import { useEffect, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/ui/Button";
import styles from "./Passages.module.css";

interface SelectionCommentProps {
  /** The text in which words can be selected. */
  text: RefObject<HTMLElement | null>;
  onComment: (range: Range) => void;
}

interface Selected {
  range: Range;
  left: number;
  top: number;
}

const [width, height, gap] = [112, 36, 8];

/** Where the button stands: below the end of the selection, within the window. */
function placeOf(range: Range): { left: number; top: number } {
  const last = [...range.getClientRects()].at(-1) ?? range.getBoundingClientRect();
  const below = last.bottom + gap;
  return {
    left: Math.max(gap, Math.min(last.right - width / 2, innerWidth - width - gap)),
    top: below + height < innerHeight ? below : last.top - height - gap,
  };
}

function selectedIn(text: HTMLElement | null): Selected | null {
  const selection = getSelection();
  if (!text || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!text.contains(range.commonAncestorContainer) || range.toString().trim() === "") return null;
  return { range: range.cloneRange(), ...placeOf(range) };
}

/** A button at selected words that comments on them. */
export function SelectionComment({ text, onComment }: SelectionCommentProps) {
  const [selected, setSelected] = useState<Selected | null>(null);
  useEffect(() => {
    // Not while the pointer is still selecting.
    let pressed = false;
    const look = () => !pressed && setSelected(selectedIn(text.current));
    const down = () => {
      pressed = true;
    };
    const up = () => {
      pressed = false;
      look();
    };
    const hide = () => setSelected(null);
    document.addEventListener("selectionchange", look);
    document.addEventListener("pointerdown", down);
    document.addEventListener("pointerup", up);
    document.addEventListener("pointercancel", up);
    document.addEventListener("scroll", hide, true);
    return () => {
      document.removeEventListener("selectionchange", look);
      document.removeEventListener("pointerdown", down);
      document.removeEventListener("pointerup", up);
      document.removeEventListener("pointercancel", up);
      document.removeEventListener("scroll", hide, true);
    };
  }, [text]);
  if (!selected) return null;
  const { range, left, top } = selected;
  return createPortal(
    <div className={styles.selection} style={{ left, top }}>
      <Button
        size="sm"
        icon={MessageSquarePlus}
        // The words stay selected.
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          setSelected(null);
          getSelection()?.removeAllRanges();
          onComment(range);
        }}
      >
        {t`Comment`}
      </Button>
    </div>,
    text.current?.closest("aside, main, [role=dialog]") ?? document.body,
  );
}

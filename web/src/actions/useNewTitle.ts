import { t } from "@lingui/core/macro";
import { useRef, useState, type ChangeEvent, type ClipboardEvent, type KeyboardEvent } from "react";
import { later } from "@/lib/later";
import { refuseTitle } from "./refuseTitle";

/** Few titles are pasted with other lines. */
const lines = later(() => import("./pasted"));

export interface NewTitleProps {
  /** Called with one title, or with several that were pasted. */
  onCreate: (titles: readonly string[]) => void;
  onLeave: () => void;
  onEscape?: () => void;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The properties of a field for the titles of new tasks: Enter creates a task and keeps the field open; Escape, Tab and a click elsewhere create it and leave. */
export function useNewTitle({ onCreate, onLeave, onEscape }: NewTitleProps) {
  const [title, setTitle] = useState("");
  const [invalid, setInvalid] = useState(false);
  const left = useRef(false);
  const create = () => {
    const wanted = title.trim();
    if (wanted === "" || refuseTitle(wanted)) return false;
    onCreate([wanted]);
    setTitle("");
    return true;
  };
  /** Text is never lost: it becomes a task. A title that is too long stays in the field, so that it can be shortened; then the field stays open. */
  const leave = () => {
    if (left.current || (title.trim() !== "" && !create())) return false;
    left.current = true;
    onLeave();
    return true;
  };
  return {
    dir: "auto",
    // The part that reads values from the title finds the field by this.
    "data-new-title": true,
    "aria-invalid": invalid,
    placeholder: invalid ? t`Enter a title` : t`Task title`,
    value: title,
    onChange: (event: ChangeEvent<Field>) => {
      setTitle(event.target.value.replaceAll("\n", " "));
      setInvalid(false);
    },
    onPaste: (event: ClipboardEvent<Field>) => {
      const text = event.clipboardData.getData("text/plain").trim();
      if (!text.includes("\n")) return;
      event.preventDefault();
      const add = () => setTitle((typed) => typed + text.replaceAll("\n", " "));
      void lines.load().then(({ pasteTickets }) => pasteTickets(text, onCreate) || add(), add);
    },
    onBlur: leave,
    onKeyDown: (event: KeyboardEvent<Field>) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === "Enter") {
        event.preventDefault();
        setInvalid(!create());
      } else if (event.key === "Escape") {
        event.preventDefault();
        if (leave()) onEscape?.();
      }
      event.stopPropagation();
    },
  };
}

import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Icon } from "@/ui/Icon";
import styles from "./Lines.module.css";

interface NewTitleProps {
  label: string;
  onCreate: (title: string) => void;
  onLeave: () => void;
  onEscape?: () => void;
}

/** One line in which titles are written, one after the other. */
export function NewTitle({ label, onCreate, onLeave, onEscape }: NewTitleProps) {
  const [title, setTitle] = useState("");
  const [empty, setEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const left = useRef(false);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const create = () => {
    const wanted = title.trim();
    if (wanted === "") return false;
    onCreate(wanted);
    setTitle("");
    return true;
  };
  return (
    <>
      <Icon of={Plus} size={14} />
      <input
        ref={input}
        className={styles.newInput}
        aria-label={label}
        aria-invalid={empty}
        placeholder={empty ? "A task needs a title" : "Title, Enter for the next"}
        maxLength={500}
        value={title}
        onChange={(event) => {
          setTitle(event.target.value);
          setEmpty(false);
        }}
        onBlur={() => {
          // What was typed and not sent away on purpose is not lost.
          if (!left.current) create();
          onLeave();
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") {
            event.preventDefault();
            setEmpty(!create());
          } else if (event.key === "Escape") {
            event.preventDefault();
            left.current = true;
            onLeave();
            onEscape?.();
          }
          event.stopPropagation();
        }}
      />
    </>
  );
}

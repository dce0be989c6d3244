import { useRef, useState } from "react";
import styles from "./Kanban.module.css";

interface NewCardProps {
  /** The column's. */
  name: string;
  onCreate: (title: string) => void;
  onLeave: () => void;
}

/** A title on top of a column: Enter makes a card and stays for the next, Esc leaves. */
export function NewCard({ name, onCreate, onLeave }: NewCardProps) {
  const [title, setTitle] = useState("");
  const [empty, setEmpty] = useState(false);
  const dropped = useRef(false);
  const create = () => {
    const wanted = title.trim();
    if (wanted === "") return false;
    onCreate(wanted);
    setTitle("");
    return true;
  };
  return (
    <div className={styles.newCard}>
      <textarea
        autoFocus
        rows={2}
        aria-label={`Title of the new task in ${name}`}
        aria-invalid={empty}
        placeholder={empty ? "A task needs a title" : "Title, Enter for the next"}
        maxLength={500}
        value={title}
        onChange={(event) => {
          setTitle(event.target.value.replaceAll("\n", " "));
          setEmpty(false);
        }}
        onBlur={() => {
          if (!dropped.current) create();
          onLeave();
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") {
            event.preventDefault();
            setEmpty(!create());
          } else if (event.key === "Escape") {
            event.preventDefault();
            dropped.current = true;
            onLeave();
          }
          event.stopPropagation();
        }}
      />
    </div>
  );
}

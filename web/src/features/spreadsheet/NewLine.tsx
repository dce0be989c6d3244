import { Plus } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { useGroupHead } from "@/actions/groupHead";
import type { GroupBy } from "@/sync/arrange/settings";
import { Icon } from "@/ui/Icon";
import { Cell } from "./Cell";
import { useGrid } from "./grid";
import styles from "./Lines.module.css";

interface NewLineProps {
  lineKey: string;
  groupId: string;
  by: GroupBy;
  active: boolean;
  writing: boolean;
  rowIndex: number;
  top: number;
  first: boolean;
  onWrite: (lineKey: string | null) => void;
  onCreate: (groupId: string, title: string, first: boolean) => void;
}

/** The last line of a group: a title written here is a ticket of the group. Enter makes it and stays for the next. */
export const NewLine = memo(function NewLine(props: NewLineProps) {
  const { lineKey, groupId, by, active, writing, rowIndex, top, first, onWrite, onCreate } = props;
  const { name } = useGroupHead(by, groupId);
  return (
    <div role="row" aria-rowindex={rowIndex} className={styles.new} style={{ top }}>
      <Cell lineKey={lineKey} column={0} active={active} editing={writing} className={styles.newCell}>
        {writing ? (
          <NewTitle
            label={`Title of the new ticket in ${name}`}
            onCreate={(title) => onCreate(groupId, title, first)}
            onLeave={() => onWrite(null)}
          />
        ) : (
          <button type="button" tabIndex={-1} className={styles.newButton} onClick={() => onWrite(lineKey)}>
            <Icon of={Plus} size={14} />
            New ticket
          </button>
        )}
      </Cell>
    </div>
  );
});

interface NewTitleProps {
  label: string;
  onCreate: (title: string) => void;
  onLeave: () => void;
}

function NewTitle({ label, onCreate, onLeave }: NewTitleProps) {
  const grid = useGrid();
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
        placeholder={empty ? "A ticket needs a title" : "Title, Enter for the next"}
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
            grid.leaveEdit("stay");
          }
          event.stopPropagation();
        }}
      />
    </>
  );
}

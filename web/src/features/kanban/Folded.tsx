import { plural } from "@lingui/core/macro";
import type { Group } from "@/fields/arrange/group";
import type { FieldId } from "@/fields/field";
import { useGroupHead } from "@/fields/useGroupHead";
import styles from "./Kanban.module.css";

interface FoldedProps {
  by: FieldId;
  group: Group;
  onUnfold: (columnId: string) => void;
}

/** A column that is folded up: its name, which is written from top to bottom, and the number of its cards. */
export function Folded({ by, group: { id, ticketIds }, onUnfold }: FoldedProps) {
  const { name, picture } = useGroupHead(by, id);
  return (
    <button
      type="button"
      className={styles.folded}
      aria-label={plural(ticketIds.length, { one: `Expand ${name}, # task`, other: `Expand ${name}, # tasks` })}
      onClick={() => onUnfold(id)}
    >
      {picture}
      <span className={styles.count}>{ticketIds.length.toLocaleString("en")}</span>
      <b dir="auto">{name}</b>
    </button>
  );
}

import { plural, t } from "@lingui/core/macro";
import { loadOf } from "@/fields/arrange/board";
import type { Group } from "@/fields/arrange/group";
import type { FieldId } from "@/fields/field";
import { useGroupHead } from "@/fields/useGroupHead";
import { cx } from "@/lib/cx";
import { shownNumber } from "@/words/region";
import styles from "./Kanban.module.css";
import { limitWords } from "./limits";

interface FoldedProps {
  by: FieldId;
  group: Group;
  limit: number | undefined;
  onUnfold: (columnId: string) => void;
}

/** A column that is folded up: its name, which is written from top to bottom, and the number of its cards. */
export function Folded({ by, group: { id, ticketIds }, limit, onUnfold }: FoldedProps) {
  const { name, picture } = useGroupHead(by, id);
  const words = limit === undefined ? null : limitWords(ticketIds.length, limit);
  return (
    <button
      type="button"
      className={styles.folded}
      aria-label={words === null ? plural(ticketIds.length, { one: `Expand ${name}, # task`, other: `Expand ${name}, # tasks` }) : t`Expand ${name}, ${words}`}
      title={words ?? undefined}
      onClick={() => onUnfold(id)}
    >
      {picture}
      <span className={cx(styles.count, limit !== undefined && styles[loadOf(ticketIds.length, limit)])}>{shownNumber(ticketIds.length)}</span>
      <b dir="auto">{name}</b>
    </button>
  );
}

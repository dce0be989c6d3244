import { plural, t } from "@lingui/core/macro";
import { Plus, Sigma } from "lucide-react";
import { fieldById, type FieldId } from "@/fields/field";
import { versionsField } from "@/fields/records";
import { useFields } from "@/fields/registry";
import { status } from "@/fields/status";
import { useGroupHead } from "@/fields/useGroupHead";
import { useTroupe } from "@/sync/store";
import { versionStatistics } from "@/sync/totals";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { shownNumber } from "@/words/region";
import { ColumnCount } from "./ColumnCount";
import { ColumnMenu } from "./ColumnMenu";
import styles from "./Kanban.module.css";
import { sumOf } from "./sum";

interface ColumnHeadProps {
  by: FieldId;
  columnId: string;
  ticketIds: readonly string[];
  limit: number | undefined;
  /** The number of cards that a drop would add. */
  arriving: number;
  mayAdd: boolean;
  onWrite: (columnId: string) => void;
  onFold: (columnId: string) => void;
  onLimit: (columnId: string, limit: number | null) => void;
}

/** The head of a column: its value, the count and the sum of its cards, its limit, and its menu. */
export function ColumnHead({ by, columnId, ticketIds, limit, arriving, mayAdd, onWrite, onFold, onLimit }: ColumnHeadProps) {
  const { name, picture } = useGroupHead(by, columnId);
  return (
    <header className={styles.columnHead}>
      {picture}
      <h2 className={styles.columnName} dir="auto" title={name}>{name}</h2>
      {/* While cards are carried over the column, the head counts them against the limit. */}
      <ColumnCount count={ticketIds.length + (limit === undefined ? 0 : arriving)} limit={limit} />
      <Figures by={by} groupId={columnId} ticketIds={ticketIds} />
      <span className={styles.tools}>
        {mayAdd && <IconButton icon={Plus} name={t`New task in ${name}`} onClick={() => onWrite(columnId)} />}
        <ColumnMenu
          statusId={by === status.id ? columnId : null}
          name={name}
          ticketIds={ticketIds}
          limit={limit}
          onFold={() => onFold(columnId)}
          onLimit={(next) => onLimit(columnId, next)}
        />
      </span>
    </header>
  );
}

interface FiguresProps {
  by: FieldId;
  groupId: string;
  ticketIds: readonly string[];
}

/** The sum of the estimates. For a fix version, also how many of its tasks are completed. */
export function Figures({ by, groupId, ticketIds }: FiguresProps) {
  const estimateId = useTroupe(({ workspace }) => workspace?.estimateId ?? null);
  const fields = useFields();
  const estimate = estimateId === null ? undefined : fieldById(fields, estimateId)?.name();
  const sum = useTroupe(({ tickets }) => (estimateId === null ? 0 : sumOf(tickets, ticketIds, estimateId)));
  const statistics = useTroupe((state) => (by === versionsField.id ? versionStatistics(state).get(groupId) : undefined));
  const shown = shownNumber(sum);
  const { all = 0, completed = 0 } = statistics ?? {};
  const done = plural(all, { one: `${completed} of # task of the version completed`, other: `${completed} of # tasks of the version completed` });
  return (
    <>
      {estimate !== undefined && sum !== 0 && (
        <span className={styles.figure} title={t`${estimate}: ${shown}`}>
          <Icon of={Sigma} size={12} name={estimate} />
          {shown}
        </span>
      )}
      {all > 0 && (
        <span className={styles.figure} title={done}>
          <span aria-hidden>{completed}/{all}</span>
          <span className={styles.hidden}>{done}</span>
        </span>
      )}
    </>
  );
}

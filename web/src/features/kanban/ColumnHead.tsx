import { plural, t } from "@lingui/core/macro";
import { ArrowDownUp, Plus, Sigma } from "lucide-react";
import { sortLines } from "@/actions/arranging";
import type { ColumnSort } from "@/fields/arrange/board";
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
import type { ColumnActions, ColumnProps } from "./Column";
import { ColumnCount } from "./ColumnCount";
import { ColumnMenu } from "./ColumnMenu";
import styles from "./Kanban.module.css";
import { sumOf } from "./sum";

interface ColumnHeadProps extends Omit<ColumnActions, "onCreate">, Pick<ColumnProps, "by" | "limit" | "sort" | "inList" | "arriving"> {
  columnId: string;
  ticketIds: readonly string[];
}

/** The head of a column: its value, the count and the sum of its cards, its limit, its order, and its menu. */
export function ColumnHead({ by, columnId, ticketIds, limit, sort, inList, arriving, mayAdd, onWrite, onFold, onHide, onLimit, onSort }: ColumnHeadProps) {
  const { name, picture } = useGroupHead(by, columnId);
  return (
    <header className={styles.columnHead}>
      {picture}
      <h2 className={styles.columnName} dir="auto" title={name}>{name}</h2>
      {/* While cards are carried over the column, the head counts them against the limit. */}
      <ColumnCount count={ticketIds.length + (limit === undefined ? 0 : arriving)} limit={limit} />
      <Figures by={by} groupId={columnId} ticketIds={ticketIds} />
      {sort && <Sorted {...sort} inList={inList} />}
      <span className={styles.tools}>
        {mayAdd && <IconButton icon={Plus} name={t`New task in ${name}`} onClick={() => onWrite(columnId)} />}
        <ColumnMenu
          statusId={by === status.id ? columnId : null}
          columnId={columnId}
          name={name}
          ticketIds={ticketIds}
          limit={limit}
          sort={sort}
          inList={inList}
          onFold={() => onFold(columnId)}
          onHide={() => onHide(columnId)}
          onLimit={(next) => onLimit(columnId, next)}
          onSort={(next) => onSort(columnId, next)}
        />
      </span>
    </header>
  );
}

/** The mark of a column with an order of its own. */
function Sorted({ inList, ...order }: ColumnSort & { inList: boolean }) {
  const { name } = sortLines(order, inList, useFields());
  return (
    <span className={styles.figure} title={t`Sorted: ${name}`}>
      <Icon of={ArrowDownUp} size={12} name={t`Sorted: ${name}`} />
    </span>
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

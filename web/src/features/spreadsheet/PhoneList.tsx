import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { ChevronDown, ChevronRight, Plus } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useGroupHead } from "@/fields/useGroupHead";
import { setShownOrder } from "@/actions/order";
import { select } from "@/actions/selection";
import { useMayAddIn } from "@/actions/useMay";
import { writeTickets } from "@/actions/writeTicket";
import { useLatest } from "@/lib/useLatest";
import { isFiltered } from "@/fields/arrange/settings";
import type { FieldId } from "@/fields/field";
import { NONE } from "@/fields/options";
import { useTroupe } from "@/sync/store";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { Icon } from "@/ui/Icon";
import { shownNumber } from "@/words/region";
import { linesOf, ticketIdsOf, type Line } from "./lines";
import { PhoneRow } from "./PhoneRow";
import styles from "./PhoneList.module.css";
import type { SpreadsheetProps } from "./Spreadsheet";
import { NewTitle } from "./NewTitle";
import { noParents, parentsFollower } from "./tree";

const heights: Record<Line["kind"], number> = { group: 36, ticket: 60, new: 52, foot: 0 };

/** The spreadsheet on a phone: two lines for each ticket, each as high as a finger. */
export function PhoneList({ name, place, arranged, settings, hrefOf, onSettings }: Omit<SpreadsheetProps, "onFilter">) {
  const { group, collapsed, subtasks } = settings;
  const scroller = useRef<HTMLDivElement>(null);
  const [writing, setWriting] = useState<string | null>(null);
  const filtered = isFiltered(settings);
  const mayAdd = useMayAddIn(place) && !filtered;
  const parents = useTroupe(useMemo(() => (subtasks === "nested" ? parentsFollower(arranged.groups) : () => noParents), [subtasks, arranged]));
  const lines = useMemo(() => {
    // A phone folds groups, and shows all subtasks.
    const folded = collapsed.filter((id) => arranged.groups.some((each) => each.id === id));
    return linesOf({ groups: arranged.groups, folded, headless: group === NONE, showEmpty: false, mayAdd, writing, parents });
  }, [arranged, collapsed, group, mayAdd, writing, parents]);
  const ticketIds = useMemo(() => ticketIdsOf(lines), [lines]);
  useEffect(() => {
    setShownOrder(ticketIds);
    return () => setShownOrder(null);
  }, [ticketIds]);
  const latest = useLatest(ticketIds);
  const tick = useCallback((ticketId: string) => select(ticketId, latest.current), [latest]);
  const writingLine = lines.findIndex(({ key }) => key === writing);
  const rangeExtractor = useCallback(
    (range: Range) => [...new Set([...defaultRangeExtractor(range), ...(writingLine < 0 ? [] : [writingLine])])].sort((a, b) => a - b),
    [writingLine],
  );
  const getItemKey = useCallback((index: number) => lines[index]?.key ?? index, [lines]);
  const estimateSize = useCallback((index: number) => heights[lines[index]?.kind ?? "ticket"], [lines]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    overscan: 8,
    rangeExtractor,
  });
  const fold = (id: string) =>
    onSettings({ collapsed: collapsed.includes(id) ? collapsed.filter((each) => each !== id) : [...collapsed, id] });
  return (
    <div ref={scroller} className={styles.list}>
      <ul className={styles.run} style={{ height: virtual.getTotalSize() }} aria-label={name}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const line = lines[index];
          if (!line) return null;
          const style = { top: start, height: size };
          if (line.kind === "foot") return null;
          if (line.kind === "ticket")
            return (
              <ErrorBoundary key={line.key} of={line} fallback={<li className={styles.line} style={style}><Trans>This task can't be displayed.</Trans></li>}>
                <PhoneRow ticketId={line.ticketId} level={line.level} top={start} onTick={tick} hrefOf={hrefOf} />
              </ErrorBoundary>
            );
          return (
            <li key={line.key} className={styles.line} style={style}>
              {line.kind === "group" ? (
                <GroupButton by={group} line={line} onFold={fold} />
              ) : (
                <NewButton
                  by={group}
                  line={line}
                  writing={writing === line.key}
                  onWrite={setWriting}
                  onCreate={(titles) => writeTickets(place, group, line.groupId, titles, line.first)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface GroupButtonProps {
  by: FieldId;
  line: Extract<Line, { kind: "group" }>;
  onFold: (groupId: string) => void;
}

function GroupButton({ by, line, onFold }: GroupButtonProps) {
  const { name, picture } = useGroupHead(by, line.groupId);
  return (
    <button type="button" className={styles.group} aria-expanded={!line.folded} onClick={() => onFold(line.groupId)}>
      <Icon of={line.folded ? ChevronRight : ChevronDown} size={14} />
      {picture}
      <bdi>{name}</bdi>
      <span className={styles.count}>{shownNumber(line.count)}</span>
    </button>
  );
}

interface NewButtonProps {
  by: FieldId;
  line: Extract<Line, { kind: "new" }>;
  writing: boolean;
  onWrite: (lineKey: string | null) => void;
  onCreate: (titles: readonly string[]) => void;
}

function NewButton({ by, line, writing, onWrite, onCreate }: NewButtonProps) {
  const { name } = useGroupHead(by, line.groupId);
  if (writing)
    return (
      <div className={styles.new} data-line={line.key}>
        <NewTitle label={t`Title of the new task in ${name}`} onCreate={onCreate} onLeave={() => onWrite(null)} />
      </div>
    );
  return (
    <button type="button" className={styles.new} onClick={() => onWrite(line.key)}>
      <Icon of={Plus} size={14} />
      <Trans>New task</Trans>
    </button>
  );
}

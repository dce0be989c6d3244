import { t } from "@lingui/core/macro";
import { memo, useMemo, type CSSProperties } from "react";
import { useConfig } from "@/fields/useOptions";
import type { ById } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import { legendOf } from "./colours";
import { useGanttView } from "./ganttView";
import styles from "./Legend.module.css";

interface LegendProps {
  tickets: ById<Ticket>;
  ticketIds: readonly string[];
}

/** What the colours of the bars stand for. The colours of statuses need no legend: each bar has the icon of its status. */
export const Legend = memo(function Legend({ tickets, ticketIds }: LegendProps) {
  const by = useGanttView((view) => view.settings.colour);
  const config = useConfig();
  const legend = useMemo(() => legendOf(config, by, ticketIds.flatMap((id) => tickets[id] ?? [])), [config, by, tickets, ticketIds]);
  if (!legend || legend.entries.length === 0) return null;
  const { name, entries } = legend;
  return (
    <div className={styles.legend}>
      <span className={styles.field}>{name}</span>
      <ul className={styles.entries} aria-label={t`Colours of the bars: ${name}`}>
        {entries.map(({ id, name: called, colour }) => (
          <li key={id} className={styles.entry}>
            <i className={styles.swatch} style={{ "--hue": colour } as CSSProperties} aria-hidden />
            <bdi>{called}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
});

import { t } from "@lingui/core/macro";
import { memo, useState } from "react";
import { useMayOn } from "@/actions/useMay";
import { today } from "@/lib/plainDate";
import type { Ticket } from "@/wire/generated";
import { isolated } from "@/words/isolate";
import styles from "./Bar.module.css";
import { barBox } from "./boxes";
import { useChart } from "./chart";
import { drawn } from "./dates";
import { dateAt } from "./scale";
import { datesWords } from "./words";

interface EmptyLaneProps {
  ticket: Ticket;
  lineKey: string;
  active: boolean;
}

/** The lane of a ticket without dates. A click or a drag sets them; the bar that a click would make is under the pointer. */
export const EmptyLane = memo(function EmptyLane({ ticket, lineKey, active }: EmptyLaneProps) {
  const { axis, acts } = useChart();
  const mayEdit = useMayOn("editTickets", ticket);
  const [hovered, setHovered] = useState<string | null>(null);
  const title = isolated(ticket.title);
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys of the chart lead to every lane
  if (!mayEdit) return <span data-part="bar" data-line={lineKey} tabIndex={active ? 0 : -1} role="note" className={styles.empty} aria-label={t`${title}, no dates`} />;
  const ghost = hovered === null ? null : drawn(axis.zoom, hovered, hovered);
  return (
    <button
      type="button"
      tabIndex={active ? 0 : -1}
      data-part="bar"
      data-line={lineKey}
      className={styles.empty}
      aria-label={t`${title}, no dates. Press Enter to begin it today.`}
      onPointerMove={(event) => {
        if (event.pointerType !== "mouse") return;
        const date = dateAt(axis, event.clientX - event.currentTarget.getBoundingClientRect().left);
        if (date !== hovered) setHovered(date);
      }}
      onPointerLeave={() => setHovered(null)}
      onPointerDown={(event) => acts.draw(event.nativeEvent, ticket.id)}
    >
      {ghost && (
        <span className={styles.ghost} style={barBox(axis, ghost.startDate, ghost.dueDate)} aria-hidden>
          <span className={styles.ghostDates}>{datesWords(ghost)}</span>
        </span>
      )}
    </button>
  );
});

/** The dates of a bar that begins today and is as long as the bar of a click. */
export const fromToday = (zoom: Parameters<typeof drawn>[0]) => drawn(zoom, today(), today());

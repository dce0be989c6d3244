import { t } from "@lingui/core/macro";
import { useMemo, useRef, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { isForPanel } from "@/actions/answering";
import { answered, useAsked, type Asked } from "@/actions/ask";
import { parentObjections } from "@/actions/objections";
import { useTarget } from "@/actions/target";
import { setParent } from "@/actions/tickets";
import { keyHome, placeOf } from "@/features/selection/where";
import { TicketFinder } from "@/features/ticket/relations/TicketFinder";
import { useTroupe } from "@/sync/store";
import { Popover, type Anchor } from "@/ui/Popover";
import styles from "./ParentPicker.module.css";

/** Finds the task that others become subtasks of, beside the row or the bar that asked. The panel answers for its own task. */
export function ParentPicker() {
  const asked = useAsked((state) => state.asked);
  const opened = useTarget((target) => target.opened);
  if (asked?.question !== "parent" || isForPanel(asked, opened)) return null;
  return <Asking key={asked.ticketIds.join()} asked={asked} />;
}

function Asking({ asked }: { asked: Asked }) {
  const { ticketIds } = asked;
  const anchor = useRef<Anchor | null>(placeOf(asked));
  const [asker] = useState(() => asked.anchor ?? (document.activeElement instanceof HTMLElement ? document.activeElement : null));
  const tickets = useTroupe((state) => state.tickets);
  const shares = useTroupe((state) => state.shares);
  const moving = useTroupe(useShallow((state) => ticketIds.flatMap((id) => state.tickets[id] ?? [])));
  const leftOut = useMemo(() => new Set(ticketIds), [ticketIds]);
  const objections = useMemo(() => moving.map((ticket) => parentObjections({ tickets, shares }, ticket)), [tickets, shares, moving]);
  const name = t`Make a subtask of`;
  return (
    <Popover
      name={name}
      anchor={anchor}
      open
      onOpenChange={(open) => !open && answered()}
      onReturnFocus={() => (asker && (keyHome(asker) ?? asker))?.focus({ preventScroll: true })}
      className={styles.wide}
    >
      <TicketFinder
        name={name}
        leftOut={leftOut}
        objection={(other) => objections.map((objection) => objection(other)).find((reason) => reason !== null) ?? null}
        onPick={(id) => {
          answered();
          void setParent(ticketIds, id);
        }}
      />
    </Popover>
  );
}

import { t } from "@lingui/core/macro";
import type { CSSProperties } from "react";
import { cx } from "@/lib/cx";
import type { Slot } from "@/lib/panes";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import styles from "./PaneTabs.module.css";
import { ticketNamed, type PaneActs } from "./usePanes";

interface PaneTabsProps {
  slots: readonly Slot[];
  active: number;
  actsOf: (slotId: number) => PaneActs;
  /** The width of the panes below. */
  width: number;
  full: boolean;
  /** True if the panes stand beside the list of the inbox. */
  split: boolean;
}

/** The open tasks, above the panes, if not all of them fit beside each other. */
export function PaneTabs({ slots, active, actsOf, width, full, split }: PaneTabsProps) {
  return (
    <nav className={cx(styles.tabs, full && styles.full, split && styles.split)} style={{ "--width": `${width}px` } as CSSProperties} aria-label={t`Open tasks`} data-section="panes">
      {slots.map(({ id, name }, at) => (
        <PaneTab key={id} name={name} current={at === active} onPick={() => actsOf(id).activate()} />
      ))}
    </nav>
  );
}

function PaneTab({ name, current, onPick }: { name: string; current: boolean; onPick: () => void }) {
  const title = useTroupe((state) => ticketNamed(state, name)?.title ?? null);
  const key = useTroupe((state) => {
    const ticket = ticketNamed(state, name);
    return ticket === null ? name : (ticketKey(state, ticket) ?? t`New task`);
  });
  return (
    <button type="button" className={styles.tab} aria-current={current ? "true" : undefined} onClick={onPick}>
      <span className={styles.key}>{key}</span> {title !== null && <span className={styles.title} dir="auto">{title}</span>}
    </button>
  );
}

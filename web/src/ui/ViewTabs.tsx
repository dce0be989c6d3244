import type { LucideIcon } from "lucide-react";
import { useRef, type KeyboardEvent } from "react";
import { keyInOrder } from "@/lib/direction";
import { Icon } from "./Icon";
import { Tooltip } from "./Tooltip";
import styles from "./ViewTabs.module.css";

interface ViewTabsProps<Id extends string> {
  name: string;
  tabs: readonly { id: Id; name: string; icon: LucideIcon; keys?: string }[];
  current: Id;
  onChange: (id: Id) => void;
  /** The id of the element that shows the view. */
  controls?: string;
}

/** The views of one page. Arrow keys move between them; the content never slides. */
export function ViewTabs<Id extends string>({ name, tabs, current, onChange, controls }: ViewTabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const key = keyInOrder(event.key);
    const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (tabs.findIndex((tab) => tab.id === current) + step + tabs.length) % tabs.length;
    const target = tabs[next];
    if (!target) return;
    onChange(target.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={name} className={styles.tabs}>
      {tabs.map((tab) => (
        <Tooltip key={tab.id} name={tab.name} keys={tab.keys}>
          <button
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={tab.id === current}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChange(tab.id)}
            onKeyDown={move}
            {...(controls !== undefined && { "aria-controls": controls })}
          >
            <Icon of={tab.icon} />
            <span className={styles.word}>{tab.name}</span>
          </button>
        </Tooltip>
      ))}
    </div>
  );
}

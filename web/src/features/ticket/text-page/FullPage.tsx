import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { actInTask, closeTextPage } from "./textMode";
import styles from "./TextPage.module.css";
import { useAlone } from "./useAlone";

interface FullPageProps {
  /** The name for screen readers. */
  name: string;
  header: ReactNode;
  children: ReactNode;
  /** A key that no part of the page has handled. */
  onKey?: (event: KeyboardEvent) => void;
}

/** Covers the whole window. Esc leads back, and the focus returns to where it was. */
export function FullPage({ name, header, children, onKey }: FullPageProps) {
  const root = useRef<HTMLDivElement>(null);
  const from = useRef<Element | null>(null);
  useEffect(() => {
    from.current = document.activeElement;
    root.current?.focus({ preventScroll: true });
    return () => {
      const before = from.current;
      // The elements behind the page can take the focus once they are not inert any more.
      setTimeout(() => {
        if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body) before.focus({ preventScroll: true });
        actInTask();
      });
    };
  }, []);
  useAlone(root);
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.preventDefault();
      closeTextPage();
    } else onKey?.(event);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc leads back from wherever the focus is
    <div ref={root} role="dialog" aria-modal="true" aria-label={name} tabIndex={-1} className={styles.page} onKeyDown={press}>
      <header className={styles.header}>{header}</header>
      {children}
    </div>
  );
}

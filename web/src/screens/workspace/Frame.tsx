import { Dialog } from "radix-ui";
import { useEffect, type ReactNode } from "react";
import { cx } from "@/lib/cx";
import { overlaySidebar, setContentLeft, useShell } from "@/lib/shell";
import { useMediaQuery } from "@/lib/useMediaQuery";
import styles from "./WorkspaceScreen.module.css";

const SIDEBAR = 200;

interface FrameProps {
  sidebar: ReactNode;
  bar: ReactNode;
  over: ReactNode;
  /** A ticket is open: the panel takes the room that the column had. */
  panelOpen: boolean;
  /** Where we are: a sidebar that lies over the content goes when this changes. */
  place: string;
  children: ReactNode;
}

/** Sidebar and content: a column where there is room, else a drawer over it; on a phone a bar below. */
export function Frame({ sidebar, bar, over, panelOpen, place, children }: FrameProps) {
  const { collapsed, overlaid } = useShell();
  const roomy = useMediaQuery(panelOpen ? "(min-width: 1280px)" : "(min-width: 1024px)");
  const column = roomy && !collapsed;
  useEffect(() => setContentLeft(column ? SIDEBAR : 0), [column]);
  useEffect(() => overlaySidebar(false), [place, roomy]);

  return (
    <div className={cx(styles.shell, column && styles.column)}>
      <a className={styles.skip} href="#content">
        Skip to the tasks
      </a>
      {column && <div className={styles.aside}>{sidebar}</div>}
      {!roomy && (
        <Dialog.Root open={overlaid} onOpenChange={overlaySidebar}>
          <Dialog.Portal>
            <Dialog.Overlay className={styles.scrim} />
            <Dialog.Content className={styles.drawer} aria-describedby={undefined} aria-label="Workspace">
              <Dialog.Title hidden>Workspace</Dialog.Title>
              {sidebar}
            </Dialog.Content>
          </Dialog.Portal>
        </Dialog.Root>
      )}
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {bar}
      {over}
    </div>
  );
}

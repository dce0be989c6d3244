import { Trans } from "@lingui/react/macro";
import { Suspense, useEffect, type CSSProperties, type ReactNode } from "react";
import { cx } from "@/lib/cx";
import { laterComponent } from "@/lib/later";
import { setContentLeft } from "@/lib/contentLeft";
import { overlaySidebar, useShell } from "@/lib/shell";
import { useEver } from "@/lib/useEver";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { NotLoaded } from "@/ui/NotLoaded";
import styles from "./WorkspaceScreen.module.css";

const Drawer = laterComponent<{ children: ReactNode }>(async () => (await import("./Drawer")).Drawer, {
  instead: NoDrawer,
});

function NoDrawer() {
  return <NotLoaded open={useShell((shell) => shell.overlaid)} onClose={() => overlaySidebar(false)} />;
}

interface FrameProps {
  sidebar: ReactNode;
  bar: ReactNode;
  over: ReactNode;
  /** True if a ticket is open: the panel then takes the space of the column. */
  panelOpen: boolean;
  /** The current place. When it changes, a sidebar over the content closes. */
  place: string;
  children: ReactNode;
}

/**
 * Sidebar and content. The sidebar is a column if there is space, or else a drawer; on a phone there is a bar at the
 * bottom.
 */
export function Frame({ sidebar, bar, over, panelOpen, place, children }: FrameProps) {
  const { collapsed, overlaid, width } = useShell();
  const roomy = useMediaQuery(panelOpen ? "(min-width: 1280px)" : "(min-width: 1024px)");
  const column = roomy && !collapsed;
  const drawn = useEver(overlaid);
  useEffect(() => setContentLeft(column ? width : 0), [column, width]);
  useEffect(() => overlaySidebar(false), [place, roomy]);

  return (
    <div className={cx(styles.shell, column && styles.column)} style={{ "--sidebar-w": `${width}px` } as CSSProperties}>
      <a className={styles.skip} href="#content">
        <Trans>Skip to main content</Trans>
      </a>
      {column && <div className={styles.aside}>{sidebar}</div>}
      {!roomy && (
        <Suspense>{drawn && <Drawer>{sidebar}</Drawer>}</Suspense>
      )}
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {bar}
      {over}
    </div>
  );
}

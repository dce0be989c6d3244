import { Trans } from "@lingui/react/macro";
import { Suspense, useEffect, type ReactNode } from "react";
import { cx } from "@/lib/cx";
import { laterComponent } from "@/lib/later";
import { overlaySidebar, setContentLeft, useShell } from "@/lib/shell";
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
  const drawn = useEver(overlaid);
  useEffect(() => setContentLeft(column ? SIDEBAR : 0), [column]);
  useEffect(() => overlaySidebar(false), [place, roomy]);

  return (
    <div className={cx(styles.shell, column && styles.column)}>
      <a className={styles.skip} href="#content">
        <Trans>Skip to tasks</Trans>
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

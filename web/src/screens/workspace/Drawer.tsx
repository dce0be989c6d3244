import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { overlaySidebar, useShell } from "@/lib/shell";
import styles from "./WorkspaceScreen.module.css";

/** The sidebar above the content, for windows without room for a column. */
export function Drawer({ children }: { children: ReactNode }) {
  const open = useShell((shell) => shell.overlaid);
  return (
    <Dialog.Root open={open} onOpenChange={overlaySidebar}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content className={styles.drawer} aria-describedby={undefined} aria-label={t`Workspace`}>
          <Dialog.Title hidden><Trans>Workspace</Trans></Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

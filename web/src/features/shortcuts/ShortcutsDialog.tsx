import { closeOverlay, useOverlay } from "@/lib/overlays";
import { Dialog } from "@/ui/Dialog";
import { Keys } from "@/ui/Keys";
import styles from "./ShortcutsDialog.module.css";

export interface ShortcutGroup {
  name: string;
  shortcuts: readonly { name: string; keys: string }[];
}

/** All keys there are. */
export function ShortcutsDialog({ groups }: { groups: () => readonly ShortcutGroup[] }) {
  const open = useOverlay(({ overlay }) => overlay?.kind === "shortcuts");
  return (
    <Dialog
      open={open}
      wide
      onOpenChange={(next) => !next && closeOverlay()}
      title="Keyboard shortcuts"
      text="Single keys are off while you type."
    >
      <div className={styles.columns}>
        {(open ? groups() : []).map((group) => (
          <section key={group.name} className={styles.group}>
            <h3>{group.name}</h3>
            {group.shortcuts.map((shortcut) => (
              <div key={shortcut.name} className={styles.line}>
                {shortcut.name}
                <Keys keys={shortcut.keys} />
              </div>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}

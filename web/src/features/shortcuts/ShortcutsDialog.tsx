import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { Dialog } from "@/ui/Dialog";
import { Keys } from "@/ui/Keys";
import styles from "./ShortcutsDialog.module.css";

export interface ShortcutGroup {
  name: string;
  /** `or` is an alternative to `keys`. */
  shortcuts: readonly { name: string; keys: string; or?: string }[];
}

/** Splits groups into two columns of about the same height. The order stays, and no group is split. */
function inColumns(groups: readonly ShortcutGroup[]): ShortcutGroup[][] {
  const heightOf = (some: readonly ShortcutGroup[]) => some.reduce((sum, { shortcuts }) => sum + shortcuts.length + 2, 0);
  const taller = (at: number) => Math.max(heightOf(groups.slice(0, at)), heightOf(groups.slice(at)));
  const cuts = groups.map((_, at) => at + 1);
  const best = cuts.reduce((least, at) => (taller(at) < taller(least) ? at : least), 1);
  return [groups.slice(0, best), groups.slice(best)].filter((column) => column.length > 0);
}

/** All shortcuts. */
export function ShortcutsDialog({ groups }: { groups: () => readonly ShortcutGroup[] }) {
  const open = useOverlay(({ overlay }) => overlay?.kind === "shortcuts");
  return (
    <Dialog
      open={open}
      wide
      onOpenChange={(next) => !next && closeOverlay()}
      title={t`Keyboard shortcuts`}
      text={t`Single-key shortcuts are off while typing.`}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- there is nothing else in it to scroll by key with */}
      <div className={styles.columns} data-keys role="group" aria-label={t`Shortcuts`} tabIndex={0}>
        {inColumns(open ? groups() : []).map((column) => (
          <div key={column[0]?.name}>
            {column.map((group) => (
              <section key={group.name} className={styles.group}>
                <h3>{group.name}</h3>
                {group.shortcuts.map((shortcut) => (
                  <div key={shortcut.name} className={styles.line}>
                    {shortcut.name}
                    <span>
                      <Keys keys={shortcut.keys} />
                      {shortcut.or !== undefined && (
                        <>
                          {" "}
                          <Trans>
                            or <Keys keys={shortcut.or} />
                          </Trans>
                        </>
                      )}
                    </span>
                  </div>
                ))}
              </section>
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

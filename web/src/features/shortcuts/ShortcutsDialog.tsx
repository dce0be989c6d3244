import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keysNow } from "@/lib/ownKeys";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import type { ShortcutGroup } from "@/actions/shortcuts/catalog";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Keys } from "@/ui/Keys";
import styles from "./ShortcutsDialog.module.css";

/** A line of the help: an action and its keys now. `or` names further keys for the same action. */
interface Line {
  name: string;
  keys: string;
  or?: string | undefined;
}

interface Lines {
  name: string;
  lines: readonly Line[];
}

/** The shortcuts that have keys now, and the keys that never change. */
export function linesOf(groups: readonly ShortcutGroup[]): Lines[] {
  return groups
    .map(({ name, shortcuts, fixed }) => {
      const own = shortcuts.flatMap(({ id, name, names }): Line[] => {
        const [keys, or] = names.filter((each) => each !== id || keysNow(each) !== id).filter((each) => keysNow(each) !== "");
        return keys === undefined ? [] : [{ name, keys, or }];
      });
      return { name, lines: [...own, ...fixed.map(({ name, keys }) => ({ name, keys: `fixed:${keys}` }))] };
    })
    .filter(({ lines }) => lines.length > 0);
}

/** Splits groups into two columns of about the same height. The order stays, and no group is split. */
function inColumns(groups: readonly Lines[]): Lines[][] {
  const heightOf = (some: readonly Lines[]) => some.reduce((sum, { lines }) => sum + lines.length + 2, 0);
  const taller = (at: number) => Math.max(heightOf(groups.slice(0, at)), heightOf(groups.slice(at)));
  const cuts = groups.map((_, at) => at + 1);
  const best = cuts.reduce((least, at) => (taller(at) < taller(least) ? at : least), 1);
  return [groups.slice(0, best), groups.slice(best)].filter((column) => column.length > 0);
}

interface ShortcutsDialogProps {
  groups: () => readonly ShortcutGroup[];
  /** Opens the page where the person chooses other keys. */
  onChange: () => void;
}

/** The shortcuts that work now. */
export function ShortcutsDialog({ groups, onChange }: ShortcutsDialogProps) {
  const open = useOverlay(({ overlay }) => overlay?.kind === "shortcuts");
  const change = () => {
    closeOverlay();
    onChange();
  };
  return (
    <Dialog
      open={open}
      wide
      onOpenChange={(next) => !next && closeOverlay()}
      title={t`Keyboard shortcuts`}
      text={t`Single-key shortcuts are off while typing.`}
      actions={<Button onClick={change}><Trans>Change shortcuts</Trans></Button>}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- there is nothing else in it to scroll by key with */}
      <div className={styles.columns} data-keys role="group" aria-label={t`Shortcuts`} tabIndex={0}>
        {inColumns(open ? linesOf(groups()) : []).map((column) => (
          <div key={column[0]?.name}>
            {column.map((group) => (
              <section key={group.name} className={styles.group}>
                <h3>{group.name}</h3>
                {group.lines.map((line) => (
                  <div key={line.name} className={styles.line}>
                    {line.name}
                    <span>
                      <Keys keys={line.keys} />
                      {line.or !== undefined && (
                        <>
                          {" "}
                          <Trans>
                            or <Keys keys={line.or} />
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

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useId, useState, type KeyboardEvent } from "react";
import { record, type Objection, type Recorded } from "@/actions/shortcuts/conflicts";
import { combination, isModifier, sequenceMs } from "@/lib/hotkeys";
import { useLatest } from "@/lib/useLatest";
import { Button } from "@/ui/Button";
import { Keys } from "@/ui/Keys";
import { spoken } from "./find";
import styles from "./Shortcuts.module.css";

const reasons: Record<Objection, (keys: string) => string> = {
  fixed: (keys) => t`${keys} is used to navigate, open and close.`,
  browser: (keys) => t`The browser reserves ${keys}.`,
  text: (keys) => t`${keys} is used to copy and paste.`,
  noKey: () => t`This key can't be used.`,
};

interface RecorderProps {
  /** What the keys are for. */
  name: string;
  onKeys: (keys: string) => void;
  onCancel: () => void;
  /** Absent if the shortcut has no keys. */
  onOff?: (() => void) | undefined;
}

/** Takes the keys that a person presses: one combination, or two keys one after the other. */
export function Recorder({ name, onKeys, onCancel, onOff }: RecorderProps) {
  const hint = useId();
  const [recorded, setRecorded] = useState<Recorded>({ is: "waiting" });
  const take = useLatest(onKeys);
  const begun = recorded.is === "begun" ? recorded.keys : null;
  // A first key waits for a second one as long as it does in use.
  useEffect(() => {
    if (begun === null) return undefined;
    const timer = setTimeout(() => take.current(begun), sequenceMs);
    return () => clearTimeout(timer);
  }, [begun, take]);
  const press = (event: KeyboardEvent) => {
    // Tab leaves the field, as everywhere.
    if (event.key === "Tab" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat || isModifier(event)) return;
    if (event.key === "Escape") return onCancel();
    const next = record(recorded, combination(event.nativeEvent));
    setRecorded(next);
    if (next.is === "done") onKeys(next.keys);
  };
  const said = recorded.is === "refused" ? reasons[recorded.why](spoken(recorded.keys)) : begun === null ? "" : t`Press a second key, or wait.`;
  return (
    <div className={styles.recorder}>
      <div className={styles.row}>
        <input
          className={styles.record}
          aria-label={t`New keys for ${name}`}
          aria-describedby={hint}
          placeholder={t`Press the new keys`}
          value={begun === null ? "" : spoken(begun)}
          readOnly
          autoFocus
          onKeyDown={press}
        />
        {onOff && (
          <Button size="sm" variant="ghost" onClick={onOff}>
            <Trans>Switch off</Trans>
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onCancel}>
          <Trans>Cancel</Trans>
          <Keys keys="Escape" />
        </Button>
      </div>
      <p id={hint} className={styles.hint} role="status">
        {said}
      </p>
    </div>
  );
}

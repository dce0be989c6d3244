import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { RotateCcw, TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Shortcut } from "@/actions/shortcuts/catalog";
import { chosenKeys, isChanged, isTyped, type Choices } from "@/actions/shortcuts/choices";
import { cx } from "@/lib/cx";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { inRow } from "@/words/isolate";
import { spoken } from "./find";
import { Recorder } from "./Recorder";
import styles from "./Shortcuts.module.css";
import { WrittenKeys } from "./WrittenKeys";

/** What a line is doing: nothing, recording keys, or asking what to do about keys that are taken. */
export type Doing = { is: "recording" } | { is: "asking"; keys: string; others: readonly Shortcut[]; swaps: boolean } | null;

interface ShortcutLineProps {
  shortcut: Shortcut;
  choices: Choices;
  doing: Doing;
  onRecord: () => void;
  onKeys: (keys: string) => void;
  onTake: () => void;
  onSwap: () => void;
  onReset: () => void;
  onCancel: () => void;
}

/** A shortcut with its keys. A click on the keys changes them. */
export function ShortcutLine({ shortcut, choices, doing, onRecord, onKeys, onTake, onSwap, onReset, onCancel }: ShortcutLineProps) {
  const { name } = shortcut;
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  const idle = doing === null;
  // The button is absent while keys are recorded. Afterwards it gets the focus back, unless the person has moved the focus elsewhere.
  useEffect(() => {
    if (idle && wasBusy.current && document.activeElement === document.body) button.current?.focus();
    wasBusy.current = !idle;
  }, [idle]);
  const own = chosenKeys(shortcut, choices);
  // The reset button disappears, so the focus moves to the keys first.
  const reset = () => {
    button.current?.focus();
    onReset();
  };
  const off = !choices.singles && own.length > 0 && own.every(isTyped);
  if (doing?.is === "recording")
    return (
      <div className={cx(styles.line, styles.active)} role="group" aria-label={name}>
        <span className={styles.name}>{name}</span>
        <Recorder name={name} onKeys={onKeys} onCancel={onCancel} onOff={own.length === 0 ? undefined : () => onKeys("")} />
      </div>
    );
  if (doing?.is === "asking") {
    const taken = inRow(doing.others.map((other) => `“${other.name}”`));
    return (
      <div className={cx(styles.line, styles.conflict)} role="group" aria-label={name}>
        <span className={styles.name}>{name}</span>
        <WrittenKeys keys={doing.keys} />
        <p className={styles.question} role="alert">
          <Icon of={TriangleAlert} size={14} />
          {t`Already used for ${taken}.`}
        </p>
        <span className={styles.row}>
          <Button size="sm" autoFocus onClick={onTake}>
            <Trans>Move it here</Trans>
          </Button>
          {doing.swaps && (
            <Button size="sm" onClick={onSwap}>
              <Trans>Swap</Trans>
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </span>
      </div>
    );
  }
  return (
    <div className={styles.line} role="group" aria-label={name}>
      <span className={styles.name}>{name}</span>
      {isChanged(shortcut, choices) && <IconButton size="xs" icon={RotateCcw} name={t`Reset keys for ${name}`} onClick={reset} />}
      <button
        ref={button}
        type="button"
        className={cx(styles.keys, isChanged(shortcut, choices) && styles.changed, off && styles.off)}
        aria-label={own.length === 0 ? t`Choose keys for ${name}` : t`Change keys for ${name}: ${own.map(spoken).join(", ")}`}
        onClick={onRecord}
      >
        {own.length === 0 ? (
          <span className={styles.none}>{isChanged(shortcut, choices) ? <Trans>Off</Trans> : <Trans>Add keys</Trans>}</span>
        ) : (
          own.slice(0, 2).map((keys, at) => (
            <span key={keys} className={styles.written}>
              {at > 0 && <span className={styles.then}><Trans>or</Trans></span>}
              <WrittenKeys keys={keys} />
            </span>
          ))
        )}
      </button>
    </div>
  );
}

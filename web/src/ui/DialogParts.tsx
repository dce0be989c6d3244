import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useRef, type FocusEvent, type KeyboardEvent } from "react";
import { cx } from "@/lib/cx";
import { useFocusBack } from "@/lib/useFocusBack";
import { Button } from "./Button";
import type { ConfirmDialogProps, DialogProps } from "./Dialog";
import styles from "./Dialog.module.css";
import { IconButton } from "./IconButton";
import surface from "./surface.module.css";

/** Focuses the first field or choice of a dialog, never its close button. */
function focusForm(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement) || dialog.contains(document.activeElement)) return;
  event.preventDefault();
  // Hidden inputs only tell password managers the name of the user.
  const first = dialog.querySelector<HTMLElement>("[data-autofocus], [data-dialog-body] :is(input:not([hidden]), textarea, button)");
  (first ?? dialog).focus();
}

/**
 * Scrolls a dialog to the control that Tab focuses. When Tab wraps from the last control to the first, Radix moves the
 * focus without scrolling, so the first one may be out of sight.
 */
function useScrollToFocus() {
  const tabbed = useRef(false);
  return {
    onKeyDownCapture: ({ key }: KeyboardEvent) => {
      tabbed.current = key === "Tab";
    },
    // Events of a popover of the dialog arrive here too.
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      if (tabbed.current && currentTarget.contains(target)) target.scrollIntoView({ block: "nearest" });
      tabbed.current = false;
    },
  };
}

/** Mod+Enter does what the submit button of the dialog does, or sends the form that holds the focus. A form with its own keys comes first. */
function submit(event: KeyboardEvent<HTMLElement>): void {
  const { key, metaKey, ctrlKey, shiftKey, altKey, target, currentTarget } = event;
  if (key !== "Enter" || !(metaKey || ctrlKey) || shiftKey || altKey || event.defaultPrevented || event.nativeEvent.isComposing) return;
  // Events of a popover of the dialog arrive here too.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  event.preventDefault();
  const button = currentTarget.querySelector<HTMLButtonElement>("[data-dialog-actions] :is([type=submit], [data-submits])");
  if (button) button.click();
  else target.closest("form")?.requestSubmit();
}

/** A form over the page; focus stays in it, Esc leaves it. */
export function Dialog({ open, onOpenChange, title, text, wide = false, actions, children }: DialogProps) {
  const focusBack = useFocusBack(open);
  const scrollToFocus = useScrollToFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          className={cx(surface.raised, styles.dialog, wide && styles.wide, wide === "whole" && styles.whole)}
          {...(text === undefined && { "aria-describedby": undefined })}
          onOpenAutoFocus={focusForm}
          {...scrollToFocus}
          onKeyDown={submit}
          onCloseAutoFocus={focusBack}
        >
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          {text !== undefined && <Radix.Description className={styles.text}>{text}</Radix.Description>}
          {children !== undefined && <div className={styles.body} data-dialog-body>{children}</div>}
          {actions !== undefined && <div className={styles.actions} data-dialog-actions>{actions}</div>}
          <Radix.Close asChild>
            <IconButton icon={X} name={t`Close`} keys="Escape" className={styles.close} />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Asks before an action that cannot be undone. The safe button has the focus, and Esc is the safe answer. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirm,
  cancel = t`Cancel`,
  also,
  danger = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  const focusBack = useFocusBack(open);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          role="alertdialog"
          className={cx(surface.raised, styles.dialog, styles.confirm)}
          {...(text === undefined && { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            safe.current?.focus();
          }}
          onCloseAutoFocus={focusBack}
        >
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          {text !== undefined && <Radix.Description className={styles.text}>{text}</Radix.Description>}
          <div className={styles.actions}>
            <Button ref={safe} onClick={onCancel}>
              {cancel}
            </Button>
            {also && <Button onClick={also.onClick}>{also.name}</Button>}
            <Button variant={danger ? "danger" : "primary"} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

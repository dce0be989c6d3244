import { t } from "@lingui/core/macro";
import { TriangleAlert, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { cx } from "@/lib/cx";
import { useDirection } from "@/lib/direction";
import { useLatest } from "@/lib/useLatest";
import { Icon } from "./Icon";
import { Keys } from "./Keys";
import { useTold, type Told } from "./Toast";
import styles from "./Toast.module.css";

/** The most toasts at once. */
const MOST = 3;
const FIVE_SECONDS = 5_000;
/** A button takes longer to reach than a text takes to read. */
const TEN_SECONDS = 10_000;

/** How long a toast is shown, in ms. One that explains a failure, or that asks, stays. */
const lifetimeOf = ({ stays, refusal, action }: Told): number => (stays || refusal ? Infinity : action ? TEN_SECONDS : FIVE_SECONDS);

/** Calls `onEnd` when the lifetime is over. The time stands still while `held` is true, and while the page is hidden. */
function useLifetime(lifetime: number, held: boolean, onEnd: () => void): void {
  const rest = useRef(lifetime);
  const end = useLatest(onEnd);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let since = 0;
    const pause = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      rest.current -= Date.now() - since;
    };
    const follow = () => {
      if (document.hidden) return pause();
      if (timer !== undefined) return undefined;
      since = Date.now();
      timer = setTimeout(() => end.current(), rest.current);
      return undefined;
    };
    if (held || lifetime === Infinity) return undefined;
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      pause();
      document.removeEventListener("visibilitychange", follow);
    };
  }, [lifetime, held, end]);
}

function Card({ told, onClose }: { told: Told; onClose: () => void }) {
  const { action, also, stays } = told;
  const icon = told.icon ?? (told.refusal ? TriangleAlert : null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  useLifetime(lifetimeOf(told), hovered || focused, onClose);
  return (
    // A press here must not move the focus: Sonner gives the focus back during the next press elsewhere, and the browser
    // then ignores that press, so no drag starts and no field gets the focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the press does nothing, and the pointer and the focus only keep it
    <div
      className={styles.toast}
      onMouseDown={(event) => event.preventDefault()}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {icon && <Icon of={icon} />}
      <span className={styles.text}>{told.text}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.onClick();
            onClose();
          }}
        >
          {action.name}
          {action.keys !== undefined && <Keys keys={action.keys} tone="inverse" />}
        </button>
      )}
      {also && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            also.onClick();
            onClose();
          }}
        >
          {also.name}
        </button>
      )}
      {stays ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            stays.or.onClick();
            onClose();
          }}
        >
          {stays.or.name}
        </button>
      ) : (
        <button type="button" className={cx(styles.action, styles.close)} aria-label={t`Dismiss`} onClick={onClose}>
          <Icon of={X} size={14} />
        </button>
      )}
    </div>
  );
}

interface Shown {
  id: string | number;
  told: Told;
}

const undoes = ({ action }: Told) => action?.keys !== undefined;

/**
 * The toast that makes room for a new one. The same text is not shown twice. An older toast that offers to undo goes, because
 * undo takes back the last change. Otherwise, the oldest toast goes, if possible one that does not stay.
 */
function replacedBy(told: Told, shown: readonly Shown[]): Shown | undefined {
  const same = shown.find((one) => one.told.text === told.text || (undoes(one.told) && undoes(told)));
  if (same || shown.length < MOST) return same;
  return shown.find((one) => lifetimeOf(one.told) !== Infinity) ?? shown.find((one) => !one.told.stays) ?? shown[0];
}

/** Shows the toasts, `left` pixels from the side at which the layout begins. */
export function Toasts({ left }: { left: number }) {
  const mirrored = useDirection((state) => state.mirrored);
  const shown = useRef<readonly Shown[]>([]);
  useEffect(() => {
    const close = (id: string | number) => {
      shown.current = shown.current.filter((one) => one.id !== id);
      toast.dismiss(id);
    };
    const show = (told: Told | null) => {
      if (told === null || shown.current.some((one) => one.told === told)) return;
      const gone = replacedBy(told, shown.current);
      if (gone) {
        close(gone.id);
        gone.told.stays?.onReplaced();
      }
      const id = toast.custom((own) => <Card told={told} onClose={() => close(own)} />, { duration: Infinity, dismissible: told.stays === undefined, onDismiss: ({ id }) => close(id) });
      shown.current = [...shown.current, { id, told }];
    };
    show(useTold.getState().told);
    // Each toast at once: two that are told at the same time are both shown.
    return useTold.subscribe(({ told }) => show(told));
  }, []);
  return (
    <Sonner
      position={mirrored ? "bottom-right" : "bottom-left"}
      visibleToasts={MOST}
      expand
      offset={{ [mirrored ? "right" : "left"]: left, bottom: 20 }}
      mobileOffset={{ left: 12, right: 12, bottom: 84 }}
      gap={8}
      className={styles.toaster ?? ""}
      containerAriaLabel={t`Notifications`}
    />
  );
}

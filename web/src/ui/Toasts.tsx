import { t } from "@lingui/core/macro";
import { TriangleAlert, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { cx } from "@/lib/cx";
import { useDirection } from "@/lib/direction";
import { Icon } from "./Icon";
import { Keys } from "./Keys";
import { useTold, type Told } from "./Toast";
import styles from "./Toast.module.css";

const SIX_SECONDS = 6_000;
/** Undo takes longer to reach than a text takes to read. */
const TEN_SECONDS = 10_000;

function Card({ told, onClose }: { told: Told; onClose: () => void }) {
  const { action, also, stays } = told;
  const icon = told.icon ?? (told.refusal ? TriangleAlert : null);
  return (
    // A press here must not move the focus: Sonner gives the focus back during the next press elsewhere, and the browser
    // then ignores that press, so no drag starts and no field gets the focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the press does nothing
    <div className={styles.toast} onMouseDown={(event) => event.preventDefault()}>
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

/** Shows the toasts, `left` pixels from the side at which the layout begins. */
export function Toasts({ left }: { left: number }) {
  const mirrored = useDirection((state) => state.mirrored);
  const told = useTold((state) => state.told);
  const shown = useRef<{ id: string | number; told: Told } | null>(null);
  useEffect(() => {
    if (told === null || told === shown.current?.told) return;
    if (shown.current !== null) {
      toast.dismiss(shown.current.id);
      shown.current.told.stays?.onReplaced();
    }
    const close = (id: string | number) => {
      toast.dismiss(id);
      if (shown.current?.id === id) shown.current = null;
    };
    const duration = told.stays || told.refusal ? Infinity : told.action ? TEN_SECONDS : SIX_SECONDS;
    const id = toast.custom((own) => <Card told={told} onClose={() => close(own)} />, { duration, dismissible: told.stays === undefined });
    shown.current = { id, told };
  }, [told]);
  return (
    <Sonner
      position={mirrored ? "bottom-right" : "bottom-left"}
      visibleToasts={1}
      offset={{ [mirrored ? "right" : "left"]: left, bottom: 20 }}
      mobileOffset={{ left: 12, right: 12, bottom: 84 }}
      gap={0}
      className={styles.toaster ?? ""}
      containerAriaLabel={t`Notifications`}
    />
  );
}

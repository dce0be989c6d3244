import { TriangleAlert, X, type LucideIcon } from "lucide-react";
import { Toaster as Sonner, toast } from "sonner";
import { cx } from "@/lib/cx";
import { Icon } from "./Icon";
import { Keys } from "./Keys";
import styles from "./Toast.module.css";

interface Told {
  text: string;
  icon?: LucideIcon;
  /** "Undo" with its key, or another way out. */
  action?: { name: string; keys?: string; onClick: () => void };
}

const SIX_SECONDS = 6_000;

let shown: string | number | null = null;

/** Says something that left the screen or can be undone. One at a time: the newer takes the place. */
export function tell(told: Told): void {
  if (shown !== null) toast.dismiss(shown);
  shown = toast.custom((id) => <Card told={told} onClose={() => toast.dismiss(id)} />, { duration: SIX_SECONDS });
}

/** Says why something did not happen; it stays until it is closed or the next one comes. */
export function tellRefusal(text: string, action?: Told["action"]): void {
  if (shown !== null) toast.dismiss(shown);
  shown = toast.custom(
    (id) => <Card told={{ text, icon: TriangleAlert, ...(action && { action }) }} onClose={() => toast.dismiss(id)} />,
    { duration: 2 * SIX_SECONDS },
  );
}

function Card({ told, onClose }: { told: Told; onClose: () => void }) {
  const { action } = told;
  return (
    <div className={styles.toast}>
      {told.icon && <Icon of={told.icon} />}
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
      <button type="button" className={cx(styles.action, styles.close)} aria-label="Dismiss" onClick={onClose}>
        <Icon of={X} size={14} />
      </button>
    </div>
  );
}

/** Where toasts come up: at the bottom left of the content, beside the sidebar. */
export function Toaster({ left }: { left: number }) {
  return (
    <Sonner
      position="bottom-left"
      visibleToasts={1}
      offset={{ left, bottom: 20 }}
      mobileOffset={{ left: 12, right: 12, bottom: 84 }}
      gap={0}
      className={styles.toaster ?? ""}
      containerAriaLabel="Notices"
    />
  );
}

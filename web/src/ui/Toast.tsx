import type { LucideIcon } from "lucide-react";
import { Suspense } from "react";
import { create } from "zustand";
import { laterComponent } from "@/lib/later";

export interface Told {
  text: string;
  icon?: LucideIcon;
  /** "Undo" with its key, or another action. */
  action?: { name: string; keys?: string; onClick: () => void };
  /** A second action beside the first. */
  also?: { name: string; onClick: () => void };
  /** True if the toast explains why an action failed. Such a toast stays until it is dismissed. */
  refusal?: boolean;
  /** Keeps the toast until `action` or `or` is chosen. `onReplaced` is called if newer toasts take its place first. */
  stays?: { or: { name: string; onClick: () => void }; onReplaced: () => void };
}

/** The newest toast. The toaster is a separate chunk, and shows a toast that was told before the chunk loaded. */
export const useTold = create<{ told: Told | null }>(() => ({ told: null }));

/** Shows a toast for a change that left the screen or can be undone. */
export function tell(told: Told): void {
  useTold.setState({ told });
}

/** Shows a toast that explains why an action failed. */
export function tellRefusal(text: string, action?: Told["action"]): void {
  tell({ text, refusal: true, ...(action && { action }) });
}

const Toasts = laterComponent<{ left: number }>(async () => (await import("./Toasts")).Toasts, { instead: Plain });

/** Shows the text of a toast if the toaster's chunk failed to load. */
function Plain({ left }: { left: number }) {
  const told = useTold((state) => state.told);
  return (
    <p role="status" style={{ position: "fixed", left, bottom: 20, padding: 8, background: "var(--surface-inverse)", color: "var(--text-inverse)" }}>
      {told?.text}
    </p>
  );
}

/** The place of toasts: at the bottom left of the content, beside the sidebar. */
export function Toaster({ left }: { left: number }) {
  const needed = useTold(({ told }) => told !== null);
  return <Suspense>{needed && <Toasts left={left} />}</Suspense>;
}

import { Tooltip as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { Keys } from "./Keys";
import styles from "./Tooltip.module.css";

interface TooltipProps {
  /** A name and a key, never an explanation. */
  name: string;
  keys?: string | undefined;
  side?: "top" | "bottom" | "left" | "right";
  children: ReactElement;
}

/** Names what the pointer rests on, after 400 ms, or at once along a toolbar. */
export function Tooltip({ name, keys, side = "bottom", children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.tip} side={side} sideOffset={6} collisionPadding={8}>
          {name}
          {keys !== undefined && <Keys keys={keys} tone="inverse" />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Stands once around the app: moving along a toolbar then shows the next tip without a wait. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={400} skipDelayDuration={300} disableHoverableContent>
      {children}
    </Radix.Provider>
  );
}

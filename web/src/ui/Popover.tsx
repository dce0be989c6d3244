import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode, RefObject } from "react";
import { cx } from "@/lib/cx";
import surface from "./surface.module.css";

/** Anything with a place on the screen: an element, or a cell that is only a rectangle. */
export interface Anchor {
  getBoundingClientRect(): DOMRect;
}

export interface PopoverProps {
  name: string;
  /** The button that opens it; or, without one, `anchor` with `open`. */
  trigger?: ReactElement | undefined;
  anchor?: RefObject<Anchor | null> | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  className?: string | undefined;
  /** Called in place of giving focus back to the trigger. */
  onReturnFocus?: (() => void) | undefined;
  children: ReactNode;
}

/** Opens below its cause, flips, never covers it. */
export function Popover({
  name,
  trigger,
  anchor,
  open,
  onOpenChange,
  align = "start",
  side = "bottom",
  className,
  onReturnFocus,
  children,
}: PopoverProps) {
  return (
    <Radix.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      {anchor && <Radix.Anchor virtualRef={anchor as RefObject<Anchor>} />}
      <Radix.Portal>
        <Radix.Content
          className={cx(surface.pop, className)}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          aria-label={name}
          onOpenAutoFocus={(event) => {
            // Radix takes the first control; what stands out for the keyboard says so itself.
            const first = (event.currentTarget as HTMLElement | null)?.querySelector<HTMLElement>("[data-autofocus]");
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={(event) => {
            if (!onReturnFocus) return;
            event.preventDefault();
            onReturnFocus();
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

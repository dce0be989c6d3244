import { Popover as Radix } from "radix-ui";
import { useRef, type ReactNode, type RefObject } from "react";
import { cx } from "@/lib/cx";
import type { Anchor, PopoverProps } from "./Popover";
import surface from "./surface.module.css";

export interface PopoverPartProps extends Pick<PopoverProps, "name" | "align" | "side" | "className" | "onReturnFocus"> {
  id: string;
  /** The element or rectangle to open at. */
  anchor: RefObject<Anchor | null>;
  /** The button that opened the popover, if any. */
  trigger: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** The open popover: its surface, position and focus. */
export function PopoverPart({
  id,
  name,
  anchor,
  trigger,
  open,
  onOpenChange,
  align = "start",
  side = "bottom",
  className,
  onReturnFocus,
  children,
}: PopoverPartProps) {
  // A click elsewhere moves the focus there.
  const leftByPointer = useRef(false);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={anchor as RefObject<Anchor>} />
      <Radix.Portal>
        <Radix.Content
          id={id}
          className={cx(surface.pop, className)}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          aria-label={name}
          onOpenAutoFocus={(event) => {
            leftByPointer.current = false;
            // Radix focuses the first control, unless another one has `data-autofocus`.
            const first = (event.currentTarget as HTMLElement | null)?.querySelector<HTMLElement>("[data-autofocus]");
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          onInteractOutside={(event) => {
            const onTrigger = trigger.current?.contains(event.target as Node) === true;
            // The trigger closes the popover itself.
            if (onTrigger) event.preventDefault();
            else leftByPointer.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (onReturnFocus) onReturnFocus();
            else if (!leftByPointer.current) trigger.current?.focus();
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

import { cloneElement, Suspense, useId, useRef, type ReactElement, type ReactNode, type RefObject } from "react";
import { laterComponent } from "@/lib/later";
import { useEver } from "@/lib/useEver";
import { NotLoaded } from "./NotLoaded";
import type { PopoverPartProps } from "./PopoverParts";
import { useJoinedRef, type TriggerProps } from "./trigger";
import { useOpen } from "./useOpen";

const PopoverPart = laterComponent<PopoverPartProps>(async () => (await import("./PopoverParts")).PopoverPart, {
  instead: ({ open, onOpenChange }) => <NotLoaded open={open} onClose={() => onOpenChange(false)} />,
});

/** Anything with a place on the screen: an element, or a rectangle such as a cell. */
export interface Anchor {
  getBoundingClientRect(): DOMRect;
}

export interface PopoverProps {
  name: string;
  /** The button that opens the popover; without it, use `anchor` with `open`. */
  trigger?: ReactElement | undefined;
  anchor?: RefObject<Anchor | null> | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  className?: string | undefined;
  /** Called instead of focusing the trigger. */
  onReturnFocus?: (() => void) | undefined;
  children: ReactNode;
}

/** A popover below its anchor. It flips if needed and never covers the anchor. */
export function Popover({ trigger, anchor, open: wanted, onOpenChange, children, ...rest }: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useOpen(wanted, onOpenChange);
  const button = useRef<HTMLElement>(null);
  const own = trigger as ReactElement<TriggerProps> | undefined;
  const joined = useJoinedRef(button, own?.props.ref);
  return (
    <>
      {own &&
        cloneElement(own, {
          ref: joined,
          "aria-haspopup": "dialog",
          "aria-expanded": open,
          ...(open && { "aria-controls": id }),
          "data-state": open ? "open" : "closed",
          onClick: (event) => {
            own.props.onClick?.(event);
            if (!event.defaultPrevented) setOpen(!open);
          },
        })}
      <Suspense>
        {useEver(open) && (
          <PopoverPart {...rest} id={id} anchor={anchor ?? button} trigger={button} open={open} onOpenChange={setOpen}>
            {children}
          </PopoverPart>
        )}
      </Suspense>
    </>
  );
}

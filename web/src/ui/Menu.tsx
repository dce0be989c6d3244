import type { LucideIcon } from "lucide-react";
import { cloneElement, Suspense, useId, useRef, type KeyboardEvent, type PointerEvent, type ReactElement, type ReactNode } from "react";
import { laterComponent } from "@/lib/later";
import { useEver } from "@/lib/useEver";
import type { MenuPartProps } from "./MenuParts";
import { NotLoaded } from "./NotLoaded";
import { useJoinedRef, type TriggerProps } from "./trigger";
import { useOpen } from "./useOpen";

export const MenuPart = laterComponent<MenuPartProps>(async () => (await import("./MenuParts")).MenuPart, {
  instead: ({ open, onOpenChange }) => <NotLoaded open={open} onClose={() => onOpenChange(false)} />,
});

/** One row of a menu. Dangerous rows come last, after a separator. */
export interface MenuItem {
  id: string;
  name: string;
  icon?: LucideIcon;
  /** Drawn instead of a lucide icon: a status, a face. */
  picture?: ReactNode;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** A second line below its name. */
  note?: string;
  /** Why the item cannot be chosen now, shown below its name. The item is disabled but still reachable by keyboard. */
  reason?: string | undefined;
  /** True for the present choice of several. */
  checked?: boolean;
  /** True for a separator above the row. */
  apart?: boolean;
  /** A heading above the row. */
  heading?: string;
  onSelect?: () => void;
  items?: readonly MenuItem[];
}

export interface MenuProps {
  items: readonly MenuItem[];
  /** The name of the menu for screen readers. */
  name: string;
  /** The button that opens it. */
  children: ReactElement;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A menu under its button. */
export function Menu({ children, open: wanted, onOpenChange, ...rest }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useOpen(wanted, onOpenChange);
  const button = useRef<HTMLElement>(null);
  const trigger = children as ReactElement<TriggerProps>;
  const joined = useJoinedRef(button, trigger.props.ref);
  const press = (event: PointerEvent<HTMLElement>) => {
    trigger.props.onPointerDown?.(event);
    // Ctrl and a click is a right click on a Mac.
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.currentTarget.matches(":disabled")) return;
    // Keeps the focus from going to the button before it goes into the menu.
    if (!open) event.preventDefault();
    setOpen(!open);
  };
  const type = (event: KeyboardEvent<HTMLElement>) => {
    trigger.props.onKeyDown?.(event);
    const down = event.key === "ArrowDown";
    if (event.defaultPrevented || !(down || event.key === "Enter" || event.key === " ")) return;
    event.preventDefault();
    setOpen(down || !open);
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: joined,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        ...(open && { "aria-controls": id }),
        "data-state": open ? "open" : "closed",
        onPointerDown: press,
        onKeyDown: type,
      })}
      <Suspense>
        {useEver(open) && (
          <MenuPart
            {...rest}
            id={id}
            anchor={button}
            open={open}
            onOpenChange={setOpen}
            onReturnFocus={(leftByPointer) => {
              // A field that an item has opened keeps the focus.
              if (!leftByPointer && !document.activeElement?.matches("input,textarea,[contenteditable]")) button.current?.focus();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

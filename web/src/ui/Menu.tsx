import { Check, ChevronRight, type LucideIcon } from "lucide-react";
import { DropdownMenu as Dropdown } from "radix-ui";
import { Fragment, type ReactElement, type ReactNode } from "react";
import { cx } from "@/lib/cx";
import { Icon } from "./Icon";
import { Keys } from "./Keys";
import surface from "./surface.module.css";

/** One line of a menu. Dangerous ones come last, after a rule. */
export interface MenuItem {
  id: string;
  name: string;
  icon?: LucideIcon;
  /** Drawn where a lucide icon would be: a status, a face. */
  picture?: ReactNode;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** The present choice of several. */
  checked?: boolean;
  /** A rule above it. */
  apart?: boolean;
  /** A heading above it. */
  heading?: string;
  onSelect?: () => void;
  items?: readonly MenuItem[];
}

interface MenuProps {
  items: readonly MenuItem[];
  /** What it is a menu of, for those who listen. */
  name: string;
  /** The button that opens it. */
  children: ReactElement;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A menu under its button. */
export function Menu({ items, name, children, align = "start", side = "bottom", ...state }: MenuProps) {
  return (
    <Dropdown.Root modal={false} {...state}>
      <Dropdown.Trigger asChild>{children}</Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content
          className={surface.pop}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          aria-label={name}
          loop
        >
          <Lines items={items} />
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}

interface PointMenuProps extends Pick<MenuProps, "items" | "name"> {
  /** Where the pointer was; without it nothing is open. */
  at: { x: number; y: number } | null;
  onClose: () => void;
  /** Called when it is gone, in place of giving the focus to something that is not there. */
  onReturnFocus: () => void;
}

/** The same lines at a point of the screen: what the right button of the mouse brings up. */
export function PointMenu({ at, items, name, onClose, onReturnFocus }: PointMenuProps) {
  return (
    <Dropdown.Root modal={false} open={at !== null} onOpenChange={(open) => !open && onClose()}>
      <Dropdown.Trigger asChild>
        <i style={{ position: "fixed", left: at?.x ?? 0, top: at?.y ?? 0 }} aria-hidden />
      </Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content
          className={surface.pop}
          align="start"
          sideOffset={2}
          collisionPadding={8}
          aria-label={name}
          loop
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onReturnFocus();
          }}
        >
          <Lines items={items} />
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}

function Lines({ items }: { items: readonly MenuItem[] }) {
  return items.map((item) => (
    <Fragment key={item.id}>
      {item.apart && <Dropdown.Separator className={surface.rule} />}
      {item.heading !== undefined && <Dropdown.Label className={surface.heading}>{item.heading}</Dropdown.Label>}
      {item.items ? <Submenu item={item} /> : <Line item={item} />}
    </Fragment>
  ));
}

function Line({ item }: { item: MenuItem }) {
  const common = {
    className: cx(surface.item, item.danger && surface.danger),
    disabled: item.disabled ?? false,
    ...(item.onSelect && { onSelect: item.onSelect }),
  };
  const inside = (
    <>
      <Face item={item} />
      <span className={surface.text}>{item.name}</span>
      {item.checked && <Icon of={Check} size={14} className={surface.check} />}
      {item.keys !== undefined && <Keys keys={item.keys} />}
    </>
  );
  if (item.checked === undefined) return <Dropdown.Item {...common}>{inside}</Dropdown.Item>;
  return (
    <Dropdown.CheckboxItem {...common} checked={item.checked}>
      {inside}
    </Dropdown.CheckboxItem>
  );
}

function Submenu({ item }: { item: MenuItem }) {
  return (
    <Dropdown.Sub>
      <Dropdown.SubTrigger className={surface.item} disabled={item.disabled ?? false}>
        <Face item={item} />
        <span className={surface.text}>{item.name}</span>
        <Icon of={ChevronRight} size={14} />
      </Dropdown.SubTrigger>
      <Dropdown.Portal>
        <Dropdown.SubContent className={surface.pop} sideOffset={4} alignOffset={-4} collisionPadding={8} loop>
          <Lines items={item.items ?? []} />
        </Dropdown.SubContent>
      </Dropdown.Portal>
    </Dropdown.Sub>
  );
}

function Face({ item }: { item: MenuItem }) {
  if (item.picture !== undefined) return item.picture;
  return item.icon ? <Icon of={item.icon} /> : null;
}

import { Check, ChevronRight, type LucideIcon } from "lucide-react";
import { ContextMenu as Context, DropdownMenu as Dropdown } from "radix-ui";
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
          <Lines items={items} of={Dropdown} />
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}

/** The same menu on the right button, or a long press, of what it is about. */
export function ContextMenu({ items, name, children }: Pick<MenuProps, "items" | "name" | "children">) {
  return (
    <Context.Root modal={false}>
      <Context.Trigger asChild>{children}</Context.Trigger>
      <Context.Portal>
        <Context.Content className={surface.pop} collisionPadding={8} aria-label={name} loop>
          <Lines items={items} of={Context} />
        </Context.Content>
      </Context.Portal>
    </Context.Root>
  );
}

type Parts = typeof Dropdown | typeof Context;

function Lines({ items, of }: { items: readonly MenuItem[]; of: Parts }) {
  const { Separator, Label } = of;
  return items.map((item) => (
    <Fragment key={item.id}>
      {item.apart && <Separator className={surface.rule} />}
      {item.heading !== undefined && <Label className={surface.heading}>{item.heading}</Label>}
      {item.items ? <Submenu item={item} of={of} /> : <Line item={item} of={of} />}
    </Fragment>
  ));
}

function Line({ item, of: { Item, CheckboxItem } }: { item: MenuItem; of: Parts }) {
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
  if (item.checked === undefined) return <Item {...common}>{inside}</Item>;
  return (
    <CheckboxItem {...common} checked={item.checked}>
      {inside}
    </CheckboxItem>
  );
}

function Submenu({ item, of }: { item: MenuItem; of: Parts }) {
  const { Sub, SubTrigger, SubContent, Portal } = of;
  return (
    <Sub>
      <SubTrigger className={surface.item} disabled={item.disabled ?? false}>
        <Face item={item} />
        <span className={surface.text}>{item.name}</span>
        <Icon of={ChevronRight} size={14} />
      </SubTrigger>
      <Portal>
        <SubContent className={surface.pop} sideOffset={4} alignOffset={-4} collisionPadding={8} loop>
          <Lines items={item.items ?? []} of={of} />
        </SubContent>
      </Portal>
    </Sub>
  );
}

function Face({ item }: { item: MenuItem }) {
  if (item.picture !== undefined) return item.picture;
  return item.icon ? <Icon of={item.icon} /> : null;
}

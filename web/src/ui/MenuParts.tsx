import { Check, ChevronRight } from "lucide-react";
import { Menu as Radix } from "radix-ui/internal";
import { Fragment, useRef, useState, type RefObject } from "react";
import { cx } from "@/lib/cx";
import { isMirrored } from "@/lib/direction";
import { Icon } from "./Icon";
import { Keys } from "./Keys";
import type { MenuItem, MenuProps } from "./Menu";
import type { Anchor } from "./Popover";
import surface from "./surface.module.css";

export interface MenuPartProps extends Pick<MenuProps, "items" | "name" | "align" | "side"> {
  id?: string;
  /** The element or rectangle to open at. */
  anchor: RefObject<Anchor | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Pixels between the menu and its anchor. */
  offset?: number;
  /** Called after closing, to return the focus. `leftByPointer` is true if a click elsewhere closed the menu. */
  onReturnFocus: (leftByPointer: boolean) => void;
}

/** The open menu: its items, position and focus. */
export function MenuPart({ id, items, name, align = "start", side = "bottom", anchor, open, onOpenChange, offset = 4, onReturnFocus }: MenuPartProps) {
  const leftByPointer = useRef(false);
  return (
    <Radix.Root dir={isMirrored() ? "rtl" : "ltr"} modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={anchor as RefObject<Anchor>} />
      <Radix.Portal>
        <Radix.Content
          id={id}
          className={surface.pop}
          align={align}
          side={side}
          sideOffset={offset}
          collisionPadding={8}
          aria-label={name}
          loop
          onInteractOutside={() => (leftByPointer.current = true)}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onReturnFocus(leftByPointer.current);
            leftByPointer.current = false;
          }}
        >
          <Lines items={items} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Lines({ items }: { items: readonly MenuItem[] }) {
  return items.map((item) => (
    <Fragment key={item.id}>
      {item.apart && <Radix.Separator className={surface.rule} />}
      {item.heading !== undefined && <Radix.Label className={surface.heading}>{item.heading}</Radix.Label>}
      {item.items ? <Submenu item={item} /> : <Line item={item} />}
    </Fragment>
  ));
}

function Line({ item }: { item: MenuItem }) {
  const common = {
    className: cx(surface.item, item.danger && surface.danger),
    disabled: item.disabled ?? false,
    ...(item.reason === undefined
      ? item.onSelect && { onSelect: item.onSelect }
      : { "aria-disabled": true, onSelect: (event: Event) => event.preventDefault() }),
  };
  const inside = (
    <>
      <Face item={item} />
      <span className={surface.text}>
        <bdi>{item.name}</bdi>
        {(item.reason ?? item.note) !== undefined && <span className={surface.reason}> {item.reason ?? item.note}</span>}
      </span>
      {item.checked && <Icon of={Check} size={14} className={surface.check} />}
      {item.keys !== undefined && <Keys keys={item.keys} />}
    </>
  );
  if (item.checked === undefined) return <Radix.Item {...common}>{inside}</Radix.Item>;
  return (
    <Radix.CheckboxItem {...common} checked={item.checked}>
      {inside}
    </Radix.CheckboxItem>
  );
}

function Submenu({ item }: { item: MenuItem }) {
  // This primitive keeps no state of its own.
  const [open, setOpen] = useState(false);
  return (
    <Radix.Sub open={open} onOpenChange={setOpen}>
      <Radix.SubTrigger className={surface.item} disabled={item.disabled ?? false}>
        <Face item={item} />
        <span className={surface.text} dir="auto">{item.name}</span>
        <Icon of={ChevronRight} size={14} />
      </Radix.SubTrigger>
      <Radix.Portal>
        <Radix.SubContent className={surface.pop} sideOffset={4} alignOffset={-4} collisionPadding={8} loop>
          <Lines items={item.items ?? []} />
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  );
}

function Face({ item }: { item: MenuItem }) {
  if (item.picture !== undefined) return item.picture;
  return item.icon ? <Icon of={item.icon} /> : null;
}

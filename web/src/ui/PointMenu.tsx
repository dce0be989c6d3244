import { Suspense, useMemo } from "react";
import { useEver } from "@/lib/useEver";
import { MenuPart, type MenuProps } from "./Menu";

interface PointMenuProps extends Pick<MenuProps, "items" | "name"> {
  /** The position of the pointer; null while the menu is closed. */
  at: { x: number; y: number } | null;
  onClose: () => void;
  /** Called when the menu has closed, instead of focusing an element that is gone. */
  onReturnFocus: () => void;
}

/** The same menu at a point of the screen, for the right mouse button. */
export function PointMenu({ at, items, name, onClose, onReturnFocus }: PointMenuProps) {
  const { x = 0, y = 0 } = at ?? {};
  const anchor = useMemo(() => ({ current: { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) } }), [x, y]);
  return (
    <Suspense>
      {useEver(at !== null) && (
        <MenuPart
          items={items}
          name={name}
          anchor={anchor}
          offset={2}
          open={at !== null}
          onOpenChange={(open) => !open && onClose()}
          onReturnFocus={onReturnFocus}
        />
      )}
    </Suspense>
  );
}

import { useState } from "react";

/** Tells whether a surface is open: as its parent wants, or by its own state if the parent leaves `wanted` undefined. */
export function useOpen(wanted: boolean | undefined, onOpenChange: ((open: boolean) => void) | undefined) {
  const [own, setOwn] = useState(false);
  const setOpen = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  return [wanted ?? own, setOpen] as const;
}

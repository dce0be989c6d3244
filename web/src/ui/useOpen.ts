import { useState } from "react";

/** True if a surface is open: as the parent wants, or by its own state if `wanted` is undefined. */
export function useOpen(wanted: boolean | undefined, onOpenChange: ((open: boolean) => void) | undefined) {
  const [own, setOwn] = useState(false);
  const setOpen = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  return [wanted ?? own, setOpen] as const;
}

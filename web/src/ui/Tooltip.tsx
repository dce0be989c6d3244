import { cloneElement, type ReactElement } from "react";

interface TooltipProps {
  /** A name and a key, never an explanation. */
  name: string;
  keys?: string | undefined;
  side?: "top" | "bottom" | "left" | "right";
  children: ReactElement;
}

/** Gives an element a tooltip. `Tips` draws it, once for the whole page. */
export function Tooltip({ name, keys, side = "bottom", children }: TooltipProps) {
  return cloneElement(children as ReactElement<Record<string, unknown>>, {
    "data-tip": name,
    ...(keys !== undefined && { "data-tip-keys": keys }),
    ...(side !== "bottom" && { "data-tip-side": side }),
  });
}

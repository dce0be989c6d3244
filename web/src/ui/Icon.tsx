import type { LucideIcon } from "lucide-react";

interface IconProps {
  of: LucideIcon;
  size?: 12 | 13 | 14 | 16 | 20;
  /** The accessible name, only if no word stands beside the icon. */
  name?: string;
  className?: string | undefined;
}

/** Draws every lucide icon, in one weight. Without `name`, the icon is hidden from screen readers. */
export function Icon({ of: Drawing, size = 16, name, className }: IconProps) {
  return (
    <Drawing
      width={size}
      height={size}
      strokeWidth={1.9}
      className={className}
      style={{ flex: "none" }}
      {...(name === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": name })}
    />
  );
}

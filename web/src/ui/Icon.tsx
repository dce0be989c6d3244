import type { LucideIcon } from "lucide-react";

interface IconProps {
  of: LucideIcon;
  size?: 12 | 13 | 14 | 16 | 20;
  /** Only where the icon stands without its word. */
  name?: string;
  className?: string | undefined;
}

/** Every lucide icon is drawn here: one weight, and hidden from readers beside its word. */
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

import type { LucideIcon } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
import { cx } from "@/lib/cx";
import { Icon } from "./Icon";
import styles from "./IconButton.module.css";
import { Tooltip } from "./Tooltip";

interface IconButtonProps extends Omit<ComponentPropsWithRef<"button">, "name" | "children"> {
  icon: LucideIcon;
  /** The action: the accessible name and the tooltip. */
  name: string;
  keys?: string;
  size?: "xs" | "md" | "lg";
  variant?: "plain" | "primary";
  /** The state of a toggle. */
  on?: boolean;
  tooltipSide?: "top" | "bottom" | "left" | "right";
}

/** An icon button, always with a name and a tooltip. */
export function IconButton({
  icon,
  name,
  keys,
  size = "md",
  variant = "plain",
  on,
  tooltipSide,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip name={name} keys={keys} {...(tooltipSide && { side: tooltipSide })}>
      <button
        type="button"
        aria-label={name}
        {...(on !== undefined && { "aria-pressed": on })}
        className={cx(
          styles.button,
          size !== "md" && styles[size],
          variant === "primary" && styles.primary,
          on && styles.on,
          className,
        )}
        {...rest}
      >
        <Icon of={icon} size={size === "xs" ? 14 : 16} />
      </button>
    </Tooltip>
  );
}
